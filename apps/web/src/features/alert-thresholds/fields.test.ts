import { describe, expect, test } from 'vitest';
import { numberIn, offeredFor, readDelay, readField, storedValue } from './fields.ts';

const value = (number: number) => ({ kind: 'value', value: number });

describe('what is typed into a cell', () => {
  test.each([
    ['cpu', -1, 100],
    ['memory', -1, 100],
    ['disk', -1, 100],
    ['usage', -1, 100],
    ['memoryWarnPct', -1, 100],
    ['memoryCriticalPct', -1, 100],
    ['temperature', -1, 150],
    ['diskRead', -1, 10_000],
    ['networkOut', -1, 10_000],
    ['restartCount', -1, 50],
    ['restartWindow', -1, 86_400],
  ] as const)('%s is from %d to %d', (field, least, most) => {
    expect(readField(field, String(most))).toEqual(value(most));
    expect(readField(field, String(most + 1))).toEqual({ kind: 'wrong', why: 'bounds', least, most });
    expect(readField(field, String(least))).toEqual(value(-1));
    expect(readField(field, '-2')).toMatchObject({ kind: 'wrong', why: 'bounds' });
  });

  test('0 and less is off, and so are the words for it; nothing is the inherited value', () => {
    expect(readField('cpu', '0')).toEqual(value(-1));
    expect(readField('cpu', '-0.5')).toEqual(value(-1));
    expect(readField('cpu', ' OFF ', ['off'])).toEqual(value(-1));
    expect(readField('cpu', '  ')).toEqual({ kind: 'empty' });
  });

  test('rates and percents may have decimals; counts and seconds are whole; words are no numbers', () => {
    expect(readField('networkIn', '0.5')).toEqual(value(0.5));
    expect(readField('restartCount', '2.5')).toMatchObject({ why: 'whole' });
    expect(readField('cpu', 'high')).toMatchObject({ why: 'number' });
  });

  test('the numbers of mail gateways are rounded and not below 0', () => {
    expect(readField('queueTotalWarning', '12.6')).toEqual(value(13));
    expect(readField('holdQueueWarn', '-5')).toEqual(value(0));
    expect(readField('queueTotalWarning', '2000000000')).toMatchObject({ why: 'bounds' });
  });

  test.each([
    ['85', 85],
    ['85,5', 85.5],
    ['85 %', 85],
    ['−1', -1],
    ['1,000', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['8 5', undefined],
  ])('%s is read as %s', (text, number) => expect(numberIn(text)).toBe(number));
});

test('delays are whole seconds of 0 or more', () => {
  expect(readDelay('0')).toEqual(value(0));
  expect(readDelay('-1')).toMatchObject({ why: 'bounds' });
  expect(readDelay('1.5')).toMatchObject({ why: 'whole' });
  expect(readDelay('')).toEqual({ kind: 'empty' });
});

test.each([
  ['cpu', 80],
  ['diskWrite', 100],
  ['networkIn', 100],
  ['temperature', 80],
  ['restartCount', 3],
  ['restartWindow', 300],
  ['memoryWarnPct', 90],
  ['memoryCriticalPct', 95],
] as const)('a cell of %s that is off offers %d', (field, offered) => expect(offeredFor(field)).toBe(offered));

test('a threshold is stored with its clear level, and keeps a critical level that is not below it', () => {
  expect(storedValue('cpu', 90, undefined)).toEqual({ trigger: 90, clear: 85 });
  expect(storedValue('cpu', 3, undefined)).toEqual({ trigger: 3, clear: 0 });
  expect(storedValue('cpu', -1, undefined)).toEqual({ trigger: -1, clear: 0 });
  const before = { trigger: 80, clear: 75, critical: 92 };
  expect(storedValue('cpu', 90, before)).toEqual({ trigger: 90, clear: 85, critical: 92 });
  expect(storedValue('cpu', 95, before)).toEqual({ trigger: 95, clear: 90 });
  expect(storedValue('restartCount', 4, 3)).toBe(4);
});
