// Changes of access and of monitored hosts are in the audit log: who, what, when, from where, and never a secret.
import { addNode } from '@belfry/schema/http/nodes';
import { setupScriptUrl } from '@belfry/schema/http/onboarding';
import { listAudit } from '@belfry/schema/http/security';
import { expect, test } from 'vitest';
import { configuredApp } from './testing/whole-app.ts';

test('hosts that are added, changed, deleted or register themselves are in the audit log an administrator reads', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const call = (method: string, url: string, body?: object) =>
    app.call(method, url, { headers, from: '192.0.2.7', ...(body && { body }) });
  const host = 'https://127.0.0.1:9';
  const added = await call('POST', '/api/config/nodes', {
    ...{ type: 'pve', name: 'attic', host, tokenName: 'm@pam!t', tokenValue: 'hush-token' },
  });
  const { id } = added.read(addNode.reply).node;
  await call('PUT', `/api/config/nodes/${id}`, { user: 'root@pam', password: 'hush-password' });
  await call('DELETE', `/api/config/nodes/${id}`);
  await call('DELETE', `/api/config/nodes/${id}`);
  const { url } = (await call('POST', '/api/setup-script-url', { type: 'pbs', host })).read(setupScriptUrl.reply);
  const { pathname, search } = new URL(url);
  const script = await app.call('GET', pathname + search);
  const setupCode = /"setupCode":"([^"]+)"/.exec(script.text)?.[1];
  const hello = {
    type: 'pbs',
    host,
    tokenId: 'm@pbs!t',
    tokenValue: 'hush-registered',
    serverName: 'vault',
    setupCode,
  };
  expect((await app.call('POST', '/api/auto-register', { body: hello, from: '192.0.2.8' })).status).toBe(200);

  const audit = await call('GET', '/api/security/audit');
  const rows = audit.read(listAudit.reply).entries.map((e) => [e.event, e.user, e.ip, e.details]);
  const me = ['default', '192.0.2.7'];
  expect(rows.slice(0, 5)).toEqual([
    ['node_registered', '', '192.0.2.8', 'pbs https://127.0.0.1:9 as m@pbs!t, by a setup code'],
    [
      'setup_code_made',
      ...me,
      expect.stringMatching(/^for pbs https:\/\/127\.0\.0\.1:9, which calls Belfry at http:\S+$/),
    ],
    ['node_deleted', ...me, 'pve attic at https://127.0.0.1:9'],
    ['node_changed', ...me, 'pve attic at https://127.0.0.1:9'],
    ['node_added', ...me, 'pve attic at https://127.0.0.1:9'],
  ]);
  expect(audit.text).not.toContain('hush');
  expect(audit.text).not.toContain(setupCode);
});

test('changed notes, full diagnostics and refused updates are in the audit log; what only reads is not', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const call = (method: string, url: string, body?: object) =>
    app.call(method, url, { headers, ...(body && { body }) });
  const ONE = '/api/guests/metadata/dc-1';
  await call('PUT', ONE, { customUrl: 'https://a.lan', tags: ['x'] });
  await call('PUT', ONE, { customUrl: 'nonsense' });
  await call('PUT', '/api/guests/metadata', { 'dc-1': { description: 'y' }, 'dc-2': { customUrl: '' } });
  await call('DELETE', ONE);
  await call('GET', '/api/diagnostics/export');
  await call('GET', '/api/diagnostics/export?sanitize=false');
  await call('POST', '/api/updates/apply', { version: '9.9.9' });
  expect((await app.store.audit.list(5)).map((e) => [e.event, e.user, e.success, e.details])).toEqual([
    ['update_refused', 'default', false, 'to 9.9.9'],
    ['diagnostics_exported', 'default', true, 'with all names and addresses'],
    ['metadata_changed', 'default', true, 'dc-1: removed'],
    ['metadata_changed', 'default', true, 'dc-1: description; dc-2: customUrl'],
    ['metadata_changed', 'default', true, 'dc-1: customUrl, tags'],
  ]);
});
