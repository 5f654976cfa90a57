import { expect, test } from 'vitest';
import { kindOf, missed, pauseAfter, progressOf, type Report, start } from './progress.ts';

const reportOf = (status: Report['status'], more: Partial<Report> = {}): Report => ({
  ...{ status, progress: 40, message: 'm', error: '' },
  ...more,
});
const kind = (progress: Parameters<typeof kindOf>[0], running = '1.0.0') => kindOf(progress, '1.1.0', running);

test('the title follows the server: nothing known, in progress, restarting, the result', () => {
  expect(kind(start)).toBe('initializing');
  for (const status of ['downloading', 'verifying', 'extracting', 'backing-up', 'applying'] as const)
    expect([progressOf(reportOf(status), false).phase, kind(progressOf(reportOf(status), false))]).toEqual([
      'poll',
      'updating',
    ]);
  expect(kind(progressOf(reportOf('restarting'), false))).toBe('restarting');
  expect(kind(progressOf(reportOf('completed'), false))).toBe('completed');
  expect(kind(progressOf(reportOf('error', { error: 'no' }), false))).toBe('failed');
  expect(kind(progressOf(reportOf('applying', { error: 'no' }), false))).toBe('failed');
});

test('if the server knows no update any more and has the wanted version, the update has succeeded', () => {
  expect(kind(progressOf(reportOf('idle'), true), '1.1.0')).toBe('completed');
  expect(kind(progressOf(reportOf('idle'), true))).toBe('failed');
});

test('a restart stops the questions until Belfry is healthy; the page that was loaded after it goes on asking', () => {
  expect(progressOf(reportOf('restarting'), false).phase).toBe('health');
  expect(progressOf(reportOf('restarting'), true).phase).toBe('poll');
});

test('without an answer Belfry restarts, at 95 %, unless the last answer was a result', () => {
  expect(missed(start)).toMatchObject({ phase: 'health', report: { status: 'restarting', progress: 95 } });
  expect(missed(progressOf(reportOf('downloading'), false)).report).toMatchObject({
    status: 'restarting',
    progress: 95,
  });
  expect(missed(progressOf(reportOf('idle'), false)).report?.status).toBe('idle');
  expect(missed(progressOf(reportOf('error'), false)).report?.status).toBe('error');
});

test('health is asked for after 2, 4 and 8 seconds, and then every 8 seconds', () => {
  expect([1, 2, 3, 4, 5, 20].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
});
