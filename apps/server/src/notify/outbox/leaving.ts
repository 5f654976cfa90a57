// Whether a message may leave after its attempt was written, or was not.
import type { Written } from '../../db/alert-writes.ts';
import type { Entry, Line } from './line.ts';

/** So long messages wait for a database that is away. Then silence is worse than a message that comes twice. */
export const AWAY_MS = 30_000;

/** `unstored`: it leaves although another server may have sent it, and says so. `held`: it waits. */
export type Leaving = 'stored' | 'unstored' | 'held';

/**
 * What a disk refuses belongs to this server alone, so it leaves from memory. What the fence refuses may be the work of another server.
 * A database that is away is no lost lease: nobody can be shown to hold it.
 */
export function leavingOf(written: Written, isUrgent: boolean, awayMs: number | undefined): Leaving {
  if (written === 'lease') return 'held';
  if (written !== 'database') return 'stored';
  return isUrgent && (awayMs ?? 0) >= AWAY_MS ? 'unstored' : 'held';
}

/** It is about a critical alert, or a later message about one waits for it: they stay in order. */
export const isUrgent = ({ row }: Entry, line: Pick<Line, 'about'>): boolean =>
  row.notice.alerts.some(({ occurrence }) =>
    line
      .about(occurrence)
      .some((other) =>
        other.row.notice.alerts.some((one) => one.occurrence === occurrence && one.alert.level === 'critical'),
      ),
  );
