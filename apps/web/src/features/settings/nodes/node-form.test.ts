import type { NodeView } from '@belfry/schema/http/nodes';
import { expect, test } from 'vitest';
import { isWatched } from './discovery.tsx';
import { type Kind, kindOf } from './kinds.ts';
import { checkNode, checkTest, formOf, newForm, requestOf, testsSaved, withoutPrefix } from './node-form.ts';

const stored: NodeView = {
  id: '1',
  instance: '1',
  type: 'pve',
  name: 'alpha',
  host: 'https://10.0.0.1:8006',
  tokenName: 'm@pam!b',
  hasToken: true,
  hasPassword: false,
  verifySSL: false,
  status: 'connected',
  monitorVMs: false,
};

test('a new host needs an address and complete credentials', () => {
  const form = newForm(kindOf('pve'));
  expect(checkNode(form)).toEqual({
    host: 'Host is required',
    tokenName: 'Token ID is required',
    tokenValue: 'Token value is required',
  });
  expect(checkNode({ ...form, auth: 'password', host: 'x' })).toEqual({
    user: 'Username is required',
    password: 'Password is required',
  });
});

test('editing keeps the stored secret: an empty field is no error and is not sent', () => {
  const form = formOf(kindOf('pve'), stored);
  expect(checkNode(form, stored)).toEqual({});
  expect(requestOf(kindOf('pve'), form)).not.toHaveProperty('tokenValue');
  expect(requestOf(kindOf('pve'), form)).toMatchObject({ tokenName: 'm@pam!b', monitorVMs: false, verifySSL: false });
});

test('a host that somebody else is to poll needs its secret again, to save it and to test it', () => {
  const toSite = { ...formOf(kindOf('pve'), stored), site: 'a1' };
  expect(checkNode(toSite, stored)).toEqual({ tokenValue: 'Token value is required' });
  expect(testsSaved(toSite, stored)).toBe(false);
  expect(requestOf(kindOf('pve'), { ...toSite, tokenValue: 'new' })).toMatchObject({ site: 'a1', tokenValue: 'new' });
  const ofSite = { ...stored, site: 'a1' };
  expect(checkNode(formOf(kindOf('pve'), ofSite), ofSite)).toEqual({});
  const toServer = { ...formOf(kindOf('pve'), ofSite), site: '' };
  expect(checkNode(toServer, ofSite)).toEqual({ tokenValue: 'Token value is required' });
});

test('another sign-in method needs its secret', () => {
  expect(checkNode({ ...formOf(kindOf('pve'), stored), auth: 'password', user: 'root@pam' }, stored)).toEqual({
    password: 'Password is required',
  });
});

test('only the chosen sign-in method is sent', () => {
  const form = {
    ...newForm(kindOf('pbs')),
    host: 'h',
    auth: 'password' as const,
    user: 'u',
    password: 'p',
    tokenName: 't',
  };
  expect(requestOf(kindOf('pbs'), form)).not.toHaveProperty('tokenName');
});

test('a kind with a key has one field, and an empty one keeps the stored key', () => {
  const kind: Kind = { ...kindOf('pve'), signIn: { by: 'key' } };
  const form = newForm(kind);
  expect(form.auth).toBe('key');
  expect(checkNode({ ...form, host: 'h' })).toEqual({ tokenValue: 'Key is required' });
  expect(checkTest({ ...form, host: 'h' })).toBe('Key is required');
  expect(requestOf(kind, { ...form, host: 'h', user: 'u', tokenName: 't', tokenValue: ' k ' })).toEqual({
    ...{ type: 'pve', name: '', host: 'h', site: '', tokenValue: 'k', fingerprint: '', verifySSL: true },
    ...form.flags,
  });
  const edited = formOf(kind, stored);
  expect(checkNode(edited, stored)).toEqual({});
  expect(testsSaved(edited, stored)).toBe(true);
});

test('a test says what is missing; without a new secret the saved host is tested', () => {
  const form = newForm(kindOf('pve'));
  expect(checkTest(form)).toBe('Host is required');
  expect(checkTest({ ...form, host: 'h' })).toBe('Token ID and token value are required');
  expect(checkTest({ ...form, host: 'h', auth: 'password' })).toBe('Username and password are required');
  expect(checkTest({ ...form, host: 'h', tokenName: 'a', tokenValue: 'b' })).toBeUndefined();
  expect(testsSaved(formOf(kindOf('pve'), stored), stored)).toBe(true);
  expect(testsSaved({ ...formOf(kindOf('pve'), stored), tokenValue: 'new' }, stored)).toBe(false);
  expect(testsSaved(form, undefined)).toBe(false);
});

test('a mail gateway starts with a password: it has no tokens', () => {
  expect(newForm(kindOf('pmg')).auth).toBe('password');
});

test('a found server becomes an address, IPv6 in brackets', () => {
  const found = { ip: 'fd00::7', port: 8007, type: 'pbs' as const, version: '', hostname: 'vault' };
  expect(newForm(kindOf('pbs'), found)).toMatchObject({ host: 'https://[fd00::7]:8007', name: 'vault' });
});

test('the prefix of a connection error is not shown', () => {
  expect(withoutPrefix('API request failed: 401: no such user')).toBe('no such user');
  expect(withoutPrefix('API request failed: 401')).toBe('Connection failed');
});

test('a found server is watched by its address or as a member of a cluster, not by another port', () => {
  const server = { ip: '10.0.0.1', port: 8006, type: 'pve' as const, version: '' };
  const member = { NodeID: 'b', NodeName: 'b', Host: '', IP: '10.0.0.2', Online: true, LastSeen: '' };
  expect(isWatched(server, [stored])).toBe(true);
  expect(isWatched({ ...server, port: 8007 }, [stored])).toBe(false);
  expect(isWatched({ ...server, ip: '10.0.0.2' }, [{ ...stored, clusterEndpoints: [member] }])).toBe(true);
  expect(isWatched({ ...server, ip: '10.0.0.3' }, [stored])).toBe(false);
});
