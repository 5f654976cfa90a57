import { spawnSync } from 'node:child_process';
import { kindForms } from '@belfry/schema/config/kind-forms';
import { afterEach, expect, test, vi } from 'vitest';
import { setupScripts } from '../../sources/registry.ts';
import type { Purpose } from './codes.ts';
import { setupScript as scriptOf } from './script.ts';
import { FINGERPRINT, type HostState, standInHost } from './testing/stand-in-host.ts';

// Each run starts a dozen programs.
vi.setConfig({ testTimeout: 60_000 });

const purpose = (type: 'pve' | 'pbs', extra: Partial<Purpose> = {}): Purpose => ({
  ...{ type, host: 'https://pve1.lan:8006', backupPerms: false, baseUrl: 'https://belfry.lan:7655' },
  ...extra,
});
function setupScript(purpose: Purpose, code: string): string {
  const part = setupScripts[purpose.type];
  if (!part) throw new Error('no script');
  return scriptOf(part, purpose, code);
}
const hosts: ReturnType<typeof standInHost>[] = [];
function host(state: Partial<HostState> = {}, without: string[] = []) {
  const made = standInHost(state, without);
  hosts.push(made);
  return made;
}
afterEach(() => {
  for (const made of hosts.splice(0)) made.remove();
});
const sent = (made: ReturnType<typeof standInHost>) => {
  const call = made.calls().findLast((c) => c.name === 'curl');
  return { url: call?.args.at(-1), body: call?.input === undefined ? undefined : JSON.parse(call.input) };
};
const ours = /^belfry-belfry-lan-7655-\d+$/;
const user = { pve: 'belfry-monitor@pam', pbs: 'belfry-monitor@pbs' } as const;

test.each(['pve', 'pbs'] as const)('%s: the script registers a token with read access only', (type) => {
  const h = host();
  expect(h.run(setupScript(purpose(type), 'the-code'))).toMatchObject({ status: 0, stderr: '' });
  const { tokens, acl, users } = h.state();
  expect(users).toEqual(['root@pam', user[type]]);
  expect(tokens).toEqual([expect.stringMatching(ours)]);
  const token = `${user[type]}!${tokens[0]}`;
  const roles = {
    pve: [['/', 'PVEAuditor'] as const],
    // Without the second role, sync jobs with a remote are hidden.
    pbs: [['/', 'Audit'] as const, ['/remote', 'RemoteAudit'] as const],
  }[type];
  expect(acl).toEqual([user[type], token].flatMap((who) => roles.map(([where, role]) => `${where} ${who} ${role}`)));
  expect(sent(h)).toEqual({
    url: 'https://belfry.lan:7655/api/auto-register',
    body: {
      type,
      host: 'https://pve1.lan:8006',
      setupCode: 'the-code',
      serverName: 'pve1',
      tokenId: token,
      tokenValue: '8c1a6e0e-0000-4000-8000-000000000001',
      fingerprint: FINGERPRINT,
    },
  });
});

test.each([
  ['8', 'Sys.Audit,VM.Audit,VM.Monitor', { BelfryMonitor: 'VM.Monitor' }, ['PVEAuditor', 'BelfryMonitor']],
  ['9', 'Sys.Audit,VM.Audit,VM.GuestAgent.Audit,VM.GuestAgent.FileRead', {}, ['PVEAuditor']],
])(
  'Proxmox VE %s: the account may ask the guest agent, by a role of its own only where PVEAuditor may not',
  (_, privileges, roles, granted) => {
    const h = host({ privileges });
    expect(h.run(setupScript(purpose('pve'), 'c'))).toMatchObject({ status: 0, stderr: '' });
    expect(h.state().roles).toEqual(roles);
    expect(h.state().acl.map((entry) => entry.split(' ')[2])).toEqual([...granted, ...granted]);
  },
);

test('the two privileges that show backups are granted on request, and removed otherwise, like the larger role of older scripts', () => {
  const h = host({ acl: ['/storage belfry-monitor@pam PVEDatastoreAdmin'], users: ['root@pam', user.pve] });
  h.run(setupScript(purpose('pve', { backupPerms: true }), 'c'));
  expect(h.state().roles).toEqual({ BelfryBackups: 'Datastore.AllocateSpace,VM.Backup' });
  expect(h.state().acl).toEqual(
    [user.pve, `${user.pve}!${h.state().tokens[0]}`].flatMap((who) => [
      `/ ${who} PVEAuditor`,
      `/ ${who} BelfryBackups`,
    ]),
  );
  h.run(setupScript(purpose('pve'), 'c'));
  expect(h.state().acl.map((entry) => entry.split(' ')[2])).toEqual(['PVEAuditor', 'PVEAuditor']);
});

test.each(['pve', 'pbs'] as const)('%s: permissions are granted and tested before the registration', (type) => {
  const h = host();
  h.run(setupScript(purpose(type), 'c'));
  const calls = h.calls().map((c) => `${c.name} ${c.args.join(' ')}`);
  const last = (pattern: RegExp) => calls.findLastIndex((c) => pattern.test(c));
  const registered = last(/^curl/);
  expect(last(/ acl (modify|update)/)).toBeLessThan(last(/ permissions /));
  expect(last(/ permissions /)).toBeLessThan(registered);
  expect(registered).toBe(calls.length - 1);
});

test.each(['pve', 'pbs'] as const)('%s: running it again leaves one working token', (type) => {
  const h = host({ tokens: ['mine', 'belfry-other-7655-1700000000'] });
  h.run(setupScript(purpose(type), 'one'));
  const [, , first] = h.state().tokens;
  expect(h.run(setupScript(purpose(type), 'two'))).toMatchObject({ status: 0, stderr: '' });
  const { tokens, acl, users } = h.state();
  expect(tokens).toHaveLength(3);
  expect(tokens.slice(0, 2)).toEqual(['mine', 'belfry-other-7655-1700000000']);
  expect(tokens[2]).not.toBe(first);
  expect(users).toHaveLength(2);
  expect(acl.join()).not.toContain(`${first}`);
});

test.each([
  ['refused', { answer: { error: 'This setup code is not valid' } }, 'This setup code is not valid'],
  ['not reachable', { answer: null }, 'Belfry cannot be reached at https://belfry.lan:7655'],
  ['without effect', { aclBroken: true }, 'may not read anything'],
])('%s: the new token is removed, the token in use stays, and the exit code is an error', (_, change, text) => {
  for (const type of ['pve', 'pbs'] as const) {
    const h = host();
    h.run(setupScript(purpose(type), 'one'));
    const { tokens } = h.state();
    h.set(change);
    const again = h.run(setupScript(purpose(type), 'two'));
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining(text) });
    expect(h.state().tokens).toEqual(tokens);
  }
});

test.each(['pve', 'pbs'] as const)('%s: --uninstall removes everything, and can be repeated', (type) => {
  const h = host();
  const script = setupScript(purpose(type), 'c');
  h.run(script);
  expect(h.run(script, '--uninstall')).toMatchObject({ status: 0, stderr: '' });
  expect(h.state()).toMatchObject({ users: ['root@pam'], tokens: [], acl: [], roles: {} });
  expect(h.run(script, '--uninstall')).toMatchObject({ status: 0, stdout: 'There is nothing to remove.\n' });
});

test('--uninstall keeps the account if other servers use it', () => {
  const h = host({ tokens: ['belfry-other-7655-1700000000'] });
  const script = setupScript(purpose('pve'), 'c');
  h.run(script);
  expect(h.run(script, '--uninstall').stdout).toContain('has others, so it stays');
  expect(h.state()).toMatchObject({ users: ['root@pam', user.pve], tokens: ['belfry-other-7655-1700000000'] });
});

test.each([
  ['not root', { uid: 1000 }, [], 'Run this as root'],
  ['another product', {}, ['pveum'], 'pveum was not found: this script is for Proxmox VE'],
])('%s: the script stops before it changes anything', (_, state, without, text) => {
  const h = host(state, without);
  expect(h.run(setupScript(purpose('pve'), 'c'))).toMatchObject({ status: 1, stderr: expect.stringContaining(text) });
  expect(h.state().users).toEqual(['root@pam']);
  expect(host().run(setupScript(purpose('pve'), 'c'), '--wat').stderr).toContain('Unknown option --wat');
});

const hostile = [`'; touch pwned; '$(touch pwned)\`touch pwned\`"; touch pwned; "\n; touch pwned; !x %s \\n`, '-n'];
test.each(hostile)('no text in a name, an address or a code is executed: %j', (text) => {
  for (const type of ['pve', 'pbs'] as const) {
    const h = host({ hostname: text, fingerprint: text });
    const script = setupScript(purpose(type, { host: `https://${text}`, baseUrl: `http://${text}` }), text);
    expect(h.run(script).status).toBe(0);
    expect(h.litter()).toEqual([]);
    const { url, body } = sent(h);
    expect(url).toBe(`http://${text}/api/auto-register`);
    expect(body).toMatchObject({ host: `https://${text}`, setupCode: text });
    expect(body.serverName).toMatch(/^[A-Za-z0-9._-]*$/);
    expect(body).not.toHaveProperty('fingerprint');
  }
});

test('an invalid token value is not sent', () => {
  const h = host({ value: '"; touch pwned; $(touch pwned)' });
  expect(h.run(setupScript(purpose('pve'), 'c'))).toMatchObject({ status: 1 });
  expect([h.litter(), h.state().tokens, sent(h).url]).toEqual([[], [], undefined]);
});

test('the token is never an argument of a command', () => {
  const h = host();
  h.run(setupScript(purpose('pve'), 'c'));
  expect(JSON.stringify(h.calls().map((c) => c.args))).not.toContain(h.state().value);
});

test('an incompletely downloaded script changes nothing', () => {
  const script = setupScript(purpose('pve'), 'c');
  const h = host();
  for (const part of [0.25, 0.5, 0.75, 0.99]) h.run(script.slice(0, Math.floor(script.length * part)));
  expect(h.calls()).toEqual([]);
});

test('package sources are not changed', () => {
  for (const type of ['pve', 'pbs'] as const)
    expect(setupScript(purpose(type), 'c')).not.toMatch(/\bapt\b|apt-get|sources\.list|\bdpkg\b/);
});

test('shellcheck reports nothing', (ctx) => {
  if (spawnSync('shellcheck', ['--version']).error)
    ctx.skip('shellcheck is not installed (Debian: apt-get install shellcheck)');
  for (const p of [purpose('pve'), purpose('pve', { backupPerms: true }), purpose('pbs')]) {
    const { stdout } = spawnSync('shellcheck', ['-'], { input: setupScript(p, 'c'), encoding: 'utf8' });
    expect(stdout).toBe('');
  }
});

test.each([
  ['8', 'Sys.Audit,VM.Audit,VM.Monitor', { BelfryMonitor: 'VM.Monitor' }],
  ['9', 'Sys.Audit,VM.Audit,VM.GuestAgent.Audit,VM.GuestAgent.FileRead', { BelfryMonitor: 'VM.GuestAgent.Audit' }],
])(
  'the commands by hand work as pasted on Proxmox VE %s, and those for backups after them',
  async (_, privileges, roles) => {
    const h = host({ privileges: `${privileges},VM.Backup,Datastore.AllocateSpace` });
    const { status, output } = await h.type(`set -e\n${kindForms.pve.commands.join('\n')}`);
    expect([status, output]).toEqual([0, expect.stringContaining(h.state().value)]);
    const acl = [`/ ${user.pve} PVEAuditor`, `/ ${user.pve} BelfryMonitor`];
    expect(h.state()).toMatchObject({ users: ['root@pam', user.pve], roles, tokens: ['belfry'], acl });
    const more = await h.type(`set -e\n${(kindForms.pve.backupCommands ?? []).join('\n')}`);
    expect(more.status).toBe(0);
    expect(h.state().acl).toEqual([...acl, `/ ${user.pve} BelfryBackups`]);
  },
);

test('the commands by hand work as pasted on Proxmox Backup Server', async () => {
  const h = host();
  const { status, output } = await h.type(`set -e\n${kindForms.pbs.commands.join('\n')}`);
  expect([status, output]).toEqual([0, expect.stringContaining(h.state().value)]);
  const token = `${user.pbs}!belfry`;
  expect(h.state().acl).toEqual([user.pbs, token].flatMap((who) => [`/ ${who} Audit`, `/remote ${who} RemoteAudit`]));
});
