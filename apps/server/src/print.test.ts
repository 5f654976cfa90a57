import { expect, test } from 'vitest';
import { printable } from './print.ts';

test('what another server says colours and moves nothing in a terminal; lines stay', () => {
  expect(printable('evil\u001b[31m\u202ename\r\nKey: ä')).toBe('evil\ufffd[31m\ufffdname\ufffd\nKey: ä');
});
