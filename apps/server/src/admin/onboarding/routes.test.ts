import { ok } from '@belfry/domain/result';
import type { Down } from '@belfry/schema/messages/down';
import { expect, test } from 'vitest';
import type { Registration } from '../../config/registration.ts';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { refuse } from '../../lib/refusal.ts';
import { setupScripts } from '../../sources/registry.ts';
import { CODE_LIFE_MS, createCodes } from './codes.ts';
import { createOnboarding } from './onboarding.ts';
import { onboardingRoutes } from './routes.ts';

const SITE = '0123456789abcdef';

function setUp({ trusted = false, ownName = undefined as string | undefined } = {}) {
  const clock = fakeClock();
  const registered: Registration[] = [];
  const announced: Down[] = [];
  const onboarding = createOnboarding({
    codes: createCodes(clock),
    scripts: setupScripts,
    async register(newcomer) {
      registered.push(newcomer);
      const { type, host, name = 'pve1', verifySSL = false } = newcomer;
      const view = {
        instance: 'x',
        id: 'x',
        type,
        host,
        name,
        verifySSL,
        hasPassword: false,
        hasToken: true,
        status: 'pending' as const,
      };
      return ok(view);
    },
    siteAddresses: (site) =>
      site === SITE
        ? ok(['http://10.9.0.1:7657'])
        : refuse('bad_request', { id: 'site.unknown', values: { id: site } }),
    nameOf: async () => ownName,
    hasTrustedCertificate: async () => trusted,
    announce: (message) => announced.push(message),
    clock,
  });
  const app = createServer(createLogger('silent'));
  const isAdmin = (headers: Record<string, unknown>) => headers['x-role'] === 'admin';
  const mount = createMount(app, async ({ headers }) =>
    headers['x-role'] ? { name: 'a', roles: isAdmin(headers) ? ['viewer', 'admin'] : ['viewer'] } : undefined,
  );
  onboardingRoutes(mount, {
    onboarding,
    isAdmin: (request) => isAdmin(request.headers),
    isAdminToken: (token) => token === 'bf_admin',
    addresses: () => ['https://belfry.lan', 'http://10.0.0.1:7655', '*'],
    serverAddresses: () => ({ publicUrl: 'https://belfry.lan', addresses: [], isOnlyHere: false }),
    siteOf: ({ headers }) => headers['x-site']?.toString(),
    async audited() {},
    async noteRefused() {},
  });
  const call = async (method: 'GET' | 'POST', url: string, body?: object, role = '', site = '') => {
    const headers = { ...(role && { 'x-role': role }), ...(site && { 'x-site': site }) };
    const reply = await app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: reply.statusCode, text: reply.body, headers: reply.headers };
  };
  const command = async (body: object = { type: 'pve', host: 'pve1' }) => {
    const made = JSON.parse((await call('POST', '/api/setup-script-url', body, 'admin')).text);
    return { ...made, path: made.url.slice('https://belfry.lan'.length) };
  };
  return { clock, call, command, registered, announced };
}
const innerCode = (script: string) => /"setupCode":"([^"]+)"/.exec(script)?.[1];
const hello = { type: 'pve', host: 'pve1', tokenId: 'm@pam!t', tokenValue: 'v', serverName: 'pve1' };

test('what is read from the host is chosen with the command, and stays with its code', async () => {
  const { call, command, registered } = setUp();
  const monitor = { monitorPhysicalDisks: true, monitorBackups: false };
  const { path } = await command({ type: 'pve', host: 'pve1', monitor });
  const setupCode = innerCode((await call('GET', path)).text);
  expect((await call('POST', '/api/auto-register', { ...hello, setupCode })).status).toBe(200);
  expect(registered).toMatchObject([monitor]);
  const refused = { type: 'pve', host: 'pve1', monitor: { monitorQueues: true } };
  const answer = await call('POST', '/api/setup-script-url', refused, 'admin');
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('monitorQueues')]);
});

test('the whole way: command, script, registration, announcement', async () => {
  const { call, command, registered, announced } = setUp();
  const made = await command({ type: 'pve', host: 'pve1', backupPerms: true });
  expect(made.command).toBe(`curl -fsSL '${made.url}' | bash`);
  expect(made.expires).toBe(CODE_LIFE_MS / 1000);
  const query = Object.fromEntries(new URL(made.url).searchParams);
  expect(query).toMatchObject({
    type: 'pve',
    host: 'https://pve1:8006',
    pulse_url: 'https://belfry.lan',
    backup_perms: 'true',
  });
  const script = await call('GET', made.path);
  expect(script.status).toBe(200);
  expect(script.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(script.text).toMatch(/^#!\/usr\/bin\/env bash\n/);
  const setupCode = innerCode(script.text);
  expect(setupCode).not.toBe(query.auth_token);
  const reply = await call('POST', '/api/auto-register', { ...hello, setupCode });
  expect([reply.status, JSON.parse(reply.text)]).toMatchObject([
    200,
    { status: 'success', nodeId: 'https://pve1:8006' },
  ]);
  expect(registered).toEqual([
    { type: 'pve', host: 'https://pve1:8006', tokenName: 'm@pam!t', tokenValue: 'v', name: 'pve1' },
  ]);
  expect(announced).toMatchObject([
    {
      type: 'node_auto_registered',
      data: { name: 'pve1', host: 'https://pve1:8006', tokenId: 'm@pam!t', hasToken: true },
    },
  ]);
});

test('every code works once: the code in the address until the download, the code in the script until the registration', async () => {
  const { call, command, registered } = setUp();
  const { path } = await command();
  const setupCode = innerCode((await call('GET', path)).text);
  expect((await call('GET', path)).status).toBe(401);
  expect((await call('POST', '/api/auto-register', { ...hello, setupCode })).status).toBe(200);
  expect((await call('POST', '/api/auto-register', { ...hello, setupCode })).status).toBe(401);
  expect(registered).toHaveLength(1);
});

test('401: a registration is refused without a code, with a wrong, foreign or expired code, and for a viewer', async () => {
  const { clock, call, command, registered } = setUp();
  const { url } = await command();
  const authToken = new URL(url).searchParams.get('auth_token');
  const attempt = async (body: object, role = '') => (await call('POST', '/api/auto-register', body, role)).status;
  expect(await attempt(hello)).toBe(401);
  expect(await attempt(hello, 'viewer')).toBe(401);
  expect(await attempt({ ...hello, setupCode: 'x' })).toBe(401);
  expect(await attempt({ ...hello, authToken, host: 'other' })).toBe(401);
  expect(await attempt({ ...hello, authToken, type: 'pbs' })).toBe(401);
  await clock.advance(CODE_LIFE_MS);
  expect(await attempt({ ...hello, authToken })).toBe(401);
  expect(registered).toEqual([]);
});

test('200: an administrator registers without a code; an undownloaded code registers as authToken', async () => {
  const { call, command, registered } = setUp();
  expect((await call('POST', '/api/auto-register', hello, 'admin')).status).toBe(200);
  const authToken = new URL((await command()).url).searchParams.get('auth_token');
  expect((await call('POST', '/api/auto-register', { ...hello, authToken })).status).toBe(200);
  expect(registered).toHaveLength(2);
});

test('200: an admin API token registers too, where old scripts put it', async () => {
  const { call, registered } = setUp();
  expect((await call('POST', '/api/auto-register', { ...hello, authToken: 'bf_report' })).status).toBe(401);
  expect((await call('POST', '/api/auto-register', { ...hello, authToken: 'bf_admin' })).status).toBe(200);
  expect(registered).toHaveLength(1);
});

test('a fingerprint is pinned unless the host has a certificate of a trusted authority', async () => {
  const fingerprint = 'AB:'.repeat(31).concat('CD');
  for (const trusted of [true, false]) {
    const { call, registered } = setUp({ trusted });
    await call('POST', '/api/auto-register', { ...hello, fingerprint }, 'admin');
    expect(registered[0]?.verifySSL).toBe(true);
    expect(registered[0]?.fingerprint).toBe(trusted ? '' : fingerprint);
  }
});

test('400: invalid types, hosts, addresses and tokens', async () => {
  const { call } = setUp();
  const text = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const reply = await call(method, url, body, 'admin');
    expect(reply.status).toBe(400);
    return reply.text;
  };
  expect(await text('POST', '/api/setup-script-url', { type: 'pmg', host: 'h' })).toContain('type must be pve or pbs');
  expect(await text('POST', '/api/setup-script-url', { type: 'pve', host: '' })).toContain(
    'Please enter the Host URL first',
  );
  expect(await text('POST', '/api/setup-script-url', { type: 'pve', host: '$(reboot)' })).toContain('not the address');
  expect(await text('POST', '/api/setup-script-url', { type: 'pve', host: 'h', extra: 1 })).toContain('extra');
  expect(await text('GET', '/api/setup-script')).toContain('type must be pve or pbs');
  expect(await text('GET', '/api/setup-script?type=pve')).toContain('Please enter the Host URL first');
  const evil = encodeURIComponent("http://x';reboot;'");
  expect(await text('GET', `/api/setup-script?type=pve&host=h&pulse_url=${evil}`)).toContain('pulse_url');
  expect(await text('GET', `/api/setup-script?type=pve&host=${evil}`)).toContain('not the address');
  expect(await text('POST', '/api/auto-register', { ...hello, tokenId: 'nope' })).toContain('user@realm!tokenname');
  expect(await text('POST', '/api/auto-register', { ...hello, requestToken: true })).toContain('cannot be chosen');
});

test('401 and 403: scripts and commands are for administrators', async () => {
  const { call } = setUp();
  const body = { type: 'pve', host: 'h' };
  expect((await call('POST', '/api/setup-script-url', body)).status).toBe(401);
  expect((await call('POST', '/api/setup-script-url', body, 'viewer')).status).toBe(403);
  expect((await call('GET', '/api/setup-script?type=pve&host=h')).status).toBe(401);
  expect((await call('GET', '/api/setup-script?type=pve&host=h', undefined, 'viewer')).status).toBe(401);
  expect((await call('GET', '/api/setup-script?type=pve&host=h', undefined, 'admin')).status).toBe(200);
});

test('parameters of the address cannot change the purpose of the code', async () => {
  const { call, command } = setUp();
  const { path } = await command();
  expect((await call('GET', path.replace('pve1', 'other'))).status).toBe(401);
  const script = await call('GET', path.replace('belfry.lan', 'evil.example'));
  expect(script.text).toContain("belfry_url='https://belfry.lan'");
  expect(script.text).not.toContain('evil.example');
});

test('a script for an administrator calls only a known address of this server, even if the link requests another', async () => {
  const { call } = setUp();
  const callsBack = async (asked: string) => {
    const url = `/api/setup-script?type=pve&host=h&pulse_url=${encodeURIComponent(asked)}`;
    const { status, text } = await call('GET', url, undefined, 'admin');
    expect(status).toBe(200);
    return /^belfry_url='(.*)'$/m.exec(text)?.[1];
  };
  const strangers = ['https://evil.example', 'http://belfry.lan', 'https://belfry.lan:8443'];
  for (const asked of [...strangers, 'https://belfry.lan.evil.example'])
    expect([asked, await callsBack(asked)]).toEqual([asked, 'https://belfry.lan']);
  expect(await callsBack('http://10.0.0.1:7655/')).toBe('http://10.0.0.1:7655');
});

test('the name that was typed before the command was made is the name of the instance; without one, what the host calls itself', async () => {
  for (const [typed, ownName, name] of [
    ['Attic', 'homelab', 'Attic'],
    [undefined, 'homelab', 'homelab'],
    [undefined, undefined, 'pve1'],
  ]) {
    const { call, command, registered } = setUp({ ownName });
    const { path } = await command({ type: 'pve', host: 'pve1', ...(typed && { name: typed }) });
    const setupCode = innerCode((await call('GET', path)).text);
    expect((await call('POST', '/api/auto-register', { ...hello, setupCode })).status).toBe(200);
    expect(registered[0]?.name).toBe(name);
  }
});

test('the command and its script use the address that the administrator chose, if it is one', async () => {
  const { call } = setUp();
  const make = (address: string) =>
    call('POST', '/api/setup-script-url', { type: 'pve', host: 'pve1', pulse_url: address }, 'admin');
  const { url } = JSON.parse((await make('http://192.0.2.7:7655/')).text);
  expect(url).toMatch(/^http:\/\/192\.0\.2\.7:7655\/api\/setup-script\?/);
  const script = await call('GET', url.slice('http://192.0.2.7:7655'.length));
  expect(script.text).toContain("belfry_url='http://192.0.2.7:7655'");
  for (const wrong of ['$(id)', 'http://a;id', 'ftp://a', 'http://a/p;th', 'http://user@a'])
    expect([wrong, (await make(wrong)).status]).toEqual([wrong, 400]);
});

test('the addresses of the server can be read by a viewer, not without sign-in', async () => {
  const { call } = setUp();
  const read = await call('GET', '/api/config/addresses', undefined, 'viewer');
  expect(JSON.parse(read.text)).toEqual({ publicUrl: 'https://belfry.lan', addresses: [], isOnlyHere: false });
  expect((await call('GET', '/api/config/addresses')).status).toBe(401);
});

test('the command for a host of a site calls its collector, and its codes work for that site only', async () => {
  const { call, registered } = setUp();
  const asked = { type: 'pve', host: 'pve1', site: SITE };
  const made = JSON.parse((await call('POST', '/api/setup-script-url', asked, 'admin')).text);
  expect(made.command).toContain('http://10.9.0.1:7657/api/setup-script?');
  const path = made.url.slice('http://10.9.0.1:7657'.length);
  const script = await call('GET', path, undefined, '', SITE);
  expect(script.text).toContain("belfry_url='http://10.9.0.1:7657'");
  const setupCode = /"setupCode":"([\w-]+)"/.exec(script.text)?.[1];
  const body = { type: 'pve', host: 'https://pve1:8006', tokenId: 'b@pve!x', tokenValue: 'secret', setupCode };
  expect((await call('POST', '/api/auto-register', body, '', SITE)).status).toBe(200);
  expect(registered).toMatchObject([{ site: SITE, host: 'https://pve1:8006' }]);

  const elsewhere = await call('POST', '/api/setup-script-url', { ...asked, site: 'fedcba9876543210' }, 'admin');
  expect([elsewhere.status, JSON.parse(elsewhere.text).error]).toEqual([
    400,
    'There is no site with the id fedcba9876543210.',
  ]);
});

test('a collector cannot use the code of a host of this server or of another site, nor the token of an administrator', async () => {
  const { call, command, registered } = setUp();
  const { path } = await command();
  const script = await call('GET', path);
  const setupCode = /"setupCode":"([\w-]+)"/.exec(script.text)?.[1];
  const body = { type: 'pve', host: 'https://pve1:8006', tokenId: 'b@pve!x', tokenValue: 'secret' };
  expect((await call('POST', '/api/auto-register', { ...body, setupCode }, '', SITE)).status).toBe(401);
  expect((await call('POST', '/api/auto-register', { ...body, authToken: 'bf_admin' }, '', SITE)).status).toBe(401);
  expect(registered).toEqual([]);
});
