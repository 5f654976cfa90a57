import { expect, test } from 'vitest';
import { heard, kindOf, missed, pauseAfter, start, type Told } from './progress.ts';

const told = (status: Told['status'], more: Partial<Told> = {}): Told => ({
  ...{ status, progress: 40, message: 'm', error: '' },
  ...more,
});
const kind = (progress: Parameters<typeof kindOf>[0], running = '1.0.0') => kindOf(progress, '1.1.0', running);

test('the title follows the server: nothing known, in progress, restarting, the result', () => {
  expect(kind(start)).toBe('initializing');
  for (const status of ['downloading', 'verifying', 'extracting', 'backing-up', 'applying'] as const)
    expect([heard(told(status), false).phase, kind(heard(told(status), false))]).toEqual(['poll', 'updating']);
  expect(kind(heard(told('restarting'), false))).toBe('restarting');
  expect(kind(heard(told('completed'), false))).toBe('completed');
  expect(kind(heard(told('error', { error: 'no' }), false))).toBe('failed');
  expect(kind(heard(told('applying', { error: 'no' }), false))).toBe('failed');
});

test('if the server knows no update any more and has the wanted version, the update has succeeded', () => {
  expect(kind(heard(told('idle'), true), '1.1.0')).toBe('completed');
  expect(kind(heard(told('idle'), true))).toBe('failed');
});

test('a restart stops the questions until Belfry is healthy; the page that was loaded after it goes on asking', () => {
  expect(heard(told('restarting'), false).phase).toBe('health');
  expect(heard(told('restarting'), true).phase).toBe('poll');
});

test('without an answer Belfry restarts, at 95 %, unless the last answer was a result', () => {
  expect(missed(start)).toMatchObject({ phase: 'health', told: { status: 'restarting', progress: 95 } });
  expect(missed(heard(told('downloading'), false)).told).toMatchObject({ status: 'restarting', progress: 95 });
  expect(missed(heard(told('idle'), false)).told?.status).toBe('idle');
  expect(missed(heard(told('error'), false)).told?.status).toBe('error');
});

test('health is asked for after 2, 4 and 8 seconds, and then every 8 seconds', () => {
  expect([1, 2, 3, 4, 5, 20].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
});
