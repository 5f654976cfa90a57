// Decides about readings that are confirmed: they are raised, wait, or are attached to the alert that explains them.
import { forAll } from '../../lib/for-all.ts';
import type { AffectedResources } from './affected.ts';
import { withMetadata } from './alert.ts';
import { isHostAlert } from './alert-ids.ts';
import type { Causes } from './causes.ts';
import type { Evaluation } from './evaluation.ts';
import type { Following } from './following.ts';
import { isConfirmed } from './lifecycle.ts';
import type { Past } from './past.ts';
import type { Progress } from './progress.ts';
import type { Confirm } from './reading.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

export interface DecisionsDeps {
  alerts: TrackedAlerts;
  causes: Causes;
  affected: AffectedResources;
  past: Past;
  progress: Progress;
  following: Following;
  /** The alerts that the evaluation may change. The pending ones belong to them. */
  timed(evaluation: Evaluation): Iterable<Tracked>;
  changed(): void;
  /** The alert is confirmed and waits, from now on. */
  waits(tracked: Tracked): void;
  /** A cause became active. */
  began(cause: string): void;
}

export function createDecisions(deps: DecisionsDeps) {
  const { alerts, causes, affected, past, progress, following, timed, changed, waits, began } = deps;
  const touch = (before: string | undefined, cause: string | undefined) => {
    if (before !== undefined) affected.touch(before);
    if (cause !== undefined) affected.touch(cause);
  };

  /** True when another alert explains it, or did so until now. */
  function attach(tracked: Tracked, evaluation: Evaluation): boolean {
    const { wait, reading, pending } = tracked;
    const cause = causes.activeCause(tracked);
    if (cause === wait?.cause) return cause !== undefined;
    if (cause === undefined) {
      tracked.wait = { since: evaluation.now.monotonic, freed: 0 };
      following.moved(tracked.id);
      touch(wait?.cause, undefined);
      return true;
    }
    if (!reading || !pending || !isConfirmed(pending, reading.confirm, evaluation.now)) return false;
    tracked.wait = { since: evaluation.now.monotonic, cause };
    if (wait === undefined) waits(tracked);
    following.moved(tracked.id);
    touch(wait?.cause, cause);
    return true;
  }

  function decide(tracked: Tracked, evaluation: Evaluation): void {
    const { reading, pending, verdict } = tracked;
    if (!reading || !pending || attach(tracked, evaluation)) return;
    const { now, config } = evaluation;
    if (!isConfirmed(pending, reading.confirm, now)) return;
    const hasWaited = tracked.wait !== undefined;
    tracked.wait ??= { since: now.monotonic };
    if (!hasWaited) waits(tracked);
    if (causes.mustWait(tracked, evaluation)) return;
    if (hasWaited && needsAnswer(reading.confirm) && evaluation.poll(tracked.instanceId) !== 'good') return;
    if (verdict.is === 'measured' && past.isSuppressed(tracked.id, verdict.value, now.monotonic, config)) return;
    progress.raise(tracked, evaluation);
    following.moved(tracked.id);
    changed();
    if (!isHostAlert(tracked.id)) return;
    causes.began(tracked.id);
    began(tracked.id);
  }

  /** An active alert stays active when it is attached. */
  function follow(tracked: Tracked, evaluation: Evaluation): void {
    const { open, reading } = tracked;
    if (!open) return;
    const before = open.alert.metadata?.cause;
    if (before === undefined && reading?.causes === undefined) return;
    // After a restart its causes are not known until its reading is there.
    const isKept = !reading && before !== undefined && alerts.get(before)?.open !== undefined;
    const cause = isKept ? before : causes.activeCause(tracked);
    if (cause === before) return;
    open.alert = withMetadata(open.alert, { cause });
    evaluation.note(cause === undefined ? 'detached' : 'attached', open);
    touch(before, cause);
    changed();
  }

  return {
    /** One alert that throws does not hold up the others. */
    make(evaluation: Evaluation) {
      // The order within one evaluation must not matter: what may be a cause is decided first.
      const [hosts, others]: [Tracked[], Tracked[]] = [[], []];
      for (const tracked of timed(evaluation))
        if (tracked.pending) (isHostAlert(tracked.id) ? hosts : others).push(tracked);
      const decideThis = (tracked: Tracked) => decide(tracked, evaluation);
      const steps = [
        () => forAll(hosts, decideThis),
        () => forAll(others, decideThis),
        () => following.each((tracked) => follow(tracked, evaluation)),
      ];
      forAll(steps, (step) => step());
    },
    /** Puts what each cause affects into its alert. */
    show() {
      for (const [cause, affects] of affected.changes()) {
        const open = alerts.get(cause)?.open;
        if (!open) continue;
        open.alert = withMetadata(open.alert, { affects });
        changed();
      }
    },
  };
}

/** A wait ends with an answer of the instance, never by time alone. A reading about silence needs no answer. */
const needsAnswer = (confirm: Confirm): boolean => 'polls' in confirm || 'holdMs' in confirm;
