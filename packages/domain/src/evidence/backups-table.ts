// Backups against their schedule.
import type { EvidenceNote, EvidenceTable } from '@belfry/schema/evidence/report';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { GuestRow } from './guest-tables.ts';
import type { EvidenceGuest } from './input.ts';

export const isExcluded = ({ guest }: GuestRow): boolean => guest.protection?.state === 'excluded';

/** Whether the state says anything about its backups. */
const isJudged = ({ guest }: GuestRow): boolean => guest.protection !== undefined;

/** Its backups could not be read, so what is not seen may be there. */
export const isUnread = (protection: GuestProtection | undefined): boolean =>
  protection === undefined || (protection.state === 'unknown' && protection.lastGood === undefined);

/** `retentionOf`: the names of the rules that remove its backups. */
export function backupsTable(rows: readonly GuestRow[], retentionOf: (row: GuestRow) => string | null): EvidenceTable {
  return {
    id: 'backups',
    sources: [
      'GET /cluster/backup',
      'GET /cluster/tasks',
      'GET /admin/datastore/{store}/snapshots',
      'runsOfBelfry',
      'decisionsInBelfry',
    ],
    columns: [
      { id: 'guest', kind: 'name' },
      { id: 'vmid', kind: 'text' },
      { id: 'plan', kind: 'word' },
      { id: 'planned', kind: 'count' },
      { id: 'worked', kind: 'count' },
      { id: 'failed', kind: 'count' },
      { id: 'missed', kind: 'count' },
      { id: 'late', kind: 'count' },
      { id: 'notKnownRuns', kind: 'count' },
      { id: 'verified', kind: 'word' },
      { id: 'encrypted', kind: 'word' },
      { id: 'elsewhere', kind: 'time' },
      { id: 'retentionRules', kind: 'text' },
      { id: 'worst', kind: 'duration' },
      { id: 'allowed', kind: 'duration' },
      { id: 'recoveryPoint', kind: 'word' },
      { id: 'notes', kind: 'notes' },
    ],
    rows: rows.map((row) => {
      const { guest, count } = row;
      const counts = isJudged(row)
        ? [count.planned, count.worked, count.failed, count.missed, count.late, count.unknown]
        : [null, null, null, null, null, null];
      return [
        ...[guest.name, `${guest.vmid ?? ''}`, planOf(row)],
        ...counts,
        ...[verifiedOf(row), encryptedOf(row)],
        ...[elsewhereOf(row), retentionOf(row)],
        ...[count.worst, count.allowed, recoveryOf(row)],
        notesOf(row),
      ];
    }),
  };
}

/** The time of the newest backup that is elsewhere, or a word. */
function elsewhereOf({ guest: { protection } }: GuestRow): number | string | null {
  if (protection?.offSite) return Date.parse(protection.offSite.at);
  return isUnread(protection) ? null : 'none';
}

function planOf({ guest, count }: GuestRow): string {
  const state = guest.protection?.state;
  if (state === undefined || (state === 'unknown' && count.planned === 0)) return 'notKnown';
  if (state === 'excluded') return 'excluded';
  return (guest.protection?.jobs.length ?? 0) > 0 ? 'inPlan' : 'notPlanned';
}

function verifiedOf({ guest: { protection } }: GuestRow): string {
  if (protection?.lastGood === undefined) return isUnread(protection) ? 'notKnown' : 'noBackup';
  return { ok: 'yes', failed: 'damaged', none: 'no', 'not-possible': 'notPossible' }[
    protection.verification ?? 'not-possible'
  ];
}

function encryptedOf({ guest: { protection } }: GuestRow): string {
  if (protection?.lastGood === undefined) return isUnread(protection) ? 'notKnown' : 'noBackup';
  return protection.encrypted === undefined ? 'notKnown' : protection.encrypted ? 'yes' : 'no';
}

export function recoveryOf(row: GuestRow): 'reached' | 'missedPoint' | 'notKnown' | 'noPlan' {
  const { count } = row;
  const plan = planOf(row);
  if (plan === 'excluded' || plan === 'notPlanned') return 'noPlan';
  return count.isReached === null ? 'notKnown' : count.isReached ? 'reached' : 'missedPoint';
}

const decided = ({ note, by, since }: NonNullable<EvidenceGuest['exclusion']>) => ({
  ...{ note, by },
  since: Date.parse(since),
});

function notesOf({ guest: { exclusion, protection }, count }: GuestRow): EvidenceNote[] {
  const notes: EvidenceNote[] = [];
  if (protection?.state === 'excluded' && exclusion)
    notes.push(
      exclusion.until === undefined
        ? { id: 'excludedForever', values: decided(exclusion) }
        : { id: 'excludedUntil', values: { ...decided(exclusion), at: Date.parse(exclusion.until) } },
    );
  if (protection?.reason?.kind === 'missing-privilege')
    notes.push({ id: 'needsPrivilege', values: { privilege: protection.reason.text ?? '' } });
  if (count.unknown > 0) notes.push({ id: 'runsUnknown', values: { count: count.unknown } });
  if (count.open > 0) notes.push({ id: 'runsOpen', values: { count: count.open } });
  return notes;
}
