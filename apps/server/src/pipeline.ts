// The way of every observation: state, derived data, alerts, their history and notifications, push.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import type { Act, ActResult } from './alerting/acts.ts';
import type { Alerting, Outcome } from './alerting/alerting.ts';
import { announcementsOf } from './alerting/announcing.ts';
import { type FinishedPoll, finishedPollOf } from './alerting/polls.ts';
import type { Transition } from './alerting/transition.ts';
import { type Cancel, type Clock, type Moment, momentOf } from './lib/clock.ts';
import type { End, Notify } from './notify/notify.ts';
import type { Protection } from './protection.ts';
import type { Hub } from './push/hub.ts';
import { connectionHealth } from './state/health.ts';
import type { Change, StateStore } from './state/state.ts';

const TICK_MS = 1000;

export interface Pipeline {
  observe(observation: Observation): void;
  /** An instance has another name. Its id and all its entities stay. */
  rename(instanceId: string, name: string): void;
  /** An instance was removed from the configuration: it is removed with all its entities. */
  forget(instanceId: string): void;
  /** What an operator does with active alerts. */
  act(act: Act): readonly ActResult[];
  /** Evaluates the alerts again at once, because something they depend on has changed. */
  reconsider(): void;
  /** Once a second, the effects of time: data becomes stale when it has not been reported for too long. */
  start(): Cancel;
}

export interface PipelineDeps {
  state: StateStore;
  /** What keeps Belfry itself from working, such as a full disk. */
  serverProblems(): State['serverProblems'];
  /** How well guests are protected by their backups. */
  protection?: Pick<Protection, 'learn' | 'derive'>;
  alerting: Pick<Alerting, 'evaluate' | 'act'>;
  /** Active alerts with the marks of silences and maintenance windows. */
  mark?(alerts: Alert[]): Alert[];
  /** Stores the transitions, and the active alerts. */
  record?(transitions: readonly Transition[], active: readonly Alert[]): void;
  notify?: Pick<Notify, 'update' | 'tick'>;
  /** Takes the samples of the history. */
  sample?(state: State, now: Moment): void;
  push: Pick<Hub, 'publish' | 'announce' | 'clients'>;
  clock: Clock;
}

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { state, serverProblems, alerting, mark = (alerts) => alerts, record = () => {}, notify, push, clock } = deps;
  /** Derived data is put into the state before the change is published. */
  const settle = ({ after }: Change, finished?: FinishedPoll): void => {
    const now = momentOf(clock);
    const derived = state.put({
      connectionHealth: connectionHealth(after),
      serverProblems: serverProblems(),
      ...deps.protection?.derive(after, now),
    });
    show(alerting.evaluate(derived, finished, now));
  };
  const show = ({ transitions, activeAlerts, recentlyResolved }: Outcome): void => {
    const marked = mark(activeAlerts);
    record(transitions, marked);
    notify?.update({ active: marked, ended: endsIn(transitions) });
    push.publish(state.put({ activeAlerts: marked, recentlyResolved }));
    const isMarked = marked !== activeAlerts;
    const shown = ({ alert, ...transition }: Transition): Transition => {
      const found = isMarked ? marked[activeAlerts.indexOf(alert)] : undefined;
      return { ...transition, alert: found ?? alert };
    };
    for (const message of announcementsOf(transitions.map(shown))) push.announce(message);
  };
  const tick = () => {
    const now = momentOf(clock);
    settle(state.age(now, push.clients()));
    notify?.tick();
    deps.sample?.(state.current(), now);
  };

  return {
    observe(observation) {
      const { isNew, ...change } = state.apply(observation);
      deps.protection?.learn(observation);
      settle(change, isNew ? finishedPollOf(observation) : undefined);
    },
    rename: (instanceId, name) => settle(state.rename(instanceId, name, momentOf(clock))),
    forget: (instanceId) => settle(state.remove(instanceId, momentOf(clock))),
    act(act) {
      const { results, ...outcome } = alerting.act(act, momentOf(clock));
      show(outcome);
      return results;
    },
    reconsider: () => settle({ before: state.current(), after: state.current() }),
    start: () => clock.every(TICK_MS, tick),
  };
}

const endsIn = (transitions: readonly Transition[]): ReadonlyMap<string, End> =>
  new Map(transitions.filter(({ kind }) => kind === 'resolved').map((end) => [end.occurrence, end]));
