import { expect, test } from 'vitest';
import { tokenInLink } from './setup-link.ts';

test('only a whole setup token is taken from the link', () => {
  const token = 'a1'.repeat(24);
  expect(tokenInLink(`#setup=${token}`)).toBe(token);
  for (const hash of ['', '#', `#${token}`, `#setup=${token}0`, '#setup=<b>', `#x&setup=${token}`])
    expect(tokenInLink(hash)).toBe('');
});
