// A backup of Belfry by its schedule, restored into an empty folder: the built server, the built command line.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, setUp } from './administrator.ts';
import { runToEnd } from './ended-program.ts';
import { serverBundle, startProduct } from './product.ts';

const program = path.resolve(import.meta.dirname, '../../apps/cli/dist/belfry.js');
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-own-backup-'));
const place = (name: string) => path.join(folder, name);
let lab: Lab;

beforeAll(async () => {
  lab = await startLab({ nodes: 1, guests: 3, clusters: 1, seed: 9, authDelayMs: 0, version: 9.2 });
  writeFileSync(place('passphrase'), 'correct horse battery\n', { mode: 0o600 });
});
afterAll(async () => {
  await lab?.stop();
  rmSync(folder, { recursive: true });
});

const passphrase = { BELFRY_BACKUP_PASSPHRASE_FILE: place('passphrase') };
const restore = (file: string, dataDir: string) =>
  runToEnd([serverBundle, 'backup', 'restore', file, '--data', dataDir], passphrase);

const cpu = (config: unknown) => (config as { guestDefaults: { cpu: { trigger: number } } }).guestDefaults.cpu;

test('what a schedule saved makes a new Belfry the same: its users, instances with secrets, and alerts', async () => {
  const kept = mkdtempSync(place('kept-'));
  const product = await startProduct({
    ...{ BELFRY_BACKUP_DIR: kept, BELFRY_BACKUP_SCHEDULE: '*:*:0/2', BELFRY_BACKUP_KEEP: '2', ...passphrase },
  });
  let file = '';
  let token = '';
  try {
    const { api } = await setUp(product);
    token = ((await api('POST', '/api/security/tokens', { name: 'line', scope: 'admin' })) as { token: string }).token;
    for (const instance of lab.instances) await api('POST', '/api/config/nodes', nodeConfig(instance));
    const alerts = (await api('GET', '/api/alerts/config')) as { guestDefaults: { cpu: object } };
    const changed = { ...alerts.guestDefaults, cpu: { ...alerts.guestDefaults.cpu, trigger: 61, clear: 51 } };
    await api('PUT', '/api/alerts/config', { ...alerts, guestDefaults: changed });
    const saved = new Date().toISOString();

    const line = (...words: string[]) =>
      runToEnd([program, ...words], { BELFRY_URL: product.url, BELFRY_TOKEN: token });
    const last = async () => JSON.parse((await line('--json', 'backup', 'list')).out).lastGood;
    await expect.poll(async () => (await last())?.at > saved).toBe(true);
    file = path.join(kept, (await last()).file);
    expect(path.basename(file)).toMatch(/^belfry-\d+\.\d+\.\d+\S*-\d{8}T\d{6}Z\.belfry-backup$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // By its number of backups, this one may be removed while it is restored.
    writeFileSync(place('saved'), readFileSync(file));
    expect(await line('backup', 'create')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^Belfry made belfry-/),
    });
    expect(await line('backup', 'list')).toMatchObject({ status: 0, out: expect.stringContaining('The next one: ') });
    expect(readdirSync(kept).length).toBe(2);
    const content = readFileSync(place('saved'), 'latin1');
    for (const secret of ['SQLite format', nodeConfig(lab.instances[0] as never).tokenValue ?? '-'])
      expect(content).not.toContain(secret);
  } finally {
    await product.stop();
  }

  const bytes = readFileSync(place('saved'));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(place('changed'), bytes);
  const refused = await restore(place('changed'), place('data'));
  expect(refused).toMatchObject({
    status: 1,
    error: expect.stringContaining('It was changed, or it is not complete.'),
  });
  expect(readdirSync(folder)).not.toContain('data');

  expect(await restore(place('saved'), place('data'))).toMatchObject({ status: 0, error: '' });
  expect(await restore(place('saved'), place('data'))).toMatchObject({
    ...{ status: 1, error: expect.stringContaining('With --replace') },
  });
  const restored = await startProduct({ BELFRY_DATA_DIR: place('data') });
  try {
    expect(restored.output()).not.toContain('setup token');
    const body = JSON.stringify({ username: 'admin', password: PASSWORD });
    const signedIn = await fetch(new URL('/api/login', restored.url), {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json' } },
    });
    expect(signedIn.status).toBe(200);
    const own = { BELFRY_URL: restored.url, BELFRY_TOKEN: token };
    // It polls: the secret of the instance works.
    await expect.poll(async () => (await runToEnd([program, 'guests'], own)).out).toMatch(/^VMID +NAME/);
    const reply = await fetch(new URL('/api/alerts/config', restored.url), { headers: { 'x-api-token': token } });
    expect(cpu(await reply.json())).toMatchObject({ trigger: 61 });
    expect(await runToEnd([program, 'backup', 'list'], own)).toMatchObject({
      ...{ status: 1, out: expect.stringContaining('Belfry makes no backups of itself') },
    });
  } finally {
    await restored.stop();
  }
});

test('a folder that is missing is shown with the other problems of the server, and a short passphrase does not start', async () => {
  const missing = place('not-mounted');
  const product = await startProduct({ BELFRY_BACKUP_DIR: missing, ...passphrase });
  try {
    const { api } = await setUp(product);
    const problems = async () => ((await api('GET', '/api/state')) as { serverProblems: object }).serverProblems;
    await expect.poll(problems).toMatchObject({
      backup: { message: expect.stringContaining(`${missing} does not exist`) },
    });
    expect(product.output()).toContain('The backup of Belfry failed');
  } finally {
    await product.stop();
  }
  const short = startProduct({ BELFRY_BACKUP_DIR: missing, BELFRY_BACKUP_PASSPHRASE: 'short word' });
  await expect(short).rejects.toThrow(
    /BELFRY_BACKUP_PASSPHRASE: expected a passphrase of at least 12 .*found 10 characters/,
  );
});
