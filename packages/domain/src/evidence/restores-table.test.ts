import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { expect, test } from 'vitest';
import { countOf } from './backup-count.ts';
import type { GuestRow } from './guest-tables.ts';
import type { EvidenceGuest, EvidenceInput, EvidenceRestoreTest } from './input.ts';
import { makeReport } from './report.ts';
import { lastJudged, lastPassed, restoresTable, testsByGuest } from './restores-table.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1);
const until = START + 31 * DAY;
const period = { key: '2026-10', from: START, until, zone: 'UTC' };

const protection: GuestProtection = {
  ...{ id: 'c-101', state: 'protected', jobs: ['j'], backups: 3, protectedBackups: 0, disksLeftOut: [] },
  ...{ lastGood: new Date(until).toISOString(), verification: 'ok' },
  offSite: { kind: 'sync', place: 'far', at: new Date(until).toISOString(), isConfirmed: true, isLate: false },
};
const guest = (vmid: number, given: Partial<EvidenceGuest> = {}): EvidenceGuest => ({
  ...{ id: `c-${vmid}`, name: `guest-${vmid}`, instance: 'c', vmid, node: 'n', isThere: true, createdAt: undefined },
  ...{ maintenance: [], readings: undefined, protection, exclusion: undefined, runs: [], before: undefined },
  ...{ retentions: undefined, ...given },
});
const row = (of: EvidenceGuest, from = START): GuestRow => ({
  ...{ guest: of, availability: undefined, existed: [{ from, until }], isIdle: false, notes: [] },
  count: countOf([], [], undefined, undefined, until),
});
const tested = (vmid: number, day: number, given: Partial<EvidenceRestoreTest> = {}): EvidenceRestoreTest => ({
  ...{ number: `d${vmid}/${day}`, guest: `c-${vmid}`, name: `then-${vmid}`, at: START + day * DAY },
  ...{ isWatched: true, result: 'passed', by: 'anna', restoreMs: 620_400, backup: 'volid', ...given },
});
const inputOf = (restoreTests: readonly EvidenceRestoreTest[], guests = [guest(101), guest(102)]): EvidenceInput => ({
  ...{
    scope: { kind: 'all', id: '', name: '' },
    period,
    now: until,
    knownSince: START,
    nodes: [],
    guests,
    restoreTests,
  },
  ...{ alerts: [], services: [], stores: [], changes: [], seen: [], limits: [], days: [], restoreReminderDays: 180 },
});
const tableOf = (input: EvidenceInput, rows = input.guests.map((each) => row(each))) =>
  restoresTable(input, testsByGuest(input.restoreTests, rows, { from: START, seenUntil: until }), until);
const shown = (input: EvidenceInput, rows?: GuestRow[]) =>
  tableOf(input, rows).rows.map(([name, , at, result, age, took]) => [name, at, result, age, took]);

test('each test of the period has a row with its measured time and its age; a guest without one is said to have none', () => {
  expect(shown(inputOf([tested(101, 20), tested(101, 5, { result: 'failed', restoreMs: undefined })]))).toEqual([
    ['guest-101', START + 5 * DAY, 'testNotPassed', 26, ''],
    ['guest-101', START + 20 * DAY, 'testPassed', 11, 620],
    ['guest-102', 'never', 'noTest', '', ''],
  ]);
});

test('of a guest without a test in the period the last one that passed before is shown, and nothing that came after the period', () => {
  const old = [tested(101, -90), tested(101, -60), tested(101, -30, { result: 'refused', reason: 'clone' })];
  expect(shown(inputOf([...old, tested(102, 40)]))).toEqual([
    ['guest-101', START - 60 * DAY, 'testPassed', 91, 620],
    ['guest-102', 'never', 'noTest', '', ''],
  ]);
});

test('a test of the guest that had the number before says nothing about the present one', () => {
  const input = inputOf([tested(101, 3)], [guest(101)]);
  const born = row(guest(101, { createdAt: START + 10 * DAY }), START + 10 * DAY);
  const [own] = testsByGuest(input.restoreTests, [born], { from: START, seenUntil: until });
  expect(own?.tests).toEqual([]);
  expect(tableOf(input, [born]).rows.map(([name, , at, , , , , , notes]) => [name, at, notes])).toEqual([
    ['guest-101', 'never', []],
    ['then-101', START + 3 * DAY, [{ id: 'formerTested' }]],
  ]);
});

test('the notes say why, that nobody looked at the end, and that a test was only written down', () => {
  const notes = (given: Partial<EvidenceRestoreTest>) =>
    tableOf(inputOf([tested(101, 1, given)], [guest(101)])).rows[0]?.[8];
  expect(notes({ result: 'refused', reason: 'otherBackup', note: 'vm/9' })).toEqual([
    { id: 'reason/otherBackup' },
    { id: 'testNote', values: { note: 'vm/9' } },
  ]);
  expect(notes({ isAtMost: true, isCopyThere: true })).toEqual([{ id: 'atMost' }, { id: 'copyThere' }]);
  expect(notes({ isWatched: false })).toEqual([{ id: 'notSeen' }]);
});

test('a refused test changes nothing about what was judged before', () => {
  const own = { row: undefined, tests: [tested(1, 1, { result: 'failed' }), tested(1, 2, { result: 'refused' })] };
  expect([lastJudged(own)?.result, lastPassed(own)]).toEqual(['failed', undefined]);
});

test('the first page counts them, and asks for a decision about what failed, is old, or was never tested', () => {
  const guests = [101, 102, 103, 104, 105].map((vmid) => guest(vmid));
  const report = makeReport(
    inputOf(
      [
        tested(101, 2),
        ...[tested(102, -300), tested(102, 4, { result: 'failed', restoreMs: undefined })],
        tested(103, -200),
        tested(104, 3, { result: 'refused', reason: 'clone', restoreMs: undefined }),
      ],
      guests,
    ),
  );
  const [numbers, decisions] = report.tables;
  expect(numbers?.rows.at(-1)).toEqual([
    ...['restoresPassed', 1, 'testUnit'],
    [{ id: 'ofTests', values: { failed: 1, refused: 1, never: 2, of: 5 } }],
    'restores',
  ]);
  expect(decisions?.rows.map(([, notes]) => (Array.isArray(notes) ? notes[0] : notes))).toEqual([
    { id: 'testFailed', values: { count: 1, names: 'guest-102' } },
    { id: 'testOld', values: { count: 2, names: 'guest-102, guest-103', days: 180 } },
    { id: 'neverTested', values: { count: 2, names: 'guest-104, guest-105' } },
  ]);
  expect(report.also[0]).toEqual({ id: 'alsoSlowest', values: { name: 'then-101', seconds: 620 } });
});
