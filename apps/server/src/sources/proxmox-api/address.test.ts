import { expect, test } from 'vitest';
import { siblingOf } from './address.ts';

test('members listen on the port of the main host, or on their own behind a proxy on 443', () => {
  expect(siblingOf('https://pve1.lan:9000', '10.0.0.2', 8006)).toBe('https://10.0.0.2:9000');
  expect(siblingOf('https://pve.example:443', '10.0.0.2', 8006)).toBe('https://10.0.0.2:8006');
  expect(siblingOf('https://pve1.lan:8006', 'fd00::2', 8006)).toBe('https://[fd00::2]:8006');
});

test('a member with an invalid address is ignored', () => {
  expect(siblingOf('https://pve1.lan:8006', 'not an address', 8006)).toBeUndefined();
});
