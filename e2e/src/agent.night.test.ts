// The built agent between a real engine and built servers: what it asks, and what it does when one of them is down.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AgentReport } from '@belfry/schema/agent/report';
import { createToken } from '@belfry/schema/http/tokens';
import type { State } from '@belfry/schema/state';
import { afterAll, beforeAll, test } from 'vitest';
import { setUp } from './administrator.ts';
import { containersOf, dockerHosts } from './docker-state.ts';
import { startAgent } from './engine/agent-process.ts';
import { container } from './engine/container.ts';
import { docker, engineSocket, noEngine, sweep } from './engine/docker.ts';
import { startRelay } from './engine/relay.ts';
import { busyboxImage } from './engine/stand-in.ts';
import { type RunningProduct, startProduct } from './product.ts';

const missing = await noEngine();
const name = `belfry-agent-${process.pid}`;
const run = promisify(execFile);
/** For tests that are not disturbed by the reports of others. They mostly wait, so they run at the same time. */
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  const image = await busyboxImage();
  await container(image).withName(name).withCommand(['sleep', '600']).start();
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
});
afterAll(async () => {
  await product?.stop();
  if (!missing) await sweep();
});

/** Every five seconds, the shortest interval that the agent accepts. */
const reporting = (url: string, ...more: string[]) => [
  '--interval',
  '5s',
  '--url',
  url,
  '--token',
  'disabled',
  ...more,
];
const ours = async ({ url }: RunningProduct) =>
  (await containersOf(url)).filter((container) => container.name === name);
const saying = (lines: readonly string[], text: string) => lines.filter((line) => line.includes(text));

test.concurrent('--once reports and ends; without a server it prints the report; it sends the engine nothing but GET', async ({
  expect,
  skip,
}) => {
  if (missing) skip(missing);
  await using relay = await startRelay(engineSocket);
  await using once = startAgent(['--once', '--url', product.url, '--token', 'disabled', '--socket', relay.address]);
  expect([await once.exited, once.log()]).toEqual([0, [expect.stringContaining('msg=reported')]]);
  expect(await ours(product)).toHaveLength(1);

  await using printing = startAgent(['--once', '--socket', relay.address]);
  expect(await printing.exited).toBe(0);
  const report = AgentReport.parse(JSON.parse(printing.stdout()));
  expect(report.containers.map((container) => container.name)).toContain(name);

  const kinds = new Set(
    relay.asked.map((line) => line.replace(/\/v1\.\d+/, '').replace(/containers\/[0-9a-f]{64}/, 'containers/ID')),
  );
  expect([...kinds].sort()).toEqual([
    'GET /containers/ID/json 200',
    'GET /containers/ID/stats?stream=false&one-shot=true 200',
    'GET /containers/json?all=true 200',
    'GET /info 200',
    'GET /version 200',
  ]);
});

test.concurrent('when the engine restarts, reports pause and no container is lost; the log says once that it is gone and once that it is back', async ({
  expect,
  skip,
  onTestFinished,
}) => {
  if (missing) skip(missing);
  const own = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  onTestFinished(async () => void (await own.stop()));
  await using relay = await startRelay(engineSocket);
  await using agent = startAgent(reporting(own.url, '--socket', relay.address));
  await expect.poll(() => saying(agent.log(), 'the container engine answers').length).toBe(1);
  await relay.down();
  await expect.poll(() => saying(agent.log(), 'does not answer').length).toBe(1);
  // three rounds without an engine: no report says that the containers are gone
  await expect.poll(async () => Date.now() - ((await dockerHosts(own.url))[0]?.lastSeen ?? 0)).toBeGreaterThan(15_000);
  expect(await ours(own)).toHaveLength(1);
  const away = Date.now();
  await relay.up();
  await expect.poll(async () => (await dockerHosts(own.url))[0]?.lastSeen).toBeGreaterThan(away);
  const said = agent.log().filter((line) => line.includes('engine'));
  expect(said.map((line) => line.split(' ')[0])).toEqual(['level=info', 'level=warn', 'level=info']);
});

test.concurrent('of several servers, one that is down delays none of the others; when it is back it gets the newest report, not the old ones', async ({
  expect,
  skip,
  onTestFinished,
}) => {
  if (missing) skip(missing);
  await using second = await startRelay(product.url);
  await second.down();
  const third = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  onTestFinished(async () => void (await third.stop()));
  await using agent = startAgent([
    ...['--interval', '5s', '--socket', engineSocket],
    ...['--target', `${second.address}|disabled`, '--target', `${third.url}|disabled`],
  ]);
  const reported = async () => (await containersOf(third.url)).some((container) => container.cpuPercent !== null);
  await expect.poll(reported).toBe(true);
  const seen = async () => (await dockerHosts(third.url))[0]?.lastSeen ?? 0;
  const from = await seen();
  await expect.poll(seen).toBeGreaterThan(from + 9000);
  await second.up();
  await expect.poll(() => second.asked).toEqual(['POST /api/agents/docker/report 200']);
  const back = () => saying(agent.log(), 'the server takes reports').find((line) => line.includes(second.address));
  // the server has the report a moment before the agent knows
  await expect.poll(() => Number(/dropped=(\d+)/.exec(back() ?? '')?.[1])).toBeGreaterThanOrEqual(2);
  expect(saying(agent.log(), 'cannot be reached')).toHaveLength(1);
});

test.concurrent('a revoked token is refused with 401, logged once, and not tried at every interval', async ({
  expect,
  skip,
  onTestFinished,
}) => {
  if (missing) skip(missing);
  const guarded = await startProduct();
  onTestFinished(async () => void (await guarded.stop()));
  const admin = await setUp(guarded);
  const made = await admin.api('POST', '/api/security/tokens', { name: 'agent', scope: 'report' });
  const { id, token } = createToken.reply.parse(made);
  await using relay = await startRelay(guarded.url);
  await using agent = startAgent(['--interval', '5s', '--socket', engineSocket], {
    BELFRY_URL: relay.address,
    BELFRY_TOKEN: token,
  });
  const lastSeen = async () => ((await admin.api('GET', '/api/state')) as State).dockerHosts[0]?.lastSeen ?? 0;
  await expect.poll(lastSeen).toBeGreaterThan(0);
  // a token for reports allows nothing else
  expect((await fetch(`${guarded.url}/api/state`, { headers: { 'x-api-token': token } })).status).toBe(403);

  await admin.api('DELETE', `/api/security/tokens/${id}`);
  await expect.poll(() => saying(agent.log(), 'refuses the token').length).toBe(1);
  const refusals = () => relay.asked.filter((line) => line.endsWith(' 401')).length;
  expect(refusals()).toBe(1);
  const last = await lastSeen();
  await expect.poll(() => Date.now() - last, { interval: 500 }).toBeGreaterThan(20_000);
  expect([refusals(), saying(agent.log(), 'refuses the token').length]).toEqual([1, 1]);
  expect(agent.log().join('\n')).not.toContain(token);
});

/** Why there is no Podman here, for `skip`. */
async function podman(): Promise<string | undefined> {
  return run('podman', ['info', '--format', '{{.Version.Version}}']).then(
    () => undefined,
    (error: Error) => `no podman: ${error.message.split('\n').at(1) || error.message}`,
  );
}

test.concurrent('Podman, through its compatible socket, reports like Docker', async ({ expect, skip }) => {
  const absent = missing ?? (await podman());
  if (absent) skip(absent);
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-podman-'));
  const socket = path.join(folder, 'podman.sock');
  const image = await busyboxImage();
  const archive = path.join(folder, 'image.tar');
  await docker('save', '-o', archive, image);
  await run('podman', ['load', '-q', '-i', archive]);
  const own = `${name}-podman`;
  const burn = ['sh', '-c', 'while :; do :; done'];
  // the default limits of Podman are higher than a container inside this one may have
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'];
  await run('podman', ['run', '-d', '--name', own, '--network', 'none', ...limits, '--label', 'a=b', image, ...burn]);
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], { stdio: 'ignore' });
  try {
    await using agent = startAgent(reporting(product.url, '--socket', socket));
    const host = async () => (await dockerHosts(product.url)).find(({ engine }) => engine === 'podman');
    const burner = async () => (await host())?.containers.find((container) => container.name === own);
    await expect.poll(async () => (await burner())?.cpuPercent ?? 0).toBeGreaterThan(5);
    expect((await burner())?.cpuPercent).toBeLessThan(110);
    expect(await burner()).toMatchObject({
      state: 'running',
      labels: { a: 'b' },
      image: expect.stringContaining('busybox'),
    });
    expect((await burner())?.memoryUsageBytes).toBeGreaterThan(0);
    expect(saying(agent.log(), 'level=error')).toEqual([]);
  } finally {
    await run('podman', ['rm', '-f', '-t', '0', own]);
    await run('podman', ['rmi', '-f', image]).catch(() => undefined);
    const ended = once(service, 'exit');
    service.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
