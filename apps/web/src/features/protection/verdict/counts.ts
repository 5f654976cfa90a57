// What the counters count. Pure.

import { summaryOf } from '@belfry/domain/protection/summary';
import type { BackupGroup, GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { Shown } from '../view.ts';

type Counted = Exclude<Shown, 'all'>;

export interface Counter {
  id: Counted;
  count: number;
  tone: 'crit' | 'warn' | 'none';
}

/** Shown also while it counts nothing, so that nothing moves. */
const ALWAYS: ReadonlySet<Counted> = new Set(['failed', 'late', 'not-covered', 'unverified', 'no-copy', 'orphans']);
const TONES: Readonly<Partial<Record<Counted, Counter['tone']>>> = {
  ...{
    failed: 'crit',
    'by-hand': 'warn',
    never: 'crit',
    late: 'warn',
    'not-covered': 'warn',
    unknown: 'warn',
    unclear: 'warn',
  },
};

/** `untested`: how many guests have no restore test for too long. `shown`: the counter that is the filter now. */
export function countersOf(
  guests: readonly GuestProtection[],
  groups: readonly BackupGroup[],
  untested: number,
  shown: Shown,
): Counter[] {
  const byHand = guests.filter((guest) => guest.state !== 'excluded' && guest.byHand !== undefined).length;
  const { states, withoutCopy } = summaryOf(guests);
  const counts: Readonly<Record<Counted, number>> = {
    ...{
      failed: states.failed,
      'by-hand': byHand,
      late: states.late,
      never: states.never,
      'not-covered': states['not-covered'],
    },
    ...{ unknown: states.unknown, unverified: states.unverified, 'no-copy': withoutCopy, untested },
    ...{ excluded: states.excluded, orphans: 0, unclear: 0 },
    orphans: groups.filter(({ kind }) => kind === 'orphan').length,
    unclear: groups.filter(({ kind }) => kind === 'ambiguous').length,
  };
  return (Object.keys(counts) as Counted[])
    .filter((id) => ALWAYS.has(id) || counts[id] > 0 || id === shown)
    .map((id) => ({ id, count: counts[id], tone: counts[id] > 0 ? (TONES[id] ?? 'none') : 'none' }));
}
