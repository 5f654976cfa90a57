// The first page: one sentence, five numbers, and what needs a decision.
import type { EvidenceCell, EvidenceNote, EvidenceTable } from '@belfry/schema/evidence/report';
import { gapsOf, shareOf } from './availability.ts';
import { isExcluded, isUnread, recoveryOf } from './backups-table.ts';
import { median } from './event-tables.ts';
import type { GuestRow } from './guest-tables.ts';
import type { EvidenceInput, EvidenceRestoreTest } from './input.ts';
import { type GuestTests, lastJudged, lastPassed } from './restores-table.ts';

interface FirstPage {
  headline: EvidenceNote;
  /** What else is said below. */
  also: readonly EvidenceNote[];
  numbers: EvidenceTable;
  decisions: EvidenceTable;
}

const DAY_MS = 86_400_000;
/** So many are named in one decision; the table has all. */
const NAMED = 5;

/** Everything is counted of the guests that are there now; only the availability has those that are gone in it too, and says so. */
export function firstPage(
  input: EvidenceInput,
  rows: readonly GuestRow[],
  tests: readonly GuestTests[],
  seenUntil: number,
): FirstPage {
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
  const points = { reached: 0, missed: 0, unknown: 0 };
  for (const row of inPlan) points[pointOf(row)]++;
  const isAnyKnown = points.reached + points.missed > 0;
  const unread = there.filter(({ guest }) => isUnread(guest.protection)).length;
  const gone = running.filter(({ guest }) => !guest.isThere).length;
  const within = tests.flatMap((own) => own.tests).filter(({ at }) => at >= input.period.from);
  const tested = (result: EvidenceRestoreTest['result']) => within.filter((test) => test.result === result).length;
  const passed = tested('passed');
  const never = tests.filter((own) => own.row && !lastPassed(own)).length;
  const known = planned - unknown;
  const row = (id: string, value: EvidenceCell, unit: string, notes: EvidenceNote[], table: string): EvidenceCell[] => [
    ...[id, value, unit, notes, table],
  ];
  return {
    also: alsoOf(input, within, seenUntil),
    headline: headlineOf(rows, { planned, worked, unknown, points, unread }),
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
          [
            { id: 'ofGuests', values: { count: running.length - gone, of: there.length } },
            ...(gone > 0 ? [{ id: 'goneGuests', values: { count: gone } }] : []),
          ],
          'guests',
        ),
        row(
          'backupsWorked',
          shareOf(worked, known) ?? null,
          'percent',
          [{ id: 'ofRuns', values: { worked, known, failed, missed, unknown } }],
          'backups',
        ),
        row(
          'verifiedGuests',
          verified === 0 && unread === there.length ? null : verified,
          unitOf('guest', verified),
          [
            unread > 0
              ? { id: 'ofNotAll', values: { of: there.length, unread } }
              : { id: 'of', values: { of: there.length } },
          ],
          'backups',
        ),
        row(
          'recoveryGuests',
          isAnyKnown ? points.reached : null,
          unitOf('guest', points.reached),
          [
            points.unknown > 0
              ? { id: 'ofPlannedPartly', values: { of: inPlan.length, missed: points.missed, unknown: points.unknown } }
              : { id: 'ofPlanned', values: { of: inPlan.length } },
          ],
          'backups',
        ),
        row(
          'restoresPassed',
          passed,
          unitOf('test', passed),
          [
            {
              id: 'ofTests',
              values: { failed: tested('failed'), refused: tested('refused'), never, of: there.length },
            },
          ],
          'restores',
        ),
      ],
    },
    decisions: decisionsOf(input, there, tests, seenUntil),
  };
}

/** Of whom it is not known, a guest has neither reached nor missed its recovery point. */
const pointOf = (row: GuestRow): 'reached' | 'missed' | 'unknown' =>
  (({ reached: 'reached', missedPoint: 'missed', notKnown: 'unknown', noPlan: 'unknown' }) as const)[recoveryOf(row)];

function headlineOf(
  rows: readonly GuestRow[],
  {
    points,
    unread,
    ...runs
  }: Record<'planned' | 'worked' | 'unknown' | 'unread', number> & {
    points: Record<'reached' | 'missed' | 'unknown', number>;
  },
): EvidenceNote {
  const guests = rows.length;
  if (guests === 0) return { id: 'headlineEmpty' };
  if (runs.planned === 0)
    return unread > 0
      ? { id: 'headlinePlanUnknown', values: { guests, unread } }
      : { id: 'headlineNoPlan', values: { guests } };
  const { reached, missed, unknown } = points;
  if (unknown === 0) {
    const values = { ...runs, reached, guests: reached + missed };
    return { id: runs.unknown > 0 ? 'headlinePartly' : 'headline', values };
  }
  const values = { ...runs, reached, guests: reached + missed + unknown, missed, notKnown: unknown };
  return { id: runs.unknown > 0 ? 'headlineBothPartly' : 'headlinePointsPartly', values };
}

/** What is not in the five numbers. */
function alsoOf(
  { alerts, changes, period, seen }: EvidenceInput,
  tests: readonly EvidenceRestoreTest[],
  seenUntil: number,
): EvidenceNote[] {
  const reactions = alerts.flatMap(({ raisedAt, acknowledgedAt }) =>
    acknowledgedAt === undefined ? [] : [(acknowledgedAt - raisedAt) / 1000],
  );
  const middle = median(reactions);
  const count = alerts.length;
  const slowest = tests
    .filter(({ restoreMs }) => restoreMs !== undefined)
    .sort((a, b) => (b.restoreMs ?? 0) - (a.restoreMs ?? 0))[0];
  const changed = changes.filter(({ at }) => Date.parse(at) >= period.from && Date.parse(at) < period.until).length;
  const own = seen.find(({ isBelfry }) => isBelfry);
  const offMs = own
    ? gapsOf(own.readings, { from: period.from, until: seenUntil }).reduce((ms, { missingMs }) => ms + missingMs, 0)
    : 0;
  const secondsOf = (ms: number) => Math.round(ms / 1000);
  return [
    ...(slowest
      ? [{ id: 'alsoSlowest', values: { name: slowest.name, seconds: secondsOf(slowest.restoreMs ?? 0) } }]
      : []),
    middle === undefined
      ? { id: 'alsoAlertsOnly', values: { count } }
      : { id: 'alsoAlerts', values: { count, acknowledged: reactions.length, seconds: Math.round(middle) } },
    { id: 'alsoChanges', values: { count: changed } },
    ...(offMs > 0 ? [{ id: 'alsoOff', values: { seconds: secondsOf(offMs) } }] : []),
  ];
}

function decisionsOf(
  { restoreReminderDays: days }: EvidenceInput,
  rows: readonly GuestRow[],
  tests: readonly GuestTests[],
  seenUntil: number,
): EvidenceTable {
  const decisions: [EvidenceNote, string][] = [];
  const about = (id: string, table: string, found: readonly GuestRow[], values: EvidenceNote['values'] = {}) => {
    if (found.length > 0)
      decisions.push([{ id, values: { count: found.length, names: named(found), ...values } }, table]);
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
  const isJudged = new Set(judged);
  const ofTests = (is: (own: GuestTests) => boolean) =>
    tests.filter(is).flatMap(({ row }) => (row && isJudged.has(row) ? [row] : []));
  const ageOf = (test: EvidenceRestoreTest | undefined) => (test ? (seenUntil - test.at) / DAY_MS : 0);
  about(
    'testFailed',
    'restores',
    ofTests((own) => lastJudged(own)?.result === 'failed'),
  );
  if (days !== null)
    about(
      'testOld',
      'restores',
      ofTests((own) => ageOf(lastPassed(own)) > days),
      { days },
    );
  about(
    'neverTested',
    'restores',
    ofTests((own) => !lastPassed(own) && own.row?.guest.protection?.lastGood !== undefined),
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

const unitOf = (one: 'guest' | 'test', count: number): string => (count === 1 ? `${one}Unit` : `${one}sUnit`);
