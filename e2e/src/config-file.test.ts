// The configuration file with the built server and the built command line: a server that starts with one, and one that gets one.
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runToEnd } from './ended-program.ts';
import { type RunningProduct, serverBundle, startProduct } from './product.ts';

const program = path.resolve(import.meta.dirname, '../../apps/cli/dist/belfry.js');
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-config-'));
const file = (name: string) => path.join(folder, name);
const token = `bf_${randomBytes(24).toString('hex')}`;
let lab: Lab;

beforeAll(async () => {
  lab = await startLab({ nodes: 1, guests: 3, clusters: 1, seed: 7, authDelayMs: 0, version: 9.2 });
  const [host] = lab.instances;
  if (!host) throw new Error('no instance');
  const { tokenName = '', tokenValue = '', fingerprint = '', host: address } = nodeConfig(host);
  writeFileSync(file('host-token'), `${tokenValue}\n`);
  writeFileSync(file('password'), 'correct horse battery\n');
  writeFileSync(
    file('belfry.yaml'),
    `instances:
  - type: pve
    name: attic
    host: ${address}
    tokenName: ${tokenName}
    tokenValue_file: host-token
    fingerprint: "${fingerprint}"
users:
  - { name: ann, password_file: password }
tokens:
  - { name: command line, scope: admin, hash: ${hash('sha256', token)} }
system: { theme: dark }
schedule: { quietHours: { enabled: true, start: "22:00", end: "07:00", timezone: Europe/Berlin } }
destinations:
  webhooks:
    - { name: phone, url: https://hook.example/secret-of-the-phone }
`,
  );
});
afterAll(async () => {
  await lab?.stop();
  rmSync(folder, { recursive: true });
});

const belfry = (url: string, ...words: string[]) =>
  runToEnd([program, ...words], { BELFRY_URL: url, BELFRY_TOKEN: token });

const withFile = (name: string, env: Record<string, string> = {}) =>
  startProduct({ BELFRY_CONFIG_FILE: file(name), ...env });

async function using<T>(product: RunningProduct, work: (product: RunningProduct) => Promise<T>): Promise<T> {
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

test('a new server with a file needs no setup: it polls, the user signs in, and what it exports makes the same of an empty one', async () => {
  await using(await withFile('belfry.yaml'), async ({ url, dataDir, output }) => {
    expect(output()).not.toContain('setup token');
    expect(readdirSync(dataDir)).not.toContain('bootstrap-token');
    await expect.poll(async () => (await belfry(url, 'guests')).out).toMatch(/^VMID +NAME/);
    const body = JSON.stringify({ username: 'ann', password: 'correct horse battery' });
    const reply = await fetch(new URL('/api/login', url), {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json' } },
    });
    expect(reply.status).toBe(200);

    expect(await belfry(url, 'config', 'diff', file('belfry.yaml'))).toMatchObject({
      ...{ status: 0, out: 'Nothing would change.\n' },
    });
    expect((await belfry(url, 'config', 'apply', file('belfry.yaml'))).out).toMatch(/^Nothing has changed/);
    const open = await belfry(url, 'config', 'export');
    expect(open.out).toContain('tokenValue: ••••••••');
    expect(open.out).not.toMatch(/secret-of-the-phone|argon2id\$v/);
    const exported = await belfry(url, 'config', 'export', file('export.yaml'), '--secrets', file('secrets'));
    expect(exported).toMatchObject({ status: 0, error: '' });
    for (const name of readdirSync(file('secrets')))
      expect(statSync(path.join(file('secrets'), name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(file('export.yaml'), 'utf8')).toMatch(/tokenValue_file: \//);
    expect(await belfry(url, 'config', 'export', file('export.yaml'))).toMatchObject({
      ...{ status: 1, error: expect.stringContaining('export.yaml exists') },
    });
    const audit = await fetch(new URL('/api/security/audit', url), { headers: { 'x-api-token': token } });
    expect(await audit.text()).toMatch(
      /"event":"config_applied","success":true,"user":"configuration file","method":"start"/,
    );
  });

  await using(await withFile('export.yaml'), async ({ url }) => {
    const again = await belfry(url, 'config', 'export', file('again.yaml'), '--secrets', file('secrets-again'));
    expect(again.status).toBe(0);
    const texts = ['export.yaml', 'again.yaml'].map((name) => readFileSync(file(name), 'utf8'));
    expect(texts[1]?.replaceAll('/secrets-again/', '/secrets/')).toBe(texts[0]);
    for (const name of readdirSync(file('secrets')))
      expect(readFileSync(path.join(file('secrets-again'), name))).toEqual(
        readFileSync(path.join(file('secrets'), name)),
      );
  });
});

test('diff and apply: what would change, without secrets, then all of it; a file with a mistake is refused with line and column', async () => {
  await using(await withFile('belfry.yaml'), async ({ url }) => {
    writeFileSync(
      file('change.yaml'),
      'system: {}\ndestinations:\n  webhooks:\n    - { name: phone, url: https://hook.example/another-secret }\n',
    );
    const diff = await belfry(url, 'config', 'diff', file('change.yaml'));
    expect(diff).toEqual({
      status: 1,
      out: '~ system.theme: "dark" → ""\n~ destinations.webhooks.phone.url: another secret\n',
      error: '',
    });
    const dry = await belfry(url, 'config', 'apply', file('change.yaml'), '--dry-run');
    expect(dry.out).toMatch(/2 changes, not applied\.\n$/);
    expect((await belfry(url, 'config', 'diff', file('change.yaml'))).status).toBe(1);
    expect((await belfry(url, 'config', 'apply', file('change.yaml'))).out).toMatch(/2 changes applied\.\n$/);
    expect((await belfry(url, 'config', 'diff', file('change.yaml'))).status).toBe(0);

    writeFileSync(file('wrong.yaml'), 'system:\n  theme: dark\n  colour: 1\n');
    const wrong = `${file('wrong.yaml')}:3:3: system.colour: is an unknown key.`;
    expect(await belfry('http://127.0.0.1:1', 'config', 'validate', file('wrong.yaml'))).toMatchObject({
      ...{ status: 1, error: expect.stringContaining(wrong) },
    });
    expect((await belfry(url, 'config', 'diff', file('wrong.yaml'))).status).toBe(2);
    expect(await belfry(url, 'config', 'apply', file('wrong.yaml'))).toMatchObject({
      ...{ status: 1, error: expect.stringContaining(wrong) },
    });
    // Only the server knows that nothing is stored for this one.
    writeFileSync(file('mask.yaml'), 'destinations:\n  webhooks:\n    - { name: new, url: "••••••••" }\n');
    expect((await belfry(url, 'config', 'validate', file('mask.yaml'))).status).toBe(0);
    expect((await belfry(url, 'config', 'apply', file('mask.yaml'))).error).toMatch(
      /mask\.yaml:3:25: destinations\.webhooks\[0\]\.url: has no stored value to keep/,
    );
  });
});

test('at a start the file is applied only when it has changed; a wrong one keeps the server from starting and changes nothing', async () => {
  const dataDir = file('data');
  const start = () => withFile('start.yaml', { BELFRY_DATA_DIR: dataDir });
  const write = (theme: string) =>
    writeFileSync(
      file('start.yaml'),
      `tokens: [{ name: t, scope: admin, hash: ${hash('sha256', token)} }]\nsystem:\n  theme: ${theme}\n`,
    );
  const themeOf = async (url: string) => /theme: (\w+)/.exec((await belfry(url, 'config', 'export')).out)?.[1];
  write('dark');
  await using(await start(), async ({ url }) => {
    expect(await themeOf(url)).toBe('dark');
    writeFileSync(file('light.yaml'), 'system: { theme: light }\n');
    await belfry(url, 'config', 'apply', file('light.yaml'));
  });
  await using(await start(), async ({ url }) => expect(await themeOf(url)).toBe('light'));
  writeFileSync(file('start.yaml'), 'system:\n  theme: pink\n');
  const bad = { BELFRY_DATA_DIR: dataDir, BELFRY_PORT: '0', BELFRY_CONFIG_FILE: file('start.yaml') };
  expect(await runToEnd([serverBundle], bad)).toMatchObject({
    status: 1,
    error: `Belfry does not start, and nothing was changed: the configuration file is not right.\n  ${file('start.yaml')}:2:10: system.theme: Choose light, dark, or nothing to follow the system\n`,
  });
  writeFileSync(file('start.yaml'), 'tokens: []\n');
  expect((await runToEnd([serverBundle], bad)).error).toMatch(/start\.yaml:1:9: tokens: would leave no administrator/);
  expect((await runToEnd([serverBundle], { ...bad, BELFRY_CONFIG_FILE: file('gone.yaml') })).error).toMatch(
    /gone\.yaml, which cannot be read \(ENOENT\)/,
  );
  write('dark');
  writeFileSync(file('start.yaml'), `${readFileSync(file('start.yaml'), 'utf8')}  connectionTimeout: 9\n`);
  await using(await start(), async ({ url }) => expect(await themeOf(url)).toBe('dark'));
});
