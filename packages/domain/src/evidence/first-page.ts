// The first page: one sentence, five numbers, and what needs a decision.
import type { EvidenceCell, EvidenceNote, EvidenceTable } from '@belfry/schema/evidence/report';
import { shareOf } from './availability.ts';
import { isExcluded, recoveryOf } from './backups-table.ts';
import { median } from './event-tables.ts';
import type { GuestRow } from './guest-tables.ts';
import type { EvidenceInput } from './input.ts';

interface FirstPage {
  headline: EvidenceNote;
  numbers: EvidenceTable;
  decisions: EvidenceTable;
}

/** So many are named in one decision; the table has all. */
const NAMED = 5;

export function firstPage(input: EvidenceInput, rows: readonly GuestRow[]): FirstPage {
  const sum = (of: (row: GuestRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const running = rows.filter(({ isIdle, availability }) => availability && !isIdle);
  const [up, down] = (['upMs', 'downMs'] as const).map((field) =>
    running.reduce((total, { availability }) => total + (availability?.[field] ?? 0), 0),
  ) as [number, number];
  const planned = sum(({ count }) => count.planned - count.open);
  const worked = sum(({ count }) => count.worked);
  const unknown = sum(({ count }) => count.unknown);
  const [failed, missed] = [sum(({ count }) => count.failed), sum(({ count }) => count.missed)];
  const there = rows.filter(({ guest }) => guest.isThere);
  const verified = there.filter(({ guest }) => guest.protection?.verification === 'ok').length;
  const inPlan = there.filter((row) => recoveryOf(row) !== 'noPlan');
  const reached = inPlan.filter((row) => recoveryOf(row) === 'reached').length;
  const acknowledged = input.alerts.flatMap(({ raisedAt, acknowledgedAt }) =>
    acknowledgedAt === undefined ? [] : [(acknowledgedAt - raisedAt) / 1000],
  );
  const middle = median(acknowledged);
  const known = planned - unknown;
  const row = (id: string, value: EvidenceCell, unit: string, note: EvidenceNote, table: string): EvidenceCell[] => [
    ...[id, value, unit, [note], table],
  ];
  return {
    headline: headlineOf(rows, { planned, worked, unknown, reached, inPlan: inPlan.length }),
    numbers: {
      id: 'numbers',
      sources: [],
      columns: [
        { id: 'number', kind: 'word' },
        { id: 'value', kind: 'count' },
        { id: 'unit', kind: 'word' },
        { id: 'notes', kind: 'notes' },
        { id: 'table', kind: 'word' },
      ],
      rows: [
        row(
          'guestsUp',
          shareOf(up, up + down) ?? null,
          'percent',
          { id: 'ofGuests', values: { count: running.length, of: rows.length } },
          'guests',
        ),
        row(
          'backupsWorked',
          shareOf(worked, known) ?? null,
          'percent',
          { id: 'ofRuns', values: { worked, known, failed, missed, unknown } },
          'backups',
        ),
        row(
          'verifiedGuests',
          verified,
          unitOf('guest', verified),
          { id: 'of', values: { of: there.length } },
          'backups',
        ),
        row(
          'recoveryGuests',
          reached,
          unitOf('guest', reached),
          { id: 'of', values: { of: inPlan.length } },
          'backups',
        ),
        row(
          'alertsRaised',
          input.alerts.length,
          unitOf('alert', input.alerts.length),
          middle === undefined
            ? { id: 'noReaction' }
            : { id: 'reaction', values: { seconds: Math.round(middle), count: acknowledged.length } },
          'alerts',
        ),
      ],
    },
    decisions: decisionsOf(there),
  };
}

function headlineOf(
  rows: readonly GuestRow[],
  {
    planned,
    worked,
    unknown,
    reached,
    inPlan,
  }: Record<'planned' | 'worked' | 'unknown' | 'reached' | 'inPlan', number>,
): EvidenceNote {
  if (rows.length === 0) return { id: 'headlineEmpty' };
  if (planned === 0) return { id: 'headlineNoPlan', values: { guests: rows.length } };
  const values = { planned, worked, unknown, reached, guests: inPlan };
  return { id: unknown > 0 ? 'headlinePartly' : 'headline', values };
}

function decisionsOf(rows: readonly GuestRow[]): EvidenceTable {
  const decisions: [EvidenceNote, string][] = [];
  const about = (id: string, table: string, found: readonly GuestRow[]) => {
    if (found.length > 0) decisions.push([{ id, values: { count: found.length, names: named(found) } }, table]);
  };
  const judged = rows.filter((row) => row.guest.protection && !isExcluded(row));
  about(
    'missedRecovery',
    'backups',
    judged.filter((row) => recoveryOf(row) === 'missedPoint'),
  );
  about(
    'inNoJob',
    'backups',
    judged.filter(({ guest }) => guest.protection?.state === 'not-covered'),
  );
  about(
    'damagedBackup',
    'backups',
    judged.filter(({ guest }) => guest.protection?.verification === 'failed'),
  );
  about(
    'neverVerified',
    'backups',
    judged.filter(({ guest }) => guest.protection?.state === 'unverified'),
  );
  about(
    'noCopy',
    'backups',
    judged.filter(({ guest: { protection } }) => protection?.lastGood !== undefined && !protection.offSite),
  );
  about(
    'excludedNoEnd',
    'backups',
    rows.filter((row) => isExcluded(row) && row.guest.exclusion?.until === undefined),
  );
  return {
    id: 'decisions',
    sources: [],
    columns: [
      { id: 'rank', kind: 'count' },
      { id: 'decision', kind: 'notes' },
      { id: 'table', kind: 'word' },
    ],
    rows: decisions.map(([note, table], i) => [i + 1, [note], table]),
  };
}

function named(rows: readonly GuestRow[]): string {
  const names = rows.slice(0, NAMED).map(({ guest }) => guest.name);
  return rows.length > NAMED ? `${names.join(', ')} …` : names.join(', ');
}

const unitOf = (one: 'guest' | 'alert', count: number): string => (count === 1 ? `${one}Unit` : `${one}sUnit`);
