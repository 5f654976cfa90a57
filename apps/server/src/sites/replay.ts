// The alerts of an outage of the line: the rules and the engine of the server, on what a collector kept of that time. It reaches nothing: no
// state, no screen and no message.
import { fail, ok } from '@belfry/domain/result';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Known } from '@belfry/schema/alerts/history';
import type { Edge } from '@belfry/schema/collect/edges';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import { createAlerting } from '../alerting/engine/alerting.ts';
import { finishedPollOf } from '../alerting/engine/polls.ts';
import type { Transition } from '../alerting/engine/transition.ts';
import { knownOf } from '../alerting/ledger/explain.ts';
import { createRules } from '../alerting/rules/registry.ts';
import { version } from '../config/build.ts';
import { noCalls } from '../lib/call-counts.ts';
import type { Clock } from '../lib/clock.ts';
import { createTurns } from '../lib/long-work.ts';
import { createState } from '../state/state.ts';
import { createPastLists } from './past-lists.ts';

/** What happened to one alert, from its beginning to its end. */
export interface LateOccurrence {
  transitions: readonly Transition[];
  known: Known;
}

export interface ReplayDeps {
  instance: Instance;
  state: State;
  config: AlertConfig;
  /** On the clock of this server, oldest first. */
  edges: readonly Edge[];
  /** When the line was cut, and the present. Epoch ms. */
  from: number;
  to: number;
  everyMs: number;
  clock: Pick<Clock, 'after' | 'monotonic'>;
}

/** An alert about a status. Those about values need the values. */
const types: readonly string[] = ['connectivity', 'offline', 'powered-off', 'backup-failed', 'ha-error'];
/** The rules take nothing for news before they have watched for so long. */
const LEARN_MS = 3_600_000;
/** Each poll after a change is evaluated for so long: no alert waits longer for its cause. After that nothing happens until the next change. */
const DENSE_MS = 330_000;

const lists: readonly string[] = ['vms', 'containers', 'nodes', 'storage', 'instances', 'nodeLosses'];

/** The occurrences that began and ended while there was no line. */
export async function replay(deps: ReplayDeps): Promise<LateOccurrence[]> {
  const { config, edges, from, to, everyMs, clock } = deps;
  const { id, kind, name, host } = deps.instance;
  const begin = Math.min(from, edges[0]?.at ?? from);
  const first = begin - LEARN_MS;
  const moment = (at: number) => ({ at, monotonic: at });
  const past = createPastLists({ instance: id, state: deps.state, now: to, edges });
  const state = createState({ started: moment(first), version });
  const rules = createRules().filter(({ list }) => lists.includes(list));
  const alerting = createAlerting({ rules, config: () => config, started: moment(first) });
  const found = new Map<string, { transitions: Transition[]; known: Known }>();
  let sequence = 0;

  function poll(at: number): void {
    const error = past.error();
    const observation: Observation = {
      ...{ epoch: 0, run: 'late', sequence: ++sequence, poll: 'late', essential: true, everyMs, ...moment(at) },
      ...{ instance: { id, kind, name, host }, tookMs: 0, calls: noCalls, endpoints: [], dropped: 0 },
      outcome: error ? fail(error) : ok({ slices: past.slices(at) }),
    };
    const { after } = state.apply(observation);
    for (const transition of alerting.evaluate(after, [finishedPollOf(observation)], moment(at)).transitions) {
      const { occurrence, alert } = transition;
      const seen = found.get(occurrence) ?? { transitions: [], known: knownOf(alerting.look(alert.id)?.reading) };
      found.set(occurrence, seen);
      seen.transitions.push(transition);
    }
  }

  for (const at of [first, begin - 2 * everyMs, begin - everyMs]) poll(at);
  const ended = createTurns(clock);
  let next = 0;
  for (const at of pollTimes(edges, to, everyMs)) {
    for (let edge = edges[next]; edge && edge.at <= at; edge = edges[++next]) past.apply(edge);
    poll(at);
    await ended();
  }
  return [...found.values()].filter(({ transitions }) => {
    const [last, raised] = [transitions.at(-1), transitions[0]];
    if (last?.kind !== 'resolved' || raised?.kind !== 'raised' || !types.includes(last.alert.type)) return false;
    return Date.parse(last.alert.startTime) >= begin && last.at > from;
  });
}

/** Each change is in a poll of its time. A poll before it says that nothing had changed until then. */
function* pollTimes(edges: readonly Edge[], to: number, everyMs: number): Generator<number> {
  const times = [...new Set(edges.map(({ at }) => at))].filter((at) => at < to);
  for (const [i, time] of times.entries()) {
    const end = times[i + 1] ?? to;
    let at = time;
    for (; at < Math.min(end, time + DENSE_MS); at += everyMs) yield at;
    if (at < end - everyMs) yield end - everyMs;
  }
}
