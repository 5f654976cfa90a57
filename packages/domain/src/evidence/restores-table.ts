// Restore tests: those of the period, and for each guest without one in it the last one before, or that there never was one.
import type { EvidenceCell, EvidenceNote, EvidenceTable } from '@belfry/schema/evidence/report';
import type { GuestRow } from './guest-tables.ts';
import type { EvidenceInput, EvidenceRestoreTest } from './input.ts';

/** The tests of one guest, the oldest first. `row`: undefined when the report has no such guest. */
export interface GuestTests {
  row: GuestRow | undefined;
  tests: readonly EvidenceRestoreTest[];
}

const DAY_MS = 86_400_000;

/**
 * Only what happened until `seenUntil`, in the order of the guests. A test before a guest was made belongs to the guest that had its number before.
 */
export function testsByGuest(
  tests: readonly EvidenceRestoreTest[],
  rows: readonly GuestRow[],
  { from, seenUntil }: { from: number; seenUntil: number },
): GuestTests[] {
  const known = tests
    .filter(({ at }) => at < seenUntil)
    .sort((a, b) => a.at - b.at || (a.number < b.number ? -1 : a.number > b.number ? 1 : 0));
  const byGuest = Map.groupBy(known, ({ guest }) => guest);
  const present = rows.filter(({ guest }) => guest.isThere);
  const found = present.map((row): GuestTests => {
    const born = bornAt(row, from);
    return { row, tests: (byGuest.get(row.guest.id) ?? []).filter(({ at }) => at >= born) };
  });
  const taken = new Set(found.flatMap((each) => each.tests));
  const left = known.filter((test) => !taken.has(test) && test.at >= from);
  return [...found, ...(left.length > 0 ? [{ row: undefined, tests: left }] : [])];
}

/** Since when the number is that of the present guest; minus infinity where nothing is known about another one. */
function bornAt({ guest, existed }: GuestRow, from: number): number {
  const within = existed[0] !== undefined && existed[0].from > from ? existed[0].from : Number.NEGATIVE_INFINITY;
  return Math.max(guest.createdAt ?? Number.NEGATIVE_INFINITY, within);
}

export const lastPassed = ({ tests }: GuestTests): EvidenceRestoreTest | undefined =>
  tests.findLast(({ result }) => result === 'passed');

/** The last one that says something about the backup. */
export const lastJudged = ({ tests }: GuestTests): EvidenceRestoreTest | undefined =>
  tests.findLast(({ result }) => result === 'passed' || result === 'failed');

export function restoresTable({ period }: EvidenceInput, all: readonly GuestTests[], seenUntil: number): EvidenceTable {
  return {
    id: 'restores',
    sources: ['GET /nodes/{node}/tasks', 'restoreTests', 'decisionsInBelfry'],
    columns: [
      { id: 'guest', kind: 'name' },
      { id: 'vmid', kind: 'text' },
      { id: 'testedAt', kind: 'time' },
      { id: 'result', kind: 'word' },
      { id: 'ageDays', kind: 'count' },
      { id: 'backAfter', kind: 'duration' },
      { id: 'backup', kind: 'text' },
      { id: 'by', kind: 'name' },
      { id: 'notes', kind: 'notes' },
      { id: 'entry', kind: 'text' },
    ],
    rows: all.flatMap((own) => {
      const { row, tests } = own;
      const within = tests.filter(({ at }) => at >= period.from);
      const shown = within.length > 0 ? within : [lastPassed(own) ?? tests.at(-1)];
      return shown.map((test) => (test ? rowOf(test, row, seenUntil) : neverOf(row)));
    }),
  };
}

const words = {
  ...{ passed: 'testPassed', failed: 'testNotPassed', refused: 'testRefused', ended: 'testEnded', open: 'testOpen' },
} as const satisfies Record<EvidenceRestoreTest['result'], string>;

function rowOf(test: EvidenceRestoreTest, row: GuestRow | undefined, seenUntil: number): EvidenceCell[] {
  const { at, name, result, restoreMs, backup = '', by, number } = test;
  return [
    ...[row?.guest.name ?? name, vmidOf(row), at, words[result], Math.floor((seenUntil - at) / DAY_MS)],
    restoreMs === undefined ? '' : Math.round(restoreMs / 1000),
    ...[backup, by, notesOf(test, row), number],
  ];
}

const neverOf = (row: GuestRow | undefined): EvidenceCell[] => [
  ...[row?.guest.name ?? '', vmidOf(row), 'never', 'noTest', '', '', '', ''],
  ...[[], ''],
];

const vmidOf = (row: GuestRow | undefined): string => `${row?.guest.vmid ?? ''}`;

function notesOf(test: EvidenceRestoreTest, row: GuestRow | undefined): EvidenceNote[] {
  const { reason, note, isAtMost, isCopyThere, isWatched } = test;
  return [
    ...(row ? [] : [{ id: 'formerTested' }]),
    ...(reason ? [{ id: `reason/${reason}` }] : []),
    ...(note ? [{ id: 'testNote', values: { note } }] : []),
    ...(isAtMost ? [{ id: 'atMost' }] : []),
    ...(isCopyThere ? [{ id: 'copyThere' }] : []),
    ...(isWatched ? [] : [{ id: 'notSeen' }]),
  ];
}
