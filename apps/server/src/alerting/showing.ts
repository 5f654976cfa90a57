// When the alerts of evaluations are shown. With thousands of them that takes long, so they are shown once a second at most, and after a
// long evaluation only when others had their turn. What somebody does is shown at once.
import type { Cancel, Clock } from '../lib/clock.ts';
import { createRest } from '../lib/rest.ts';
import type { AlertsOfState } from './engine/alert-lists.ts';
import type { Outcome } from './engine/alerting.ts';
import type { Transition } from './engine/transition.ts';

const LONGEST_REST_MS = 1000;

/** `transitions`: of all evaluations since the last time. */
export type Show = (transitions: readonly Transition[], lists: AlertsOfState) => void;

export interface Showing {
  /** `wasLong`: the evaluation, with what came before it. Returns whether the alerts were shown. */
  evaluated(outcome: Outcome, wasLong: boolean): boolean;
  now(outcome: Outcome): void;
  /** Shows what was not shown. Nothing follows. */
  stop(): void;
}

export function createShowing(clock: Pick<Clock, 'monotonic' | 'after'>, show: Show): Showing {
  const rest = createRest(clock, LONGEST_REST_MS);
  let unshown: readonly Transition[] = [];
  let listsOf: Outcome['lists'] | undefined;
  let cancel: Cancel | undefined;

  const note = ({ transitions, lists }: Outcome) => {
    if (transitions.length > 0) unshown = [...unshown, ...transitions];
    listsOf = lists;
  };
  const showAll = () => {
    cancel?.();
    cancel = undefined;
    const lists = listsOf?.();
    if (!lists) return;
    const transitions = unshown;
    unshown = [];
    show(transitions, lists);
  };
  const inTurn = () => rest.after(showAll);

  return {
    evaluated(outcome, wasLong) {
      note(outcome);
      if (!rest.isOver()) return false;
      if (wasLong) cancel ??= clock.after(0, inTurn);
      else inTurn();
      return !wasLong;
    },
    now(outcome) {
      note(outcome);
      inTurn();
    },
    stop() {
      cancel?.();
      if (unshown.length > 0) showAll();
    },
  };
}
