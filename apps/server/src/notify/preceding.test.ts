// A message says what was changed before its alert, and comes without that line when the journal fails.
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { expect, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import type { ChangeBefore, ForecastFor } from './preceding.ts';
import { destination, startOutbox } from './testing/outbox.ts';
import { bodyOf } from './text/body.ts';
import { changeLine } from './text/change.ts';
import { forecastText } from './text/forecast.ts';

const MINUTE = 60_000;
const change: ChangeBefore = async ({ resourceId, startTime }) =>
  ({
    ...{ id: '7', at: iso(Date.parse(startTime) - 2 * MINUTE), resource: resourceId, instance: 'dc', name: 'mail' },
    ...{ kind: 'guest', event: 'changed', by: 'root@pam', source: 'task' },
    changes: [{ field: 'memory', before: '16384', after: '8192' }],
  }) satisfies JournalEntry;

const full: ForecastFor = async () => ({
  ...{ kind: 'full', at: Date.UTC(2026, 11, 6), perDay: 1 },
  ...{ earliest: Date.UTC(2026, 11, 3, 5), latest: Date.UTC(2026, 11, 9, 7) },
});

async function lines(
  changeBefore: ChangeBefore,
  kind: 'raised' | 'resolved',
  occurrences: readonly string[],
  forecastFor?: ForecastFor,
) {
  const { queue, clock, notices, states } = await startOutbox({
    destinations: [destination('webhook:a', { language: 'de' })],
    changeBefore,
    ...(forecastFor && { forecastFor }),
  });
  queue('webhook:a', kind, ...occurrences);
  const sent = async () => {
    await clock.advance(500);
    return notices.length;
  };
  await expect.poll(sent).toBe(1);
  const [notice] = notices;
  return {
    said: notice?.alerts.map((alert) => changeLine(alert, notice)),
    full: notice?.alerts.map((alert) => forecastText(alert, notice)),
    states: await states(),
    body: notice ? bodyOf(notice, 10_000) : '',
  };
}

test('the change before the alert is in the language of the destination', async () => {
  const { said } = await lines(change, 'raised', ['o1']);
  expect(said).toEqual(['2 min davor: memory 16 GB → 8 GB von root@pam']);
});

test('an end says it too, and of several alerts with the same change the first one', async () => {
  const said = '2 min davor: memory 16 GB → 8 GB von root@pam';
  expect((await lines(change, 'resolved', ['o1'])).said).toEqual([said]);
  expect((await lines(change, 'raised', ['o1', 'o2'])).said).toEqual([said, '']);
  const [group, end] = [await lines(change, 'raised', ['o1', 'o2']), await lines(change, 'resolved', ['o1'])];
  expect(group.body.split('\n').filter((line) => line.endsWith(`(${said})`))).toHaveLength(1);
  expect(end.body.split('\n').at(-1)).toBe(said);
});

test('each change of a group is said once, and not more than three', async () => {
  let nth = 0;
  const others: ChangeBefore = async (alert) => {
    const one = await change(alert);
    return one && { ...one, id: String(nth++) };
  };
  const { said } = await lines(others, 'raised', ['o1', 'o2', 'o3', 'o4', 'o5']);
  expect(said?.filter((line) => line !== '')).toHaveLength(3);
});

test.each<[string, ChangeBefore]>([
  ['throws', () => Promise.reject(new Error('the file is damaged'))],
  [
    'throws at once',
    () => {
      throw new Error('closed');
    },
  ],
  ['never answers', () => new Promise(() => {})],
  ['knows nothing', async () => undefined],
])('a journal that %s holds no message back', async (_what, changeBefore) => {
  const { said, states } = await lines(changeBefore, 'raised', ['o1']);
  expect(said).toEqual(['']);
  expect(states).toEqual(['sent 1']);
});

const nothing: ChangeBefore = async () => undefined;

test('when it will be full is in the language of the destination, and not in an end', async () => {
  expect((await lines(nothing, 'raised', ['o1'], full)).full).toEqual([
    'voll zwischen dem 03.12.2026 und dem 09.12.2026, wenn es so weitergeht',
  ]);
  expect((await lines(nothing, 'resolved', ['o1'], full)).full).toEqual(['']);
});

test('a date with parts of a millisecond is said, and the message is sent', async () => {
  const parts: ForecastFor = async (alert) => {
    const forecast = await fullOf(alert);
    return { ...forecast, earliest: forecast.earliest + 0.25, latest: forecast.latest + 0.5 };
  };
  const { full: said, states } = await lines(nothing, 'raised', ['o1'], parts);
  expect(said).toEqual(['voll zwischen dem 03.12.2026 und dem 09.12.2026, wenn es so weitergeht']);
  expect(states).toEqual(['sent 1']);
});

/** Of `full`. */
async function fullOf(alert: Parameters<ForecastFor>[0]) {
  const forecast = await full(alert);
  if (forecast?.kind !== 'full') throw new Error('no date');
  return forecast;
}

test.each<[string, ForecastFor]>([
  ['throws', () => Promise.reject(new Error('the engine is away'))],
  ['never answers', () => new Promise(() => {})],
  ['has no date', async () => ({ kind: 'none', why: 'step' })],
  ['sees none', async () => ({ kind: 'notInSight', perDay: 1 })],
  ['has a date that no calendar has', async (alert) => ({ ...(await fullOf(alert)), earliest: NaN, latest: 1e300 })],
])('a history that %s holds no message back and says no date', async (_what, forecastFor) => {
  const { full: said, states } = await lines(nothing, 'raised', ['o1'], forecastFor);
  expect(said).toEqual(['']);
  expect(states).toEqual(['sent 1']);
});
