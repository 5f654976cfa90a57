// The command line as a program, beside the built product: what it shows, and what its doctor finds.
import { execFile } from 'node:child_process';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUp } from './administrator.ts';
import { type RunningProduct, startProduct } from './product.ts';

const program = path.resolve(import.meta.dirname, '../../apps/cli/dist/belfry.js');
let lab: Lab;
let product: RunningProduct;
let token: string;

beforeAll(async () => {
  lab = await startLab({ nodes: 4, guests: 12, clusters: 4, seed: 5, authDelayMs: 0, version: 9.2 });
  const limited = lab.tokenWithout('Sys.Audit');
  const [first, second, third, fourth] = lab.instances.map(nodeConfig);
  const nodes = [
    { ...first, name: 'limited', tokenName: limited.name, tokenValue: limited.value },
    { ...second, name: 'stranger', fingerprint: Array(32).fill('AB').join(':') },
    { ...third, name: 'refused', tokenValue: '00000000-0000-4000-8000-000000000000' },
    { ...fourth, name: 'dead' },
  ];
  const [dead] = lab.instances[3]?.members ?? [];
  if (!dead) throw new Error('no members');
  await lab.fault(dead.node, 'die');
  product = await startProduct({ BELFRY_NODES: JSON.stringify(nodes) });
});
afterAll(async () => {
  await product?.stop();
  await lab?.stop();
});

interface Ended {
  status: number;
  out: string;
  error: string;
}

const belfry = (words: string, env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((settle) => {
    const own = { PATH: process.env.PATH ?? '', BELFRY_URL: product.url, BELFRY_TOKEN: token, ...env };
    execFile(process.execPath, [program, ...words.split(' ')], { env: own }, (error, out, text) =>
      settle({ status: typeof error?.code === 'number' ? error.code : 0, out, error: text }),
    );
  });

test('before the setup the doctor says how to set it up', async () => {
  expect((await belfry('doctor')).out).toMatch(/^✗ Belfry is not set up\.\n {2}→ Open it in a browser/);
});

test('without a token each command says where to get one', async () => {
  token = '';
  const { api } = await setUp(product);
  expect(await belfry('nodes')).toMatchObject({ status: 1, error: expect.stringContaining('Belfry asks for a token') });
  const made = (await api('POST', '/api/security/tokens', { name: 'doctor', scope: 'admin' })) as { token: string };
  token = made.token;
});

test('status, nodes and guests show what is there, also as JSON', async () => {
  await expect.poll(async () => (await belfry('guests')).out).toMatch(/^VMID +NAME/);
  const status = await belfry('--json status');
  expect(status.status).toBe(2);
  const { instances } = JSON.parse(status.out);
  expect(instances.total).toBe(4);
  await expect
    .poll(async () => JSON.parse((await belfry('--json status')).out).instances.failing.sort())
    .toEqual(['dead', 'refused', 'stranger']);
  expect((await belfry('nodes')).out).toContain('online');
});

test('the doctor finds each fault and names its cure', async () => {
  chmodSync(product.dataDir, 0o755);
  const key = path.join(product.dataDir, 'keys/belfry.key');
  renameSync(key, `${key}.away`);
  const found = async () => (await belfry(`doctor --data-dir ${product.dataDir}`)).out;
  const faults: [fault: RegExp, cure: RegExp][] = [
    [/Every user of this machine may open the data directory/, /chmod 700 /],
    [/The key of the secrets, keys\/belfry\.key .* is missing/, /Restore it from a backup/],
    [/dead \(https:.*\) does not answer/, /Check that the host runs/],
    [/stranger \(https:.*\) does not answer/, /Compare it on the host, and trust it again/],
    [/refused \(https:.*\) does not answer/, /Make a new token on the host/],
    [/limited: .* the account lacks Sys\.Audit on \//, /Give it the privilege/],
    [/Belfry is reached by plain HTTP/, /Set BELFRY_TLS_CERT/],
    [/Alerts go nowhere/, /Add a destination under Alerts/],
  ];
  for (const [fault, cure] of faults)
    await expect.poll(found, { message: `${fault}` }).toMatch(new RegExp(`${fault.source}.*\\n {2}→ .*${cure.source}`));
  renameSync(`${key}.away`, key);
});

test('a token of a lower scope and a Belfry that does not run are findings too', async () => {
  const weak = await belfry('doctor', { BELFRY_TOKEN: 'f'.repeat(64) });
  expect(weak).toMatchObject({ status: 1, out: expect.stringContaining('The token is not valid') });
  const file = path.join(product.dataDir, 'token');
  writeFileSync(file, `${token}\n`);
  const gone = await belfry('doctor', { BELFRY_URL: 'http://127.0.0.1:1', BELFRY_TOKEN: '', BELFRY_TOKEN_FILE: file });
  expect(gone).toMatchObject({ status: 1, out: expect.stringContaining('Nothing answers at http://127.0.0.1:1') });
});
