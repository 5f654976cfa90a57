import { lastNightOf, lossesOf } from '@belfry/domain/protection/estate';
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { aProtection, NOW } from '../testing/subject.ts';
import { lossSentence, nightSentence } from './sentences.ts';

beforeAll(() => speak(english));

const ran = (results: readonly RunResult[]) =>
  results.map((result, i) =>
    aProtection(`vm-${i}`, { lastRun: { job: 'nightly', at: '2026-11-22T02:00:00Z', result } }),
  );
const night = (results: readonly RunResult[]) => nightSentence(lastNightOf(ran(results), 0), (id) => id);
const many = (count: number, result: RunResult): RunResult[] => Array.from({ length: count }, () => result);

test.each<[readonly RunResult[], string]>([
  [many(72, 'ok'), "All 72 of last night's backups worked."],
  [['ok'], 'The only backup of last night worked.'],
  [['ok', 'failed'], "All of last night's backups worked, except vm-1."],
  [['ok', 'missed', 'failed', 'damaged'], "All of last night's backups worked, except vm-2, vm-3 and vm-1."],
  [
    [...many(67, 'ok'), ...many(3, 'failed'), 'missed', 'damaged'],
    '67 of 72 backups of last night worked. 3 failed, 1 was missed and 1 is damaged.',
  ],
  [['failed'], '0 of 1 backups of last night worked. 1 failed.'],
  [['ok', 'ok', 'running'], "All 2 of last night's backups worked. 1 backup of last night is not over."],
  [['pending', 'running'], '2 backups of last night are not over.'],
  [[], 'No backup was planned last night.'],
])('last night in a sentence: %#', (results, sentence) => {
  expect(night(results)).toBe(sentence);
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
