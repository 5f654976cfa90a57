// The way of every observation: state, derived data, alerts, their history and notifications, push. A stage that throws costs its own work:
// the others go on, and it gets again what it could not take.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import { createWeighing } from './alerting/depends.ts';
import type { Act, ActResult } from './alerting/engine/acts.ts';
import type { AlertsOfState } from './alerting/engine/alert-lists.ts';
import type { Alerting } from './alerting/engine/alerting.ts';
import { announcementsOf } from './alerting/engine/announcing.ts';
import { type FinishedPoll, finishedPollOf } from './alerting/engine/polls.ts';
import type { Transition } from './alerting/engine/transition.ts';
import { createShowing } from './alerting/showing.ts';
import { createLastMarks } from './alerting/silences/last-marks.ts';
import type { Protection } from './composition/protection.ts';
import { createGathering } from './gathering.ts';
import type { Journal } from './journal/journal.ts';
import { createBacklog } from './lib/backlog.ts';
import { type Cancel, type Clock, type Moment, momentOf } from './lib/clock.ts';
import { forAll } from './lib/for-all.ts';
import { joined } from './lib/joined.ts';
import { lastOf, type Parts, unguarded } from './lib/parts.ts';
import type { Passes } from './lib/passes.ts';
import type { Notify } from './notify/notify.ts';
import type { End } from './notify/plan/situation.ts';
import type { Hub } from './push/hub.ts';
import { connectionHealth } from './state/health.ts';
import type { Change, StateStore } from './state/state.ts';

const TICK_MS = 1000;
const LATE_MS = 10_000;
/** After so long a step the next one waits until others had their turn. */
const LONG_MS = 40;
/** So many intervals without any answer or failure of a poll are too many. */
const POLLS = 3;
const alone: Pick<Parts, 'guarded' | 'problems'> = { guarded: unguarded, problems: () => nothing };
const nothing: State['serverProblems'] = {};
const noSites: State['sites'] = [];
const noBaselines: State['baselines'] = [];

export interface PipelineDeps {
  state: StateStore;
  /** What keeps Belfry itself from working, such as a full disk. */
  serverProblems(): State['serverProblems'];
  /** The sites and how their collectors are doing. */
  sites?(): State['sites'];
  /** How well guests are protected by their backups. */
  protection?: Pick<Protection, 'learn' | 'derive'>;
  /** What was agreed, and what has left it. */
  baselines?(): State['baselines'];
  /** Keeps what was changed in configurations. */
  journal?: Pick<Journal, 'learn'>;
  alerting: Pick<Alerting, 'evaluate' | 'act'>;
  /** Active alerts with the marks of silences and maintenance windows. */
  mark?(alerts: Alert[]): Alert[];
  /** Stores the transitions, and the active alerts. */
  record?(transitions: readonly Transition[], active: readonly Alert[]): void;
  notify?: Pick<Notify, 'update' | 'tick'>;
  /** Takes the samples of the history. */
  sample?(state: State, now: Moment): void;
  push: Pick<Hub, 'publish' | 'announce' | 'clients'>;
  /** Without it, what a stage throws is thrown. */
  parts?: Pick<Parts, 'guarded' | 'problems'>;
  passes?: Pick<Passes, 'completed'>;
  clock: Clock;
}

export function createPipeline(deps: PipelineDeps) {
  const { state, alerting, mark = (alerts) => alerts, record = () => {}, notify, push, clock } = deps;
  const { parts: { guarded, problems } = alone, passes } = deps;
  const [recorded, notified] = [createBacklog<Transition>(), createBacklog<Transition>()];
  const marks = createLastMarks();
  /** What time changes, when it waits until others had their turn. */
  let later: Cancel | undefined;
  const isLong = (began: number): boolean => clock.monotonic() - began >= LONG_MS;
  const weigh = createWeighing();
  const sites = lastOf(guarded, 'the sites', deps.sites ?? (() => noSites), noSites);
  const baselines = lastOf(
    guarded,
    'the list of agreed configurations',
    deps.baselines ?? (() => noBaselines),
    noBaselines,
  );
  const serverProblems = joined(lastOf(guarded, 'the problems of the server', deps.serverProblems, nothing), problems);

  /** Derived data is put into the state before the change is published. */
  const settle = ({ after }: Change, finished: readonly FinishedPoll[] = [], mustShow = false): void => {
    const now = momentOf(clock);
    const derived = state.put({
      connectionHealth: guarded('the health of instances', () => connectionHealth(after), after.connectionHealth),
      serverProblems: serverProblems(),
      sites: sites(),
      baselines: baselines(),
      ...guarded('the protection of guests', () => deps.protection?.derive(after, now), undefined),
    });
    const outcome = guarded('the evaluation of alerts', () => alerting.evaluate(derived, finished, now), undefined);
    if (outcome) passes?.completed('evaluation', LATE_MS);
    if (outcome && mustShow) showing.now(outcome);
    else if (!outcome || !showing.evaluated(outcome, isLong(now.monotonic))) publish(derived);
  };
  const show = (transitions: readonly Transition[], { activeAlerts, recentlyResolved }: AlertsOfState): void => {
    const marked =
      guarded('silences and maintenance windows', () => marks.learn(mark(activeAlerts)), undefined) ??
      marks.of(activeAlerts);
    const shown = guarded('what depends on the resources of alerts', () => weigh(marked, state.current()), marked);
    const ended = () => notified(transitions, (all) => notify?.update({ active: shown, ended: endsIn(all) }));
    guarded('the history of alerts', () => recorded(transitions, (all) => record(all, marked)), undefined);
    guarded('the notifications about alerts', ended, undefined);
    publish(state.put({ activeAlerts: shown, recentlyResolved }));
    const announce = () => forAll(announcementsOf(asShown(transitions, shown)), push.announce);
    if (transitions.length > 0) guarded('announcements', announce, undefined);
  };
  const showing = createShowing(clock, show);
  const publish = (next: State) => guarded('the push to browsers', () => push.publish(next), undefined);
  const tick = () => {
    const began = clock.monotonic();
    gathered.now();
    if (isLong(began)) later = clock.after(0, passTime);
    else passTime();
  };
  const passTime = () => {
    const now = momentOf(clock);
    const clients = guarded('the number of browsers', push.clients, 0);
    settle(guarded('the age of data', () => state.age(now, clients), unchanged()));
    guarded('notifications', () => notify?.tick(), undefined);
    guarded('the history of values', () => deps.sample?.(state.current(), now), undefined);
  };
  const unchanged = (): Change => ({ before: state.current(), after: state.current() });

  const finished: FinishedPoll[] = [];
  const take = (observation: Observation) => {
    const isNew = guarded('the state', () => state.take(observation), false);
    guarded('what is known about backups', () => deps.protection?.learn(observation), undefined);
    if (isNew) guarded('the journal of changes', () => deps.journal?.learn(observation), undefined);
    if (isNew) finished.push(finishedPollOf(observation));
    // The interval of the other polls is up to an hour, and they stop together with the essential one.
    if (isNew && observation.essential) passes?.completed('poll', LATE_MS + POLLS * observation.everyMs);
  };
  const settleTaken = () => settle(guarded('the state of all instances', state.show, unchanged()), finished.splice(0));
  const gathered = createGathering({ take, settle: settleTaken, clock });
  const settleAtOnce = (change: Change) => settle(change, [], true);
  /** What is not an observation comes after all that were taken before. */
  const inOrder =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      gathered.all();
      return run(...args);
    };

  return {
    observe: gathered.add,
    /** Afterwards the state has everything that has arrived. For whoever tells a sender that its report is there. */
    catchUp: gathered.all,
    /** An instance has another name. Its id and all its entities stay. */
    rename: inOrder((instanceId: string, name: string) =>
      settleAtOnce(state.rename(instanceId, name, momentOf(clock))),
    ),
    /** An instance was removed from the configuration: it is removed with all its entities. */
    forget: inOrder((instanceId: string) => settleAtOnce(state.remove(instanceId, momentOf(clock)))),
    /** What an operator does with active alerts. */
    act: inOrder((act: Act): readonly ActResult[] => {
      const { results, ...outcome } = alerting.act(act, momentOf(clock));
      showing.now(outcome);
      return results;
    }),
    /** Evaluates the alerts again at once, because something they depend on has changed. */
    reconsider: inOrder(() => settleAtOnce(unchanged())),
    /** Once a second, the effects of time: data becomes stale when it has not been reported for too long. */
    start(): Cancel {
      const stop = clock.every(TICK_MS, tick);
      return () => {
        stop();
        later?.();
        showing.stop();
      };
    },
  };
}

/** Each transition with its alert as the state shows it. One that has ended meanwhile has only its end. */
function asShown(transitions: readonly Transition[], shown: readonly Alert[]): readonly Transition[] {
  const wanted = new Set<string | undefined>(transitions.map(({ occurrence }) => occurrence));
  const found = shown.filter(({ metadata }) => wanted.has(metadata?.occurrence));
  const alerts = new Map(found.map((alert) => [alert.metadata?.occurrence, alert]));
  return transitions.flatMap((transition) => {
    const alert = transition.kind === 'resolved' ? transition.alert : alerts.get(transition.occurrence);
    return alert ? [{ ...transition, alert }] : [];
  });
}

const endsIn = (transitions: readonly Transition[]): ReadonlyMap<string, End> =>
  new Map(transitions.filter(({ kind }) => kind === 'resolved').map((end) => [end.occurrence, end]));
