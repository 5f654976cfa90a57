import { processorTime } from '@belfry/domain/testing/processor-time';
import { expect, test } from 'vitest';
import { openReference } from './reference-format.ts';
import { NOT_OURS } from './sealed.ts';

test('an invalid file of one megabyte is refused at once, wherever its spaces are', async () => {
  const megabyte = 1 << 20;
  const blank = ' '.repeat(megabyte);
  for (const text of [`A${blank}!`, `${blank}!`, `A=${blank}!`, `${'A '.repeat(megabyte / 2)}!`, blank]) {
    const used = processorTime();
    expect(await openReference(text, 'a long passphrase')).toEqual({ ok: false, error: NOT_OURS });
    expect(used()).toBeLessThan(1000);
  }
});
