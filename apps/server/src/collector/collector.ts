// A collector: polls the hosts of its site, and tells its server.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { CollectDown } from '@belfry/schema/collect/down';
import { createDifferences } from '../collect/differences.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Parts } from '../lib/parts.ts';
import { type Calls, createCalls } from './calls.ts';
import { createEdges, type Edges } from './edges.ts';
import { createLateAnswers } from './late-answers.ts';
import { type Link, openLink } from './link.ts';
import { assignmentIn, type Membership, saveAssignment } from './membership.ts';
import { createOwnHistory, type OwnHistoryStatus } from './own-history.ts';
import { createPolling } from './polling.ts';
import { createQuestions } from './questions.ts';
import { createWaiting } from './waiting.ts';

export interface CollectorDeps {
  dataDir: string;
  membership: Membership;
  version: string;
  /** Where what it measures is recorded. */
  history: HistoryStore;
  /** Also runs while the program is stopped, ms. */
  uptime(): number;
  parts: Pick<Parts, 'guardedTask' | 'listener'>;
  clock: Clock;
  log: Logger;
}

/** `since` and `refusal` are those of the line. `waiting`: observations that are not sent. */
export interface CollectorStatus extends ReturnType<Link['state']> {
  site: string;
  server: string;
  version: string;
  instances: string[];
  waiting: number;
  /** Reports of agents that are kept until there is a line. */
  kept: number;
  history: OwnHistoryStatus;
  /** What changed in the site. */
  edges: ReturnType<Edges['status']>;
  /** It sends what was measured during an outage. */
  isCatchingUp: boolean;
}

export interface Collector {
  /** Passes on what machines of the site call. */
  calls: Pick<Calls, 'pass'>;
  /** The addresses at which machines of the site reach it, for the server. */
  listening(addresses: string[]): void;
  status(): CollectorStatus;
  stop(): Promise<void>;
}

/** More is not given to the line at once, so that the newest is sent next and not what was newest a minute ago. */
const MAX_ON_THE_WAY = 256 << 10;
/** A call is sent at once, unless the line is slow. */
const MAX_CALLS_ON_THE_WAY = 4 << 20;
const PUMP_MS = 200;
const SPOOL_MS = 60_000;

export function startCollector(deps: CollectorDeps): Collector {
  const { dataDir, membership, version, uptime, parts, clock, log } = deps;
  const history = createOwnHistory({ store: deps.history, version, clock });
  const waiting = createWaiting(uptime);
  const edges = createEdges({ file: path.join(dataDir, 'edges.jsonl'), clock });
  const differences = createDifferences();
  const record = parts.listener('the history of this site', history.observe);
  const compare = parts.listener('the changes in this site', edges.observe);
  let isAssigned = false;
  let addresses: string[] = [];
  const polling = createPolling({
    key: membership.keys.sealing,
    observe(observation) {
      waiting.put(observation);
      pump();
      record(observation);
      compare(observation);
    },
    guardedTask: parts.guardedTask,
    ...{ clock, log },
  });
  function pump(): void {
    while (isAssigned && link.waiting() < MAX_ON_THE_WAY) {
      const next = waiting.next();
      if (next) {
        for (const message of differences.of(next.observation, next.ageMs)) link.send(message);
        continue;
      }
      const call = calls.next();
      if (!call) return;
      link.send(call);
    }
  }
  async function assign(instances: Parameters<typeof polling.follow>[0]): Promise<void> {
    try {
      saveAssignment(dataDir, instances);
    } catch (error) {
      // It polls and tells nevertheless. After a restart it begins with what it had before, until the server answers.
      log.warn({ err: error }, 'the assignment of the server cannot be stored');
    }
    const unpolled = await polling.follow(instances);
    for (const each of unpolled) link.send({ type: 'unpolled', ...each });
    const ids = new Set(instances.map(({ id }) => id));
    waiting.keep(ids);
    history.keep(ids);
    edges.keep(ids);
    differences.keep(ids);
    isAssigned = true;
    waiting.again();
    pump();
  }
  const received = (message: Exclude<CollectDown, { type: 'challenge' | 'refused' | 'not-taken' }>): void => {
    const at = clock.now();
    if (message.type === 'welcome') {
      isAssigned = false;
      differences.forget();
      late.forget();
      if (addresses.length > 0) link.send({ type: 'listening', addresses });
    } else if (message.type === 'again') {
      differences.forget(message.instance);
      waiting.again(message.instance);
      pump();
    } else if (message.type === 'reply') calls.answered(message);
    else if (message.type === 'assign')
      void parts.guardedTask('the assignment of the server', () => assign(message.instances), undefined);
    else if (message.type === 'history' || message.type === 'edges') late.ask(message);
    else if (message.type === 'poll') polling.hurry(message.instance, message.about);
    else if (message.type === 'clock') link.send({ type: 'clock', asked: message.at, at, answeredAt: clock.now() });
    else ask(message);
  };
  const link = openLink({
    ...{ membership, version, clock, log, random: Math.random },
    run: randomUUID(),
    received: parts.listener('the line to the server', received),
    replaced: polling.renumber,
  });
  const ask = createQuestions({ answer: polling.answer, send: link.send, guardedTask: parts.guardedTask });
  const calls = createCalls({
    send: () => (isAssigned && link.waiting() < MAX_CALLS_ON_THE_WAY ? link.send : undefined),
    clock,
  });
  const late = createLateAnswers({
    parts: (asked) => (asked.type === 'edges' ? edges.parts(asked) : history.parts(asked)),
    ...{ send: link.send, waiting: link.waiting, guardedTask: parts.guardedTask, clock },
    isIdle: () => isAssigned && waiting.count() === 0,
  });
  const stopTelling = clock.every(SPOOL_MS, () => {
    const { bytes, isFull = false } = history.status();
    link.send({ type: 'spool', bytes, isFull });
  });
  const stopPump = clock.every(PUMP_MS, pump);
  // Before the server answers, it goes on with what it polled last.
  void parts.guardedTask('the last assignment', () => polling.follow(assignmentIn(dataDir)), []);

  return {
    calls,
    listening(found) {
      addresses = found;
      link.send({ type: 'listening', addresses });
    },
    status: () => ({
      ...link.state(),
      ...{ site: membership.name, server: membership.server, version },
      instances: polling.instances().map(({ config }) => config.name),
      ...{ waiting: waiting.count(), kept: calls.count(), history: history.status(), edges: edges.status() },
      isCatchingUp: late.isBusy(),
    }),
    async stop() {
      stopPump();
      stopTelling();
      await polling.stop();
      await link.close();
      await history.stop();
    },
  };
}
