import { english } from '@belfry/domain/sentences/english';
import { NodePatch, NodeRequest } from '@belfry/schema/config/node';
import { ofMessage } from '@belfry/schema/sentences/message';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalText } from '../../lib/refusal.ts';
import { applyPatch, nameCandidates, normalizeRequest } from './normalize.ts';

const normal = (request: unknown) => {
  const result = normalizeRequest(NodeRequest.parse(request));
  if (!result.ok) throw new Error(refusalText(result.error));
  return result.value;
};
const byToken = { type: 'pve', host: 'pve1.lan', tokenName: 'm@pam!belfry', tokenValue: 'tv' };
const byPassword = { type: 'pbs', host: 'pbs.lan', user: 'mon', password: 'pw' };

test.each([
  ['pve', 'https://h:8006', 'u@pam'],
  ['pbs', 'https://h:8007', 'u@pbs'],
  ['pmg', 'https://h:8006', 'u@pmg'],
])('%s: https, default port and realm are added', (type, host, user) => {
  expect(normal({ type, host: 'h', user: 'u', password: 'p' })).toMatchObject({ host, user, name: 'h' });
});

test('a token ID may be complete, without its realm, or only the name with the user in another field', () => {
  const id = (extra: object) => normal({ type: 'pbs', host: 'h', tokenValue: 'v', ...extra }).tokenName;
  expect(id({ tokenName: 'u@pam!t' })).toBe('u@pam!t');
  expect(id({ tokenName: 'u!t' })).toBe('u@pbs!t');
  expect(id({ tokenName: 't', user: 'u' })).toBe('u@pbs!t');
  const broken = normalizeRequest(NodeRequest.parse({ ...byToken, tokenName: 'no user' }));
  expect(broken).toMatchObject({ error: { sentence: { id: 'node.tokenForm' } } });
});

test('a missing name is made from the host, and a given name stays', () => {
  expect(nameCandidates('https://pve1.lan:8006')).toEqual(['pve1', 'pve1.lan', 'pve1.lan:8006']);
  expect(nameCandidates('https://10.0.0.1:8006')[0]).toBe('10.0.0.1');
  expect(normal({ ...byToken, name: 'mine' }).name).toBe('mine');
  expect(normal({ ...byToken, name: ' ' }).name).toBe('pve1');
});

test.each([
  [{ type: 'pve', host: 'h' }, 'Username and password are required'],
  [{ type: 'pve', host: 'h', user: 'u' }, 'Username and password are required'],
  [{ type: 'pve', host: 'h', tokenName: 'u@pam!t' }, 'Token ID and token value are required'],
  [{ type: 'pve', host: ' ', user: 'u', password: 'p' }, 'Host is required'],
  [{ type: 'pve', user: 'u', password: 'p' }, 'Host is required'],
  [{ ...byToken, colour: 'red' }, 'has an unknown field: colour'],
])('%j is refused with the exact text', (request, text) => {
  expect(english(ofMessage(NodeRequest.safeParse(request).error?.issues[0]?.message ?? ''))).toBe(text);
});

test('a change keeps the fields that it omits', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(normal({ ...byToken, verifySSL: false }), normal({ ...byPassword, verifySSL: false })),
      fc.record({ name: fc.constantFrom('x', ''), verifySSL: fc.boolean() }, { requiredKeys: [] }),
      (stored, patch) => {
        const { name, ...rest } = patch;
        const expected = { ...stored, ...rest, ...(name && { name }) };
        expect(applyPatch(stored, patch)).toEqual({ ok: true, value: expected });
      },
    ),
  );
});

test('blank secrets keep the stored ones', () => {
  const stored = normal(byPassword);
  const blank = { user: '', password: '', tokenName: '', tokenValue: '', host: '' };
  expect(applyPatch(stored, blank)).toEqual({ ok: true, value: stored });
});

test('a new token replaces the password, and a new password replaces the token', () => {
  const toToken = applyPatch(normal(byPassword), { tokenName: 'mon@pbs!t', tokenValue: 'v' });
  expect(toToken).toMatchObject({ ok: true, value: { tokenName: 'mon@pbs!t', tokenValue: 'v' } });
  expect(toToken.ok && toToken.value).not.toHaveProperty('password');
  const toPassword = applyPatch(normal(byToken), { user: 'root', password: 'p' });
  expect(toPassword).toMatchObject({ ok: true, value: { user: 'root@pam', password: 'p' } });
  expect(toPassword.ok && toPassword.value).not.toHaveProperty('tokenValue');
});

test('a change of the kind of sign-in needs the new secret', () => {
  expect(applyPatch(normal(byPassword), { tokenName: 'mon@pbs!t' })).toMatchObject({
    error: { sentence: { id: 'node.tokenRequired' } },
  });
  expect(applyPatch(normal(byToken), { user: 'root' })).toMatchObject({
    error: { sentence: { id: 'node.passwordRequired' } },
  });
});

test('flags of other types are ignored, whether a host is added or changed', () => {
  const pbs = normal({ ...byPassword, monitorBackups: true, monitorQueues: true });
  expect(pbs).not.toHaveProperty('monitorBackups');
  expect(pbs).not.toHaveProperty('monitorQueues');
  const changed = applyPatch(pbs, { monitorVMs: true, monitorPruneJobs: false });
  expect(changed).toEqual({ ok: true, value: { ...pbs, monitorPruneJobs: false } });
});

test('a stored secret is not used for another address: it must be entered again', () => {
  const refused = (field: string) => ({
    ok: false,
    error: { code: 'validation_error', details: { [field]: { id: 'secret.again' } } },
  });
  const [token, password] = [normal(byToken), normal(byPassword)];
  for (const host of ['evil.example', 'pve1.lan:8443', 'https://pve1.lan.evil.example'])
    expect(applyPatch(token, { host })).toMatchObject(refused('tokenValue'));
  expect(applyPatch(token, { host: 'evil.example', tokenName: 'a@pam!b', tokenValue: '' })).toMatchObject(
    refused('tokenValue'),
  );
  expect(applyPatch(password, { host: 'evil.example', user: 'root@pam' })).toMatchObject(refused('password'));
  expect(applyPatch(token, { host: 'HTTPS://PVE1.lan:8006/' })).toEqual({ ok: true, value: token });
  expect(applyPatch(token, { host: 'new.lan', tokenValue: 'again' })).toMatchObject({
    ok: true,
    value: { host: 'https://new.lan:8006', tokenValue: 'again' },
  });
});

test('a host that is polled from another place needs its secret again, and the reason says so', () => {
  const { field, ...token } = { ...normal(byToken), field: 'tokenValue' };
  const refused = (id: string) => ({ ok: false, error: { code: 'validation_error', details: { [field]: { id } } } });
  const site = 'a'.repeat(16);
  expect(applyPatch(token, { site })).toMatchObject(refused('secret.otherPlace'));
  expect(applyPatch({ ...token, site }, { site: '' })).toMatchObject(refused('secret.otherPlace'));
  expect(applyPatch(token, { site, host: 'evil.example' })).toMatchObject(refused('secret.again'));
  expect(applyPatch(token, { site, tokenValue: 'again' })).toMatchObject({ ok: true, value: { site } });
});

test('a stored secret is not used without a check of the certificate, nor for another account: it must be entered again', () => {
  const again = (field: string) => ({
    ok: false,
    error: { code: 'validation_error', details: { [field]: { id: 'secret.again' } } },
  });
  const pin = { fingerprint: 'ab'.repeat(32) };
  const [token, password] = [normal(byToken), normal(byPassword)];
  const [pinned, unchecked] = [normal({ ...byToken, ...pin, verifySSL: false }), { ...token, verifySSL: false }];
  expect(applyPatch(token, { verifySSL: false })).toMatchObject(again('tokenValue'));
  expect(applyPatch(password, { verifySSL: false })).toMatchObject(again('password'));
  expect(applyPatch(pinned, { fingerprint: '' })).toMatchObject(again('tokenValue'));
  expect(applyPatch(token, { tokenName: 'a@pam!other' })).toMatchObject(again('tokenValue'));
  expect(applyPatch(password, { user: 'root@pam' })).toMatchObject(again('password'));
  expect(applyPatch(token, { verifySSL: false, tokenValue: 'again' })).toMatchObject({ ok: true });
  for (const [stored, patch] of [
    [unchecked, { name: 'x' }],
    [unchecked, { verifySSL: true }],
    [unchecked, pin],
    [pinned, { fingerprint: '', verifySSL: true }],
    [password, { user: 'mon' }],
  ] as const)
    expect([patch, applyPatch(stored, patch)]).toMatchObject([patch, { ok: true }]);
});

test('an administrator trusts the renewed certificate of the same address without the password', () => {
  const trust = { fingerprint: 'cd'.repeat(32), verifySSL: true };
  for (const stored of [normal(byToken), normal({ ...byPassword, fingerprint: 'ab'.repeat(32) })])
    expect(applyPatch(stored, trust)).toMatchObject({ ok: true, value: { fingerprint: expect.stringMatching(/^CD/) } });
});

test('a new host is normalised, and an empty fingerprint is removed', () => {
  const pinned = normal({ ...byToken, fingerprint: 'ab'.repeat(32) });
  expect(pinned.fingerprint).toMatch(/^AB:AB:/);
  expect(applyPatch(pinned, { host: 'other', tokenValue: 'v' })).toMatchObject({
    ok: true,
    value: { host: 'https://other:8006' },
  });
  const bare = applyPatch(pinned, { fingerprint: '' });
  expect(bare.ok && bare.value).not.toHaveProperty('fingerprint');
  expect(applyPatch(pinned, { type: 'pbs' })).toMatchObject({ error: { code: 'bad_request' } });
  expect(NodePatch.safeParse({ id: 'x' }).success).toBe(false);
});
