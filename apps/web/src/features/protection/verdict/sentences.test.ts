import { lastNightOf, lossesOf } from '@belfry/domain/protection/estate';
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { aProtection, NOW } from '../testing/subject.ts';
import { countersOf } from './counts.ts';
import { lossSentence, nightSentence } from './sentences.ts';

beforeAll(() => speak(english));

const ran = (results: readonly RunResult[]) =>
  results.map((result, i) =>
    aProtection(`vm-${i}`, { lastRun: { job: 'nightly', at: '2026-11-22T02:00:00Z', result } }),
  );
const night = (results: readonly RunResult[]) => nightSentence(lastNightOf(ran(results), 0), (id) => id);
const many = (count: number, result: RunResult): RunResult[] => Array.from({ length: count }, () => result);

test.each<[readonly RunResult[], string]>([
  [many(72, 'ok'), 'All 72 planned backups of last night worked.'],
  [['ok'], 'The only planned backup of last night worked.'],
  [['ok', 'failed'], 'All planned backups of last night worked, except vm-1.'],
  [['ok', 'missed', 'failed', 'damaged'], 'All planned backups of last night worked, except vm-2, vm-3 and vm-1.'],
  [
    [...many(67, 'ok'), ...many(3, 'failed'), 'missed', 'damaged'],
    '67 of 72 planned backups of last night worked. 3 failed, 1 was missed and 1 is damaged.',
  ],
  [['failed'], '0 of 1 planned backups of last night worked. 1 failed.'],
  [
    ['ok', 'ok', 'running'],
    'The first 2 planned backups of last night worked. 1 planned backup of last night is not over.',
  ],
  [
    ['ok', 'failed', ...many(416, 'pending')],
    '1 of the first 2 planned backups of last night worked, vm-1 did not. 416 planned backups of last night are not over.',
  ],
  [['pending', 'running'], '2 planned backups of last night are not over.'],
  [[], 'No backup was planned last night.'],
])('last night in a sentence: %#', (results, sentence) => {
  expect(night(results)).toBe(sentence);
});

test('a run by hand that failed is said in words of its own, beside the planned runs', () => {
  const byHand = { at: '2026-11-22T04:00:00Z', error: 'no space', task: 'u' };
  const guests = ran(many(675, 'ok')).map((guest, i) => (i === 0 ? { ...guest, byHand } : guest));
  const sentence = nightSentence(lastNightOf(guests, 0), (id) => id);
  expect(sentence).toBe('All 675 planned backups of last night worked. 1 run by hand failed.');
  expect(countersOf(guests, [], 0, 'all').find(({ id }) => id === 'by-hand')).toMatchObject({ count: 1, tone: 'warn' });
});

test('what would be lost now says how many guests are within their schedule, and which would be lost whole', () => {
  const guests = [
    aProtection('a'),
    aProtection('b', { state: 'late' }),
    aProtection('c', { state: 'not-covered', jobs: [], lastGood: undefined }),
  ];
  expect(lossSentence(lossesOf(guests, NOW))).toBe(
    'If everything died now, 1 of 2 covered guests would lose no more than their schedule allows. 1 guest would be lost whole.',
  );
  expect(lossSentence(lossesOf([], NOW))).toBe('');
});
