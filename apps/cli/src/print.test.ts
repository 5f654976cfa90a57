import { expect, test } from 'vitest';
import { table } from './print.ts';

test('columns are as wide as their longest value, and numbers are aligned to the right', () => {
  const rows = [
    ['db', 5],
    ['mail-gateway', 120],
  ];
  expect(table(['NAME', 'VMID'], rows, '')).toBe('NAME          VMID\ndb               5\nmail-gateway   120\n');
});

test('no row is a sentence', () => {
  expect(table(['NAME'], [], 'There are no nodes.')).toBe('There are no nodes.\n');
});

test('a name cannot control the terminal: escapes, line breaks and changes of direction are replaced', () => {
  expect(table(['NAME'], [['a\u001b[2Jb\nc\u009bd\u202ee']], '')).toBe('NAME\na�[2Jb�c�d�e\n');
});
