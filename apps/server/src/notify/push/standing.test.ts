import { expect, test } from 'vitest';
import { createStanding, UNSEEN_MS } from './standing.ts';

const NOW = 50 * UNSEEN_MS;
const standing = (off: readonly string[] = []) =>
  createStanding({
    store: {
      users: { byName: (name) => (name === 'ann' ? { ...account, name } : undefined) },
      sessions: { get: (id) => (id === 'open' ? session : undefined) },
    },
    isOn: (method) => !off.includes(method),
    clock: { now: () => NOW },
  });
const account = { id: 'a', passwordHash: '', role: 'viewer' as const, createdAt: 1, changedAt: 1000 };
const session = {
  ...{ id: 'open', user: 'ann', subject: 'ann', role: 'viewer' as const, method: 'password' as const },
  ...{ createdAt: 1, lastUsedAt: 1, expiresAt: 2, ip: '', userAgent: '' },
};

test.for([
  ['oidc:https://id.example ann', NOW - UNSEEN_MS + 1, 'heard'],
  ['oidc:https://id.example ann', NOW - UNSEEN_MS, 'waiting'],
  ['proxy:ann', NOW, 'heard'],
  ['proxy:ann', NOW - UNSEEN_MS, 'waiting'],
  ['disabled:anonymous', 0, 'heard'],
  ['oidc:of an older version', undefined, 'heard'],
] as const)('%s, last seen at %s: %s', ([owner, seenAt, expected]) => {
  expect(standing().standingOf({ owner, seenAt })).toBe(expected);
});

test.for(['oidc:a', 'proxy:a', 'disabled:anonymous'])(
  'where this way to sign in is switched off, nothing is sent: %s',
  (owner) => {
    const [method = ''] = owner.split(':');
    expect(standing([method]).standingOf({ owner, seenAt: NOW })).toBe('waiting');
  },
);

test('a local account is heard as long as it exists, and its password or the session of the browser stays', () => {
  const { standingOf } = standing();
  const of = (name: string, confirmedAt?: number, inSession?: string) =>
    standingOf({ owner: `password:${name}`, confirmedAt, session: inSession, seenAt: 0 });
  expect([of('ann', 1000), of('ann'), of('ann', 999), of('ann', 999, 'open'), of('bob', 1000)]).toEqual([
    ...['heard', 'heard', 'ended', 'heard', 'ended'],
  ]);
});
