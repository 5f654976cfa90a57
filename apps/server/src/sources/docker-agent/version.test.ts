import { expect, test } from 'vitest';
import { isOlder } from './version.ts';

test.for([
  ['1.0.0', '1.0.1'],
  ['1.9.0', '1.10.0'],
  ['v1.2.3', '2.0.0'],
  ['1.0.0-rc.1', '1.0.0'],
])('%s is older than %s, and not the other way round', ([older = '', newer = '']) => {
  expect([isOlder(older, newer), isOlder(newer, older), isOlder(older, older)]).toEqual([true, false, false]);
});

test.for(['dev', '', '1.2', '1.2.3.4', 'latest', '99999999.0.0'])(
  '"%s" is not a version and is not compared',
  (text) => {
    expect([isOlder(text, '1.0.0'), isOlder('1.0.0', text)]).toEqual([false, false]);
  },
);
