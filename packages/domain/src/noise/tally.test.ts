import { expect, test } from 'vitest';
import { utc } from '../calendar-event/runs.ts';
import { createNoiseTally, type Spoken } from './tally.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One occurrence for each length in minutes, an hour apart. */
function spoken(id: string, lengths: readonly number[], more: (nth: number) => Partial<Spoken> = () => ({})): Spoken[] {
  return lengths.map((minutes, nth) => ({
    ...{ id, type: 'cpu', name: id, resourceType: 'guest', message: '', start: nth * HOUR },
    ...{ end: nth * HOUR + minutes * MINUTE, reason: 'recovered', isAcknowledged: false, ...more(nth) },
  }));
}

function tallyOf(...all: readonly Spoken[][]) {
  const tally = createNoiseTally(utc);
  for (const each of all.flat()) tally.add(each);
  return tally;
}

test('what alerted most often comes first, and what alerted once is no noise', () => {
  const tally = tallyOf(spoken('once', [5]), spoken('twice', [5, 5]), spoken('often', [5, 5, 5, 5]));
  expect(tally.most('most').map(({ id, alerts }) => [id, alerts])).toEqual([
    ['often', 4],
    ['twice', 2],
  ]);
  expect(tally.counts()).toEqual({ total: 7, kinds: 3 });
  expect(tally.most('most')[0]?.hours.slice(0, 5)).toEqual([1, 1, 1, 1, 0]);
});

test('the smallest acknowledged part comes first, and of fewer than three nothing is said', () => {
  const heeded = spoken('heeded', [5, 5, 5, 5], (nth) => ({ isAcknowledged: nth < 3 }));
  const half = spoken('half', [5, 5, 5, 5], (nth) => ({ isAcknowledged: nth < 2 }));
  const tally = tallyOf(heeded, half, spoken('never', [5, 5, 5]), spoken('few', [5, 5]));
  expect(tally.most('unheeded').map(({ id }) => id)).toEqual(['never', 'half', 'heeded']);
});

test('only alerts that ended without a person count as ended by themselves', () => {
  const cleared = spoken('cleared', [1, 1, 1], () => ({ reason: 'cleared' }));
  const acknowledged = spoken('acknowledged', [1, 1, 1], () => ({ isAcknowledged: true }));
  const active = spoken('active', [1, 1, 1], () => ({ end: undefined, reason: undefined }));
  const tally = tallyOf(cleared, acknowledged, active, spoken('slow', [60, 50, 40]), spoken('fast', [2, 90, 3]));
  expect(tally.most('alone').map(({ id }) => id)).toEqual(['fast', 'slow']);
});

test('at most ten are named', () => {
  const tally = tallyOf(...Array.from({ length: 12 }, (_, nth) => spoken(`g${nth}`, [1, 1])));
  expect(tally.most('most')).toHaveLength(10);
});
