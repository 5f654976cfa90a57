import { expect, test } from 'vitest';
import { supportOf } from './support.ts';

const able = { isSecure: true, hasPush: true, permission: 'default' } as const;

test.for([
  ['plain http is the reason, although the functions are missing too', { isSecure: false, hasPush: false }, 'insecure'],
  ['a browser without push messages', { hasPush: false }, 'unsupported'],
  ['a browser without notifications', { permission: undefined }, 'unsupported'],
  ['a user who forbade it', { permission: 'denied' }, 'blocked'],
  ['a user who was not asked yet', {}, 'asks'],
  ['a user who allowed it', { permission: 'granted' }, 'allowed'],
] as const)('%s', ([, change, expected]) => {
  expect(supportOf({ ...able, ...change })).toBe(expected);
});
