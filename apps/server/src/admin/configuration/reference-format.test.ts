import { growth, LINEAR } from '@belfry/domain/testing/processor-time';
import { expect, test } from 'vitest';
import { openReference } from './reference-format.ts';
import { NOT_OURS } from './sealed.ts';

const MEGABYTE = 1 << 20;

test.each<[string, (blank: string) => string]>([
  ['within', (blank) => `A${blank}!`],
  ['in front', (blank) => `${blank}!`],
  ['after the padding', (blank) => `A=${blank}!`],
  ['everywhere', (blank) => `${blank.replaceAll('  ', 'A ')}!`],
  ['alone', (blank) => blank],
])('an invalid file is refused in linear time, with a megabyte of spaces %s', async (_, textOf) => {
  const refusing = (size: number) => {
    const text = textOf(' '.repeat(size));
    return () => openReference(text, 'a long passphrase');
  };
  expect(await refusing(MEGABYTE)()).toEqual({ ok: false, error: NOT_OURS });
  expect(growth(MEGABYTE / 8, refusing)).toBeLessThan(LINEAR);
});
