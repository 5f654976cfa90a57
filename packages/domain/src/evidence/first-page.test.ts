import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { expect, test } from 'vitest';
import type { EvidenceGuest, EvidenceInput } from './input.ts';
import { makeReport } from './report.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1);
const until = START + 10 * DAY;
type Result = EvidenceGuest['runs'][number]['result'];

/** Ten nights with these results; the others worked. */
function guest(vmid: number, results: Readonly<Record<number, Result>>, given: Partial<GuestProtection> = {}) {
  const runs = Array.from({ length: 10 }, (_, day) => {
    const at = START + day * DAY + 3_600_000;
    const result = results[day] ?? 'ok';
    return { job: 'j', at, result, startedAt: result === 'ok' ? at : undefined };
  });
  const protection: GuestProtection = {
    ...{ id: `c-${vmid}`, state: 'protected', jobs: ['j'], backups: 3, protectedBackups: 0, disksLeftOut: [] },
    ...{ everySeconds: 86_400, lastGood: new Date(until).toISOString(), verification: 'ok', ...given },
  };
  return {
    ...{ id: `c-${vmid}`, name: `g${vmid}`, vmid, instance: 'c', node: 'n', isThere: true, createdAt: undefined },
    ...{ maintenance: [], readings: undefined, exclusion: undefined, before: START - DAY, retentions: [] },
    ...{ protection, runs },
  } satisfies EvidenceGuest;
}
const unread = (vmid: number) => ({
  ...guest(vmid, {}, { state: 'unknown', lastGood: undefined, verification: undefined, jobs: [] }),
  runs: [],
});

function firstPageOf(guests: EvidenceGuest[], given: Partial<EvidenceInput> = {}) {
  const input: EvidenceInput = {
    ...{ scope: { kind: 'all', id: '', name: '' }, period: { key: 'p', from: START, until, zone: 'UTC' }, now: until },
    ...{ knownSince: START, nodes: [], guests, restoreTests: [], restoreReminderDays: null, alerts: [] },
    ...{ stores: [], services: [], changes: [], seen: [], limits: [], days: [], ...given },
  };
  const { headline, also, tables } = makeReport(input);
  return { headline, also, numbers: tables.find(({ id }) => id === 'numbers')?.rows ?? [] };
}
const lost: Record<number, Result> = { 3: 'unknown', 4: 'unknown' };

test('a guest of which it is not known has neither reached nor missed its recovery point', () => {
  const { headline, numbers } = firstPageOf([guest(1, {}), guest(2, { 3: 'failed', 4: 'failed' }), guest(3, lost)]);
  expect(headline).toEqual({
    id: 'headlineBothPartly',
    values: { planned: 30, worked: 26, unknown: 2, reached: 1, guests: 3, missed: 1, notKnown: 1 },
  });
  expect(numbers[3]?.slice(0, 4)).toEqual([
    ...['recoveryGuests', 1, 'guestUnit'],
    [{ id: 'ofPlannedPartly', values: { of: 3, missed: 1, unknown: 1 } }],
  ]);
});

test('when all is known, the sentence has the guests with a plan', () => {
  expect(firstPageOf([guest(1, {}), guest(2, { 3: 'failed', 4: 'failed' })]).headline).toEqual({
    id: 'headline',
    values: { planned: 20, worked: 18, unknown: 0, reached: 1, guests: 2 },
  });
});

test('when of no guest it is known, the number is not known, and not 0', () => {
  const { headline, numbers } = firstPageOf([guest(3, lost)]);
  expect(headline).toMatchObject({ id: 'headlineBothPartly', values: { reached: 0, missed: 0, notKnown: 1 } });
  expect(numbers[3]?.[1]).toBeNull();
});

test('backups that could not be read are not "no backup was planned", and not "no guest is verified"', () => {
  const { headline, numbers } = firstPageOf([unread(1), unread(2)]);
  expect(headline).toEqual({ id: 'headlinePlanUnknown', values: { guests: 2, unread: 2 } });
  expect(numbers[2]?.slice(1, 4)).toEqual([null, 'guestsUnit', [{ id: 'ofNotAll', values: { of: 2, unread: 2 } }]]);
});

test('what is still to come of a period is no time in which Belfry did not run', () => {
  const stepMs = 600_000;
  const seen = Uint16Array.from({ length: (2 * DAY) / stepMs }, (_, n) => (n === 7 ? 0 : 60));
  const readings = { from: START, stepMs, readingMs: 10_000, seen };
  const { also } = firstPageOf([guest(1, {})], {
    ...{ now: START + 2 * DAY, seen: [{ name: 'Belfry', isBelfry: true, readings }] },
  });
  expect(also).toContainEqual({ id: 'alsoOff', values: { seconds: 600 } });
});
