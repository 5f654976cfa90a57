import { expect, test } from 'vitest';
import { lateBy } from './late-jobs.ts';

const HOUR_MS = 3_600_000;
const now = Date.parse('2026-01-10T00:00:00Z');
const due = (hours: number, more = {}) =>
  lateBy({ next: new Date(now - hours * HOUR_MS).toISOString(), disabled: false, ...more }, now);

test('a job is late an hour after it was due, unless it is disabled, and one that runs after a week', () => {
  expect(due(-3)).toBeUndefined();
  expect(due(0.9)).toBeUndefined();
  expect(due(72)).toBe(72 * HOUR_MS);
  expect(due(72, { disabled: true })).toBeUndefined();
  expect(due(72, { running: true })).toBeUndefined();
  expect(due(200, { running: true })).toBe(200 * HOUR_MS);
});

test('a job is not late when nothing says when it is due', () => {
  expect(lateBy({ disabled: false }, now)).toBeUndefined();
  expect(due(72, { next: 'soon' })).toBeUndefined();
});
