// Evaluates the state: readings of what changed, their lifecycle, their causes. It does no I/O.
import { randomUUID } from 'node:crypto';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Affected } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';
import type { Moment } from '../../lib/clock.ts';
import { type Guarded, unguarded } from '../../lib/parts.ts';
import { type Act, type ActResult, createActs } from './acts.ts';
import { createAffected } from './affected.ts';
import { type AlertsOfState, createAlertLists } from './alert-lists.ts';
import { createCauses } from './causes.ts';
import { createContexts } from './context.ts';
import { createDecisions } from './decisions.ts';
import { createEvaluation, type Evaluation, type Noted } from './evaluation.ts';
import { createFollowing } from './following.ts';
import { createInventory } from './inventory.ts';
import { createLastSeen } from './last-seen.ts';
import { startAgain } from './lifecycle.ts';
import { createPast } from './past.ts';
import { type Answered, createPolls, type FinishedPoll } from './polls.ts';
import { createProgress } from './progress.ts';
import { createReaders, type EntityReadings } from './readers.ts';
import { restore } from './restore.ts';
import { type AnyRuleSet, listsFollowed, type RuledList } from './rule-set.ts';
import { createTracked, type Tracked } from './tracked.ts';
import { createTracker } from './tracker.ts';
import type { KeptOccurrence, Transition } from './transition.ts';

export interface Outcome {
  transitions: readonly Transition[];
  /** As they are when it is called. With thousands of alerts they are listed only for whoever shows them. */
  lists(): AlertsOfState;
}

export interface Alerting {
  /** After an observation or several, with the polls that they are from, each once; and once a second without. */
  evaluate(state: State, finished: readonly FinishedPoll[], now: Moment): Outcome;
  act(act: Act, now: Moment): Outcome & { results: readonly ActResult[] };
  /** The current data about an alert that is active or pending. */
  look(id: string): Readonly<Tracked> | undefined;
  /** Everything that an active alert explains. */
  affectedBy(id: string): Affected['resources'];
  /** The lists of the state that have rules. */
  ruled(): readonly RuledList[];
  /** All readings of one entity of these lists. What some rules throw ends only their own. */
  readings(list: RuledList, entityId: string, state: State, now: Moment): readonly EntityReadings[];
  /** The answers that its reading is made of, newest first. */
  answers(tracked: Readonly<Tracked>): readonly Answered[];
}

export interface AlertingDeps {
  rules: readonly AnyRuleSet[];
  /** The configuration in force. A new object after each change. */
  config(): AlertConfig;
  /** The occurrences that were active when the server stopped, and those that ended in the last ten minutes. */
  open?: readonly KeptOccurrence[];
  recent?: readonly KeptOccurrence[];
  started: Moment;
  newOccurrence?: () => string;
  guarded?: Guarded;
}

const PRUNE_MS = 60_000;

export function createAlerting(deps: AlertingDeps): Alerting {
  const { started, newOccurrence = randomUUID, guarded = unguarded } = deps;
  const alerts = createTracked();
  const past = createPast();
  const lists = createAlertLists();
  restore({ alerts, past, lists, open: deps.open ?? [], recent: deps.recent ?? [], started });

  const polls = createPolls();
  const readers = createReaders(deps.rules);
  const contextOf = createContexts();
  const causes = createCauses({ alerts, polls, started: started.monotonic });
  const affected = createAffected(alerts);
  const lastSeen = createLastSeen(alerts);
  const inventory = createInventory(alerts, started.monotonic);
  const following = createFollowing(alerts);
  const progress = createProgress({
    past,
    newOccurrence,
    changed: lists.changed,
    resolved({ id }, { alert }, reason, { now }) {
      lists.resolved(alert, reason, now);
      affected.ended(id);
      causes.ended(id, now.monotonic);
      following.moved(id);
      if (alert.metadata?.cause) affected.touch(alert.metadata.cause);
    },
    dropped(tracked, { now }) {
      following.moved(tracked.id);
      if (tracked.wait?.cause) affected.touch(tracked.wait.cause);
      if (tracked.reading) causes.recovered(tracked.reading, now.monotonic);
      alerts.drop(tracked);
    },
  });
  const tracker = createTracker({ alerts, polls, readers, progress, causes, affected, following, guarded });
  /** Causes that became active in this evaluation. */
  const began = new Set<string>();
  const decisions = createDecisions({
    alerts,
    causes,
    affected,
    past,
    progress,
    following,
    timed: tracker.timed.concerned,
    changed: lists.changed,
    waits: tracker.retime,
    began: (cause) => void began.add(cause),
  });
  const operate = createActs({
    alerts,
    changed: lists.changed,
    clear(tracked, evaluation, by) {
      progress.resolve(tracked, 'cleared', evaluation, by);
      tracked.pending = startAgain(evaluation.now);
      tracker.retime(tracked);
    },
  });

  /** Transitions stay here until an evaluation is complete. */
  const noted: Noted[] = [];
  let config = deps.config();
  let turns = 0;
  let pruned = started.monotonic;
  const nextEvaluation = (now: Moment, finished: readonly FinishedPoll[]): Evaluation => {
    const before = config;
    config = deps.config();
    return createEvaluation({ number: ++turns, now, config, isReconfigured: before !== config }, finished, noted);
  };
  const outcome = (evaluation: Evaluation): Outcome => ({
    transitions: evaluation.transitions(),
    lists: () => lists.current(evaluation.now.monotonic),
  });
  const joinBegun = (entity: EntityReadings) => {
    for (const cause of began) affected.join(cause, entity);
  };
  const prune = (now: number) => {
    if (now - pruned < PRUNE_MS) return;
    pruned = now;
    past.prune(now, config);
    causes.prune(now);
  };

  return {
    evaluate(state, finished, now) {
      const evaluation = nextEvaluation(now, finished);
      const context = contextOf(state, config, now);
      for (const poll of finished) polls.note(poll);
      tracker.track(context, evaluation);
      const end = (tracked: Tracked) => progress.end(tracked, 'gone', evaluation);
      guarded(
        'the end of alerts of removed instances',
        () => inventory.check(state.instances, now.monotonic, end),
        undefined,
      );
      guarded('the decisions about alerts', () => decisions.make(evaluation), undefined);
      if (began.size > 0)
        for (const reader of readers)
          guarded(reader.part, () => reader.each(context, causes.mayExplain(began), joinBegun), undefined);
      began.clear();
      guarded('what alerts affect', decisions.show, undefined);
      for (const { instanceId } of finished) if (lastSeen.note(instanceId, evaluation)) lists.changed();
      prune(now.monotonic);
      return outcome(evaluation);
    },
    act(act, now) {
      const evaluation = createEvaluation({ number: ++turns, now, config, isReconfigured: false }, undefined, noted);
      const results = operate(act, evaluation);
      return { ...outcome(evaluation), results };
    },
    look: alerts.get,
    affectedBy: affected.all,
    ruled: () => [...new Set(readers.map(({ list }) => list))],
    readings: (list, entityId, state, now) =>
      readers
        .filter((reader) => reader.list === list)
        .flatMap(
          (reader) => guarded(reader.part, () => reader.of(contextOf(state, config, now), entityId), undefined) ?? [],
        ),
    answers({ list, instanceId }) {
      const follows = deps.rules.flatMap((rule) => (rule.list === list ? listsFollowed(rule) : []));
      return polls.answers(instanceId, [list, ...follows]);
    },
  };
}
