import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedList, typedText } from './typed-list.ts';

test.each([
  [' a, b\n,c  d,,', ['a', 'b', 'c', 'd']],
  ['"Domain Admins", ops', ['Domain Admins', 'ops']],
  ["'Domain Admins' ops", ['Domain Admins', 'ops']],
  ['"cn=admins,ou=staff" "b"', ['cn=admins,ou=staff', 'b']],
  ['"a ""big"" one"', ['a "big" one']],
  ["O'Brien's d'Artagnan", ["O'Brien's", "d'Artagnan"]],
  ['"never closed, b', ['"never', 'closed', 'b']],
  ['"a"b', ['"a"b']],
  ['"" \'\' " "', []],
])('%s is split at commas and whitespace, and a name in quotes stays whole', (text, list) => {
  expect(typedList(text)).toEqual(list);
});

test('every list comes back from its text', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(fc.array(name), fc.constantFrom(', ', ' '), (list, separator) => {
      expect(typedList(typedText(list, separator))).toEqual(list);
    }),
  );
});
