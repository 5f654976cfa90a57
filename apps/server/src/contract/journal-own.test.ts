// The journal of Belfry's own settings, through the whole server: each edit once, right before and after, with who made it, and no secret.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDice } from '@belfry/lab/dice';
import { JournalReply } from '@belfry/schema/http/journal';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { configuredApp } from './testing/whole-app.ts';

const CANARY = 'CANARY-9e13';
const EDITS = 24;
const START = Date.UTC(2026, 2, 1, 12);

async function begin() {
  const clock = fakeClock(START);
  const app = await configuredApp({ clock });
  const send = async (token: string, method: string, url: string, body?: object) => {
    const answer = await app.call(method, url, { headers: { 'x-api-token': token }, ...(body && { body }) });
    expect([method, url, answer.text, answer.status < 300]).toEqual([method, url, answer.text, true]);
    return answer;
  };
  const settle = async () => {
    await clock.advance(2000);
    await new Promise((done) => setImmediate(done));
    await clock.advance(2000);
  };
  const entries = async () => {
    const answer = await send(app.token, 'GET', '/api/journal?kind=belfry&limit=1000');
    return JournalReply.parse(answer.json).entries.toReversed();
  };
  await settle();
  return { app, clock, send, settle, entries };
}

test(`${EDITS} random edits of thresholds, destinations, instances, tokens and settings are each in the journal once, with who made it`, async () => {
  const { app, clock, send, settle, entries } = await begin();
  const { roll, pick } = createDice(EDITS);
  const made = await send(app.token, 'POST', '/api/security/tokens', { name: 'eve', scope: 'admin' });
  const tokens = [
    [app.token, 'default'],
    [String((made.json as { token: string }).token), 'eve'],
  ] as const;
  await settle();
  const first = (await entries()).length;
  const expected: string[] = [];
  const lineOf = (resource: string, event: string, changes: string, by: string) =>
    `${resource} ${event} ${changes} by ${by}`;
  let nth = 0;
  let trigger = 70;
  let interval = 0;
  while (expected.length < EDITS) {
    const [token, by] = pick(tokens);
    const kind = roll();
    const name = `n${++nth}`;
    if (kind < 0.3) {
      const next = 71 + (nth % 20);
      const { json } = await send(token, 'GET', '/api/alerts/config');
      const config = json as { guestDefaults: Record<string, { trigger: number; clear: number }> };
      trigger = config.guestDefaults.cpu?.trigger ?? 0;
      if (next === trigger) continue;
      const cpu = { trigger: next, clear: 60 };
      const clear = config.guestDefaults.cpu?.clear;
      await send(token, 'PUT', '/api/alerts/config', { ...config, guestDefaults: { ...config.guestDefaults, cpu } });
      const change = `guestDefaults.cpu.trigger: ${trigger} → ${next}`;
      expected.push(
        lineOf(
          'belfry/alerts',
          'changed',
          clear === 60 ? change : `guestDefaults.cpu.clear: ${clear} → 60, ${change}`,
          by,
        ),
      );
    } else if (kind < 0.6) {
      const host = `https://127.0.0.1:${1000 + nth}`;
      const login = { tokenName: 'm@pve!t', tokenValue: 'hush' };
      const { json } = await send(token, 'POST', '/api/config/nodes', { type: 'pve', name, host, ...login });
      const { id } = (json as { node: { id: string } }).node;
      expected.push(lineOf(`belfry/instances/${name}`, 'created', '', by));
      await settle();
      const [other, another] = pick(tokens);
      if (roll() < 0.5) {
        await send(other, 'PUT', `/api/config/nodes/${id}`, { name: `${name}x` });
        expected.push(lineOf(`belfry/instances/${name}`, 'changed', `name: ${name} → ${name}x`, another));
      } else {
        await send(other, 'DELETE', `/api/config/nodes/${id}`);
        expected.push(lineOf(`belfry/instances/${name}`, 'removed', '', another));
      }
    } else if (kind < 0.8) {
      const seconds = 10 + (nth % 50);
      if (seconds === interval) continue;
      const { json } = await send(token, 'GET', '/api/system/settings');
      const before = (json as { pvePollingInterval: number }).pvePollingInterval;
      if (before === seconds) continue;
      await send(token, 'POST', '/api/system/settings/update', { pvePollingInterval: seconds });
      expected.push(lineOf('belfry/system', 'changed', `pvePollingInterval: ${before} → ${seconds}`, by));
      interval = seconds;
    } else {
      await send(token, 'POST', '/api/security/tokens', { name, scope: 'read' });
      expected.push(lineOf(`belfry/tokens/${name}`, 'created', '', by));
    }
    await settle();
    if (roll() < 0.1) await clock.advance(3_700_000);
  }
  await settle();
  const found = (await entries()).slice(first).map(({ resource, event, changes, by, source }) => {
    expect(source).toBe('audit');
    const text = event === 'created' ? '' : changes.map((c) => `${c.field}: ${c.before} → ${c.after}`).join(', ');
    return lineOf(resource, event, text, by ?? '?');
  });
  expect(found.sort()).toEqual(expected.sort());
  expect(app.defects.problems()).toEqual({});
});

test('no secret of a setting is in the journal, its exports, its files, the diagnostics or the messages', async () => {
  const { app, send, settle, entries } = await begin();
  const login = { user: 'root@pam', password: CANARY, tokenName: 'm@pve!t', tokenValue: CANARY };
  await send(app.token, 'POST', '/api/config/nodes', {
    type: 'pve',
    name: 'attic',
    host: 'https://127.0.0.1:9',
    ...login,
  });
  const webhook = { service: 'generic', name: 'chat', url: `https://10.255.0.1/hook/${CANARY}`, enabled: true };
  await send(app.token, 'POST', '/api/notifications/webhooks', { ...webhook, headers: { Authorization: CANARY } });
  const mail = {
    enabled: true,
    server: 'mail.example',
    port: 25,
    username: 'me',
    password: CANARY,
    from: 'a@b.example',
  };
  await send(app.token, 'PUT', '/api/notifications/email', { ...mail, to: ['ops@b.example'] });
  await settle();
  const all = await entries();
  expect(all.map(({ resource }) => resource.split('/').slice(0, 2).join('/'))).toEqual(
    expect.arrayContaining(['belfry/instances', 'belfry/destinations.webhooks', 'belfry/destinations.email']),
  );
  const texts = [JSON.stringify(all)];
  for (const url of ['/api/journal?format=csv', '/api/journal?format=ndjson', '/api/diagnostics/export?sanitize=false'])
    texts.push((await send(app.token, 'GET', url)).text);
  texts.push(...app.log);
  texts.push(JSON.stringify((await send(app.token, 'GET', '/api/security/audit')).json));
  expect(texts.filter((text) => text.includes('CANARY'))).toEqual([]);
  // Not even the hash of a token or a password.
  expect(JSON.stringify(all)).not.toMatch(/[\da-f]{64}|argon2/);
  await app.stop();
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const leaking = files.filter((file) => readFileSync(path.join(file.parentPath, file.name)).includes('CANARY'));
  expect(leaking.map(({ name }) => name)).toEqual([]);
});

test('when the settings cannot be read nothing else stops, and what was changed is found by the next reading', async () => {
  const { app, send, settle, entries, clock } = await begin();
  const list = app.store.audit.list;
  app.store.audit.list = () => Promise.reject(new Error('the disk is away'));
  await send(app.token, 'POST', '/api/security/tokens', { name: 'one', scope: 'read' });
  await settle();
  const first = (await entries()).length;
  app.store.audit.list = list;
  await clock.advance(60_000);
  await send(app.token, 'POST', '/api/security/tokens', { name: 'two', scope: 'read' });
  await settle();
  expect((await entries()).slice(first).map(({ name, event, by }) => [name, event, by])).toEqual([
    ['one', 'created', 'default'],
    ['two', 'created', 'default'],
  ]);
});
