// A canary in every place of hosts and of Belfry where a secret may be, through the whole server: what it keeps, exports, backs up, logs and sends
// has none of it, not even as a hash.
import { createECDH, createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startNeighbours } from '@belfry/lab/neighbours';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { NodeConfig } from '@belfry/schema/config/node';
import { JournalReply } from '@belfry/schema/http/journal';
import { decrypt } from 'http_ece';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../auth/testing/administrator.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { iso } from '../lib/clock.ts';
import { mailServer } from '../notify/services/email/testing/mail-server.ts';
import { brokers, PASSWORD, subscribe, USER } from '../notify/services/mqtt/testing/brokers.ts';
import { trust } from '../notify/testing/outgoing.ts';
import { run } from '../recovery/testing/filled-data.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { fastClock } from './testing/fast-clock.ts';
import { configuredApp, type Whole, wholeApp } from './testing/whole-app.ts';

const CANARY = 'CANARY-e7c5';
const SPEED = 30;
const START = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;
const PASSPHRASE = 'correct horse battery';
/** Each reads its own form of a message. */
const SERVICES = [
  ...['generic', 'slack', 'discord', 'teams', 'ntfy', 'gotify', 'alertmanager'],
  ...['telegram', 'pushover', 'pagerduty', 'apprise', 'journal'],
];
/** What a service must have besides its address. */
const fieldsOf: Record<string, Record<string, string>> = {
  telegram: { chat_id: '@alerts' },
  pushover: { app_token: 'app', user_token: 'user' },
  pagerduty: { routing_key: 'routing' },
};
/** What it answers when it has taken a message. */
const receipts: Record<string, object> = {
  telegram: { ok: true },
  pushover: { status: 1 },
  pagerduty: { status: 'success' },
};

const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
  (['hex', 'base64', 'base64url'] as const).map((form) => createHash(name).update(CANARY).digest(form)),
);
const NEEDLES = [CANARY, Buffer.from(CANARY).toString('hex'), Buffer.from(CANARY).toString('base64'), ...hashes];
const isLeaking = (text: string | Buffer): boolean => NEEDLES.some((needle) => text.includes(needle));
const leaksIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => isLeaking(readFileSync(file)));

/** Every body that arrives, with its headers. */
async function startReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`);
      response.end(JSON.stringify(receipts[request.url?.slice(1) ?? ''] ?? {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A push service, and the browser behind it: every message that it decrypts. */
async function startBrowser() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const authSecret = randomBytes(16);
  const { cert, key } = await createCertificate('push', '127.0.0.1');
  trust(cert);
  const bodies: string[] = [];
  const server = createHttpsServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const plain = decrypt(Buffer.concat(chunks), { version: 'aes128gcm', privateKey: ecdh, authSecret });
      bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${plain}`);
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}/send/1`;
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: authSecret.toString('base64url') };
  return { bodies, subscription: { endpoint, keys, name: 'Phone' } };
}

async function begin() {
  const clock = fastClock(START, SPEED);
  const options = { nodes: 1, guests: 4, seed: 3, authDelayMs: 0, version: 9.2 as const };
  const lab = await startLab({ ...options, plain: true, calm: true, clock: clock.now });
  const beside = await startNeighbours(lab, { backupServers: 1, mailGateways: 1, calm: true });
  const nodes = [
    ...lab.instances.map((instance) => nodeConfig(instance)),
    ...[...beside.backupServers, ...beside.mailGateways].map((each) => each.config()),
  ].map((config) => NodeConfig.parse(config));
  const [dataDir, backups] = [tempDir(), tempDir()];
  const env = {
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
    BELFRY_PUSH_ALLOWED_NETWORKS: '127.0.0.0/8',
    BELFRY_BACKUP_DIR: backups,
    BELFRY_BACKUP_PASSPHRASE: PASSPHRASE,
  };
  onTestFinished(async () => {
    await Promise.all([lab.stop(), beside.stop()]);
    clock.stop();
  });
  const belfry = { clock, dataDir, env, more: { nodes } };
  return { clock, lab, beside, dataDir, backups, belfry };
}

const secrets = { password: CANARY, token: CANARY, keys: CANARY, secret: CANARY, bindpw: CANARY, pass: CANARY };
const noted = { ...secrets, 'private-key': CANARY, 'encryption-key': CANARY, comment: `password: ${CANARY}` };

function editAll({ lab, beside }: Pick<Awaited<ReturnType<typeof begin>>, 'lab' | 'beside'>): number {
  const [cluster] = lab.clusters;
  const [name, node] = [cluster?.name ?? '', cluster?.nodes[0]?.name ?? ''];
  const vm = lab.guests(name).find(({ kind, template, power }) => kind === 'qemu' && !template && power === 'running');
  const vmid = vm?.vmid ?? 0;
  const ofGuest = { cipassword: CANARY, sshkeys: `ssh-rsa ${CANARY}`, args: `--password ${CANARY}`, cores: 7 };
  lab.editGuest(name, vmid, { ...ofGuest, description: `token: ${CANARY}` }, 'root@pam');
  const edit = (call: string, row: string, fields: Record<string, unknown> = {}) =>
    lab.editSettings(name, call, row, { ...noted, ...fields });
  edit('/access/users', 'eve@pve', { tokens: [{ tokenid: 'mon', value: CANARY, comment: `token=${CANARY}` }] });
  edit('/storage', 'local', { options: `password=${CANARY}` });
  edit('/cluster/options', '', { http_proxy: `http://me:${CANARY}@proxy`, description: `secret: ${CANARY}` });
  edit('/cluster/metrics/server', 'influx', { type: 'influxdb', server: 'x' });
  edit(`/nodes/${node}/config`, '', { description: `api_key=${CANARY}` });
  for (const server of beside.backupServers) {
    server.editSettings('/config/remote', 'offsite', { ...noted, host: 'other' });
    server.editSettings('/access/users', 'eve@pbs', { ...noted, email: 'eve@example.net' });
  }
  for (const gateway of beside.mailGateways) {
    gateway.editSettings('/config/mail', '', { ...noted, relay: 'other.example' });
    gateway.editSettings('/access/users', 'belfry@pmg', { ...noted, crypt_pass: CANARY, email: 'eve@example.net' });
  }
  return vmid;
}

const web = (fields: object = {}) => ({
  ...containerBody('c1', { name: 'web', image: 'shop:1', ...fields }),
  environment: ['DB_PASSWORD'],
});

async function report(
  { call, token }: Pick<Whole, 'call'> & { token: string },
  at: number,
  container: ReturnType<typeof web>,
): Promise<void> {
  const body = reportBody({ timestamp: iso(at), containers: [container] });
  expect((await call('POST', '/api/agents/docker/report', { body, headers: { 'x-api-token': token } })).status).toBe(
    200,
  );
}

/** Not of the webhook of changes, which tells nothing else. */
const namesChange = (message: string) =>
  !message.startsWith('/journal') && /cipassword|cores|api_key|shop:1/.test(message);

test('no secret of a host, a container or an own setting is in files, exports, backups, reports, logs or messages', async () => {
  const started = await begin();
  const { clock, dataDir, backups, belfry } = started;
  const [receiver, browser, mail, broker] = [
    await startReceiver(),
    await startBrowser(),
    await mailServer({ disabledCommands: ['STARTTLS'] }),
    await brokers.aedes(),
  ];
  const heard = await subscribe(broker.port);
  onTestFinished(heard.close);
  const first = await configuredApp(belfry);
  await report(first, clock.now(), web());
  await clock.pass(12 * MINUTE);
  await first.stop();

  // Edited while Belfry is away, so that the next one finds it at once.
  const vmid = editAll(started);
  const { token } = first;
  const app = { ...(await wholeApp(belfry)), token };
  const send = async (method: string, url: string, body?: object) => {
    const answer = await app.call(method, url, { headers: { 'x-api-token': token }, ...(body && { body }) });
    expect([method, url, answer.status < 300 ? 'good' : answer.text]).toEqual([method, url, 'good']);
    return answer;
  };
  for (const service of SERVICES)
    await send('POST', '/api/notifications/webhooks', {
      ...{
        service,
        name: service,
        url: `${receiver.url}/${service}`,
        enabled: true,
        headers: { 'X-Channel': service },
        customFields: fieldsOf[service] ?? {},
      },
    });
  const headers = await signIn(app);
  const added = await app.call('POST', '/api/notifications/push', { headers, body: browser.subscription });
  expect(added.status).toBe(200);
  // Not of the receiver, which must be told its own secret.
  const away = { service: 'generic', name: 'away', url: `https://10.255.0.1/hook/${CANARY}`, enabled: true };
  await send('POST', '/api/notifications/webhooks', { ...away, headers: { Authorization: CANARY } });
  const login = { username: 'me', password: CANARY };
  await send('PUT', '/api/notifications/email', {
    ...{ enabled: true, server: '127.0.0.1', port: mail.port, startTLS: false, tls: false, ...login },
    ...{ from: 'a@b.example', to: ['ops@b.example'] },
  });
  const topics = { enabled: true, host: '127.0.0.1', port: broker.port, tls: false };
  await send('PUT', '/api/notifications/mqtt', { ...topics, username: USER, password: PASSWORD });
  const hidden = { type: 'pve', name: 'attic', host: 'https://127.0.0.1:9', tokenName: 'm@pve!t', tokenValue: CANARY };
  await send('POST', '/api/config/nodes', hidden);

  const mounts = [{ type: 'bind', from: `/srv/password=${CANARY}`, to: '/data' }];
  const changed = { image: 'shop:2', mounts };
  await report(app, clock.now(), web(changed));
  const entries = async () =>
    JournalReply.parse((await send('GET', '/api/journal?limit=1000')).json).entries.map(({ resource }) => resource);
  const [cluster] = started.lab.instances;
  await expect
    .poll(entries, { timeout: 240_000, interval: 500 })
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`-${vmid}$`)),
        ...['user/eve@pve', 'storage/local', 'user/eve@pbs'].map((part) => expect.stringContaining(part)),
        ...['name:web', 'belfry/instances', 'belfry/destinations'].map((part) => expect.stringContaining(part)),
      ]),
    );
  expect(cluster).toBeDefined();
  // The webhook of changes begins with the next entry after it was added: it gets these secrets too.
  await expect
    .poll(() => app.store.settings.get('notify/changes', z.record(z.string(), z.number())) ?? {})
    .not.toEqual({});
  const again = { cipassword: `${CANARY}-2`, description: `key: ${CANARY}`, cores: 6 };
  started.lab.editGuest(cluster?.name ?? '', vmid, again, 'root@pam');
  const posted = () => receiver.bodies.filter((body) => body.startsWith('/journal'));
  await expect.poll(() => posted().some((body) => /"cores"[^}]*"6"/.test(body)), { timeout: 240_000 }).toBe(true);

  // Everything that runs is an alert now, and says what was changed before.
  const { guestDefaults, schedule } = factoryConfig;
  await send('PUT', '/api/alerts/config', {
    ...factoryConfig,
    guestDefaults: { ...guestDefaults, memory: { trigger: 1, clear: 0 } },
    schedule: { ...schedule, cooldown: 0, maxAlertsHour: 0, grouping: { ...schedule.grouping, enabled: false } },
  });
  const crash = { ...changed, state: 'exited' as const, exitCode: 1 };
  const messages = () => [
    ...receiver.bodies,
    ...browser.bodies,
    ...mail.received.map(({ raw }) => raw),
    ...heard.topics.values(),
  ];
  const silent = () => [
    ...SERVICES.filter((service) => !receiver.bodies.some((body) => body.includes(`"x-channel":"${service}"`))),
    ...(browser.bodies.length === 0 ? ['browser'] : []),
    ...(mail.received.length === 0 ? ['mail'] : []),
    ...(heard.topics.size === 0 ? ['MQTT'] : []),
  ];
  await expect
    .poll(
      async () => {
        await report(app, clock.now(), web(crash));
        return silent();
      },
      { timeout: 120_000, interval: 1000 },
    )
    .toEqual([]);
  // The change before the alert is in it: of the resource or of its node, whichever was found last.
  await expect.poll(() => messages().some(namesChange), { timeout: 60_000 }).toBe(true);
  expect(messages().filter(isLeaking)).toEqual([]);

  const month = iso(clock.now()).slice(0, 7);
  const texts = new Map<string, string>();
  for (const url of [
    ...['/api/journal?limit=1000', '/api/journal?format=csv', '/api/journal?format=ndjson', '/api/state', '/metrics'],
    ...['/api/diagnostics', '/api/diagnostics/export?sanitize=false', '/api/security/audit', '/api/notifications/log'],
    ...['/api/config/nodes', '/api/notifications/webhooks', '/api/notifications/email'],
    `/api/reports?period=${month}&format=json`,
  ])
    texts.set(url, (await send('GET', url)).text);
  texts.set('sealed export', (await send('POST', '/api/config/export', { passphrase: PASSPHRASE })).text);
  texts.set('configuration file', (await send('POST', '/api/config/file/export', {})).text);
  texts.set('log', app.log.join('\n'));
  const made = await send('POST', '/api/system/backups', {});
  // While it runs, a part of the rows is in the logs of the databases.
  expect(leaksIn(dataDir)).toEqual([]);
  await app.stop();
  expect([...texts].filter(([, text]) => isLeaking(text)).map(([what]) => what)).toEqual([]);
  expect(leaksIn(dataDir)).toEqual([]);
  expect(leaksIn(backups)).toEqual([]);
  const restored = tempDir();
  const file = path.join(backups, (made.json as { file: string }).file);
  expect(await run(restored, ['backup', 'restore', file], { BELFRY_BACKUP_PASSPHRASE: PASSPHRASE })).toMatch(
    /^Restored/,
  );
  expect(leaksIn(restored)).toEqual([]);
  expect(readdirSync(restored).some((name) => name.startsWith('journal'))).toBe(true);
});
