// Serving recorded answers.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './client.ts';
import { type Replay, startReplay } from './replay.ts';

let dir: string;
let replay: Replay;
const entry = (file: string, endpoint: string, more = {}) => ({
  file: `pve/${file}.json`,
  product: 'pve',
  method: 'GET',
  endpoint,
  httpStatus: 200,
  ...more,
});

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'replay-'));
  await mkdir(path.join(dir, 'pve'));
  const files = [
    entry('old', '/version'),
    entry('new', '/version'),
    entry('any', '/nodes/{node}/status'),
    entry('one', '/nodes/pve1/status'),
    entry('vm', '/cluster/resources', { query: { type: 'vm' } }),
    entry('all', '/cluster/resources'),
    entry('missing', '/nodes/pve1/qemu/1/status/current', { httpStatus: 500 }),
    { file: '../secret.json', product: 'pve', method: 'GET', endpoint: '/secret', httpStatus: 200 },
    'nonsense',
  ];
  await writeFile(path.join(dir, 'index.json'), JSON.stringify({ files }));
  for (const name of ['old', 'new', 'any', 'one', 'vm', 'all', 'missing'])
    await writeFile(path.join(dir, 'pve', `${name}.json`), JSON.stringify({ data: name }));
  replay = await startReplay(dir);
});
afterAll(async () => {
  await replay.stop();
  await rm(dir, { recursive: true });
});

const asked = async (at: string) => {
  const got = await ask(replay.servers[0]?.host ?? '', at);
  return `${got.status} ${JSON.parse(got.text).data}`;
};

test('an exact path is preferred to a placeholder, a matching query to none, a later recording to an earlier one', async () => {
  expect(await asked('/nodes/pve1/status')).toBe('200 one');
  expect(await asked('/nodes/pve2/status')).toBe('200 any');
  expect(await asked('/cluster/resources?type=vm')).toBe('200 vm');
  expect(await asked('/cluster/resources')).toBe('200 all');
  expect(await asked('/version')).toBe('200 new');
});

test('a recorded failure keeps its status; an unrecorded call gets 501', async () => {
  expect(await asked('/nodes/pve1/qemu/1/status/current')).toBe('500 missing');
  expect(await asked('/nodes')).toBe('501 null');
});

test('an entry that points outside the folder is not served', async () => {
  expect(await asked('/secret')).toBe('501 null');
});

test('a folder without an index is a clear error', async () => {
  await expect(startReplay(path.join(dir, 'pve'))).rejects.toThrow(/index\.json/);
});

test('real recordings of every product are served', async (ctx) => {
  const recorded = path.resolve(import.meta.dirname, '../../../../shared/fixtures');
  if (!existsSync(recorded)) return ctx.skip('no recorded answers beside this checkout');
  const real = await startReplay(recorded);
  try {
    expect(real.servers.map((s) => s.type)).toEqual(['pve', 'pbs', 'pmg']);
    const known = { pve: '/version', pbs: '/version', pmg: '/statistics/spamscores' };
    for (const [i, at] of Object.values(known).entries()) {
      expect((await ask(real.servers[i]?.host ?? '', at)).status).toBe(200);
    }
  } finally {
    await real.stop();
  }
});
