import type { SiteView } from '@belfry/schema/http/sites';
import { expect, test } from 'vitest';
import { stageOf } from './joining.ts';

const expires = '2026-01-01T12:00:00Z';
const [EARLY, LATE] = [Date.parse(expires) - 1, Date.parse(expires)];
const invited = { accept: 'token' as const, before: undefined, expires, accepted: undefined };
const site = (fields: Partial<SiteView>): SiteView => ({
  ...{ id: 'a', name: 'Köln', status: 'new', instances: [], dockerHosts: [] },
  ...fields,
});

test('a collector is awaited until it has joined or its token has expired', () => {
  expect(stageOf(undefined, invited, EARLY)).toBe('awaited');
  expect(stageOf(site({}), invited, EARLY)).toBe('awaited');
  expect(stageOf(site({}), invited, LATE)).toBe('expired');
});

test('with a token it has joined, and then is connected, also after the token has expired', () => {
  expect(stageOf(site({ status: 'silent', fingerprint: 'k1' }), invited, EARLY)).toBe('joined');
  expect(stageOf(site({ status: 'connected', fingerprint: 'k1' }), invited, LATE)).toBe('connected');
});

test('the collector before it is not taken for the one that was invited', () => {
  const again = { ...invited, before: 'k1' };
  expect(stageOf(site({ status: 'connected', fingerprint: 'k1' }), again, EARLY)).toBe('awaited');
  expect(stageOf(site({ status: 'connected', fingerprint: 'k2' }), again, EARLY)).toBe('connected');
});

test('a key that a person accepts is compared first, also where the collector before it is still connected', () => {
  const byPerson = { ...invited, accept: 'person' as const, before: 'k1' };
  const other = site({ status: 'connected', fingerprint: 'k2' });
  expect(stageOf(site({ status: 'waiting', waiting: true, fingerprint: 'k2' }), byPerson, EARLY)).toBe('compare');
  expect(stageOf(other, byPerson, EARLY)).toBe('compare');
  expect(stageOf(other, { ...byPerson, accepted: 'k2' }, EARLY)).toBe('connected');
});
