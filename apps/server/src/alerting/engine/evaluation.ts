// One evaluation: its time, the poll that led to it, and what happens in it.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Moment } from '../../lib/clock.ts';
import type { PollResult } from './lifecycle.ts';
import type { FinishedPoll } from './polls.ts';
import { SERVER } from './rule-set.ts';
import type { Open } from './tracked.ts';
import type { Transition, TransitionKind } from './transition.ts';

export interface Evaluation {
  number: number;
  now: Moment;
  config: AlertConfig;
  /** The configuration has changed since the evaluation before. */
  isReconfigured: boolean;
  /** How the essential poll of this instance ended, if it led to this evaluation. Belfry itself answers every second. */
  poll(instanceId: string): PollResult;
  /** The instances whose polls led to this evaluation. Undefined: time alone, which concerns everything. */
  instances: ReadonlySet<string> | undefined;
  note(kind: TransitionKind, open: Open, more?: Pick<Transition, 'by' | 'reason' | 'now'>): void;
  /** The transitions since the last call, each with the current alert. */
  transitions(): Transition[];
}

/** A transition, before it is known how its alert will look in the end. */
export interface Noted extends Pick<Transition, 'kind' | 'by' | 'reason' | 'now'> {
  open: Open;
}

/** `noted`: what an evaluation has left that threw. */
export function createEvaluation(
  evaluation: Pick<Evaluation, 'number' | 'now' | 'config' | 'isReconfigured'>,
  finished: readonly FinishedPoll[] = [],
  noted: Noted[] = [],
): Evaluation {
  const essential = new Map<string, PollResult>();
  for (const { instanceId, essential: counts, ok } of finished)
    if (counts) essential.set(instanceId, ok ? 'good' : 'failed');
  const instances = new Set(finished.map(({ instanceId }) => instanceId));
  return {
    ...evaluation,
    instances: instances.size === 0 ? undefined : instances,
    poll(instanceId) {
      if (instanceId === SERVER) return finished.length > 0 ? undefined : 'good';
      return essential.get(instanceId);
    },
    note: (kind, open, more = {}) => void noted.push({ kind, open, ...more }),
    transitions: () =>
      noted.splice(0).map(({ open: { alert, occurrence, peak }, ...what }) => ({
        ...what,
        alert,
        occurrence,
        peak,
        at: evaluation.now.at,
      })),
  };
}
