import { afterAll, beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { latencyText, whyNoLatency } from './drive-latency.tsx';

beforeAll(() => speak(english));
afterAll(() => speak(english));

const waiting = { cpu: 0, io: 24, memory: 0 };
const at = '2026-03-04T12:00:00.000Z';

test.each([
  ['the pressure is not known', {}, /I\/O pressure is not known/],
  ['it does not wait for its disks', { pressure: { ...waiting, io: 0.9 } }, /does not wait .* 1% or more/],
  ['there is one reading', { pressure: waiting }, /two readings/],
  ['the host gave no counters', { pressure: waiting, driveLatency: { at, drives: [] } }, /gave no counters/],
])('there is a sentence when %s', (_, guest, sentence) => {
  expect(whyNoLatency(guest)).toMatch(sentence);
});

test('figures are shown without a sentence', () => {
  expect(whyNoLatency({ pressure: waiting, driveLatency: { at, drives: [{ name: 'scsi0' }] } })).toBeUndefined();
});

test('what had no operation is left out, what is not known says so, and a drive without operations does not look fast', () => {
  expect(latencyText({ name: 'scsi0', read: 0.312, write: 124.4, flush: null })).toBe(
    'Read 0.31 ms · Write 124 ms · Flush not known',
  );
  expect(latencyText({ name: 'scsi0', write: 0 })).toBe('Write 0.00 ms');
  expect(latencyText({ name: 'scsi0', failed: 3 })).toBe('no operations');
});
