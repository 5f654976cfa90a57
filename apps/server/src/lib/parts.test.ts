import { expect, test } from 'vitest';
import { fakeClock } from './fake-clock.ts';
import { createParts } from './parts.ts';

const broken = (): never => {
  throw new TypeError('x is not a function');
};

function setUp() {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const noted: string[] = [];
  return { clock, noted, parts: createParts({ onDefect: (_error, where) => void noted.push(where), clock }) };
}

test('what a part throws is noted as a defect, and its fallback is used', async () => {
  const { parts, noted } = setUp();
  expect(parts.guarded('the marks', () => 1, 2)).toBe(1);
  expect(parts.guarded<number>('the marks', broken, 2)).toBe(2);
  expect(await parts.guardedTask('the start', async () => 1, 2)).toBe(1);
  expect(await parts.guardedTask('the start', async () => broken(), 2)).toBe(2);
  expect(noted).toEqual(['the marks', 'the start']);
});

test('a part that fails three times in a row is a problem since its first failure, until it works once', async () => {
  const { parts, clock } = setUp();
  const none = parts.problems();
  parts.guarded<void>('the marks', broken, undefined);
  parts.guarded<void>('the marks', broken, undefined);
  parts.guarded('the marks', () => {}, undefined);
  parts.guarded<void>('the marks', broken, undefined);
  await clock.advance(1000);
  for (let time = 0; time < 2; time++) parts.guarded<void>('the marks', broken, undefined);
  parts.guarded('the rules', () => {}, undefined);
  const shown = parts.problems();
  expect(shown).toEqual({
    'part:marks': {
      message: 'A part of Belfry does not work: the marks. TypeError: x is not a function',
      since: '2026-01-01T00:00:00.000Z',
    },
  });
  parts.guarded<void>('the marks', broken, undefined);
  expect(parts.problems()).toBe(shown);
  expect(parts.failing()).toEqual([{ id: 'marks', ...shown['part:marks'] }]);
  parts.guarded('the marks', () => {}, undefined);
  expect(parts.problems()).toEqual(none);
});
