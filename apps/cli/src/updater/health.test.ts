import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, createWait, readEnvFile } from './health.ts';

test('the settings of the service are read as systemd reads them, and no file has none', () => {
  const file = path.join(tmpdir(), `belfry-env-${process.pid}`);
  writeFileSync(file, '# BELFRY_PORT=1\nBELFRY_PORT=8080\nBELFRY_HOST="::"\n X = \'a b\'\nnonsense\n');
  expect(readEnvFile(file)).toEqual({ BELFRY_PORT: '8080', BELFRY_HOST: '::', X: 'a b' });
  expect(readEnvFile('/nowhere')).toEqual({});
});

test('the server is asked at its own address; one that listens everywhere, at the address of this machine', () => {
  expect(addressOf({})).toBe('127.0.0.1:7655');
  expect(addressOf({ BELFRY_HOST: '0.0.0.0', BELFRY_PORT: '80' })).toBe('127.0.0.1:80');
  expect(addressOf({ BELFRY_HOST: '::' })).toBe('[::1]:7655');
  expect(addressOf({ BELFRY_HOST: 'fd00::1' })).toBe('[fd00::1]:7655');
  expect(addressOf({ BELFRY_HOST: '10.0.0.5' })).toBe('10.0.0.5:7655');
});

/** `answer(n)`: the status of the answer to the n-th question about its health. `ended(n)`: the same for the service. */
async function waitFor(answer: (n: number) => number, ended: (n: number) => string | undefined, limitMs = 60_000) {
  const asked = { health: 0, service: 0 };
  const server = createServer(({ url }, reply) => {
    const status = url === '/api/health' ? answer(++asked.health) : 200;
    reply.writeHead(status).end(JSON.stringify({ status: 'healthy', version: '1.1.0' }));
  }).listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  onTestFinished(() => void server.close());
  const service = { ended: async () => ended(++asked.service) };
  const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outcome = await createWait({ address, service, limitMs, pauseMs: 5 })('1.1.0');
  return { outcome, asked };
}

test('a server that ended is not waited for, and its end is the reason', async () => {
  const { outcome, asked } = await waitFor(
    () => 503,
    (n) => (n === 3 ? 'it ended 3 times (exit-code)' : undefined),
  );
  expect([outcome, asked]).toEqual([
    { ok: false, error: 'it ended 3 times (exit-code)' },
    { health: 3, service: 3 },
  ]);
});

test('a slow server that runs has its whole time, and one that answers is not asked about its service', async () => {
  const slow = await waitFor(
    (n) => (n > 20 ? 200 : 503),
    () => undefined,
  );
  expect([slow.outcome, slow.asked]).toEqual([
    { ok: true, value: undefined },
    { health: 23, service: 20 },
  ]);
  const late = await waitFor(
    () => 503,
    () => undefined,
    300,
  );
  expect(late.outcome).toMatchObject({ error: 'it was not healthy within 0 s: it answered with status 503' });
});
