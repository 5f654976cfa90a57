// Real containers, the real agent, the real server, a real browser: a user sees the figures of `docker stats`.
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { Wait } from 'testcontainers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { containersOf, dockerHosts } from './docker-state.ts';
import { type AgentProcess, startAgent } from './engine/agent-process.ts';
import { container } from './engine/container.ts';
import { docker, inspect, noEngine, sweep } from './engine/docker.ts';
import { busyboxImage } from './engine/stand-in.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';

const missing = await noEngine();
const name = (part: string) => `belfry-${process.pid}-${part}`;
const hostile = '"><img src=x onerror="window.fooled=1">';
const hostileKey = '"><script>window.fooled = 1</script>';
let product: RunningProduct;
let agent: AgentProcess;
let browser: Browser | undefined;

/** Runs `text`, and then waits for the signal to end. */
const living = (text: string) => ['sh', '-c', `trap 'exit 0' TERM; ${text}; while :; do sleep 1 & wait $!; done`];
/** Prints a line and fails. */
const failing = ['sh', '-c', 'echo failing; exit 3'];

beforeAll(async () => {
  if (missing) return;
  const image = await busyboxImage();
  const made = {
    burner: container(image).withCommand(['sh', '-c', 'while :; do :; done']).withResourcesQuota({ cpu: 0.3 }),
    // of 64 MiB: 24 MiB that count as used, and 16 MiB of page cache that do not
    limited: container(image)
      .withCommand(living('dd if=/dev/zero of=/dev/shm/x bs=1M count=24; dd if=/dev/zero of=/file bs=1M count=16'))
      .withResourcesQuota({ memory: 64 / 1024 }),
    sick: container(image)
      .withCommand(living('echo well'))
      .withHealthCheck({ test: ['CMD', 'false'], interval: 1000, retries: 1 })
      // it never becomes healthy: do not wait for that
      .withWaitStrategy(Wait.forLogMessage('well')),
    loop: container(image, { restart: 'always' }).withCommand(failing).withWaitStrategy(Wait.forLogMessage('failing')),
    ended: container(image).withCommand(failing).withWaitStrategy(Wait.forLogMessage('failing')),
    hostile: container(image)
      .withCommand(living(':'))
      .withLabels({
        [hostileKey]: hostile,
        ['__proto__']: 'polluted',
        'com.docker.compose.project': `${hostile}\u202e\nx`,
      }),
  };
  await Promise.all(Object.entries(made).map(([part, one]) => one.withName(name(part)).start()));
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  agent = startAgent(['--url', product.url, '--token', 'disabled', '--interval', '5s']);
});
afterAll(async () => {
  await browser?.close();
  await agent?.[Symbol.asyncDispose]();
  await product?.stop();
  if (!missing) await sweep();
});

const shown = async (part: string) =>
  (await containersOf(product.url)).find((container) => container.name === name(part));

/** CPU and memory in percent, by name, from the Docker client. */
async function stats(parts: readonly string[]): Promise<Map<string, { cpu: number; memory: number }>> {
  const format = '{{.Name}} {{.CPUPerc}} {{.MemPerc}}';
  const lines = (await docker('stats', '--no-stream', '--format', format, ...parts.map(name))).split('\n');
  return new Map(
    lines.map((line) => {
      const [who = '', cpu = '', memory = ''] = line.split(' ');
      return [who, { cpu: Number.parseFloat(cpu), memory: Number.parseFloat(memory) }];
    }),
  );
}

test('CPU and memory of real containers are within five points of docker stats', async (ctx) => {
  if (missing) ctx.skip(missing);
  // Docker measures at another moment: when the load of the machine changes, a later attempt matches
  await expect
    .poll(
      async () => {
        const parts = ['burner', 'limited', 'sick'];
        const said = await stats(parts);
        const differences = parts.map(async (part) => {
          const { cpuPercent, memoryPercent } = (await shown(part)) ?? {};
          const docker = said.get(name(part)) ?? { cpu: Number.NaN, memory: Number.NaN };
          const far = (ours: number | null | undefined, theirs: number) =>
            !(Math.abs((ours ?? Number.NaN) - theirs) < 5);
          return far(cpuPercent, docker.cpu) || far(memoryPercent, docker.memory) ? [part, cpuPercent, docker] : [];
        });
        return (await Promise.all(differences)).flat();
      },
      { interval: 1000 },
    )
    .toEqual([]);
  const burner = await shown('burner');
  expect(burner).toMatchObject({ state: 'running', cpuLimitCores: 0.3, exitCode: 0 });
  expect(burner?.cpuPercent).toBeGreaterThan(1);
  expect(burner?.memoryConfiguredBytes).toBeUndefined();
  const limited = await shown('limited');
  expect(limited).toMatchObject({ memoryConfiguredBytes: 2 ** 26, memoryLimitBytes: 2 ** 26 });
  expect(limited?.memoryPercent).toBeGreaterThan(35);
  expect(limited?.memoryPercent).toBeLessThan(50);
  const [host] = await dockerHosts(product.url);
  expect(host).toMatchObject({ status: 'online', engine: 'docker', cpuUsagePercent: expect.any(Number) });
});

test('a failing health check, a restart loop and an end with an exit code are shown as docker inspect has them', async (ctx) => {
  if (missing) ctx.skip(missing);
  await expect.poll(async () => (await shown('sick'))?.health).toBe('unhealthy');
  await expect.poll(async () => (await shown('loop'))?.restartCount ?? 0).toBeGreaterThan(1);
  await expect
    .poll(async () => (await shown('loop'))?.restartCount)
    .toBeLessThanOrEqual(Number(await inspect(name('loop'), '{{.RestartCount}}')));
  await expect
    .poll(() => shown('ended'))
    .toMatchObject({
      state: 'exited',
      exitCode: 3,
      restartCount: 0,
      finishedAt: expect.any(Number),
      cpuPercent: null,
    });
});

test('labels are shown as their author wrote them, and change nothing else', async (ctx) => {
  if (missing) ctx.skip(missing);
  await expect.poll(() => shown('hostile')).toBeDefined();
  const labels = (await shown('hostile'))?.labels ?? {};
  expect(labels[hostileKey]).toBe(hostile);
  expect(labels['com.docker.compose.project']).toBe(`${hostile}\u202e\nx`);
  expect(Object.getPrototypeOf(labels)).toBe(Object.prototype);
});

test('the browser shows the containers on /docker, and runs no text of theirs as code', async (ctx) => {
  const absent = missing ?? noChromium();
  if (absent) ctx.skip(absent);
  browser = await launch();
  const { page, errors } = await openPage(browser);
  await page.goto(`${product.url}/docker`);
  const row = (part: string) => page.locator('[role=treegrid] tr.row', { hasText: name(part) });
  for (const part of ['burner', 'limited', 'sick', 'ended', 'hostile']) await row(part).waitFor();
  // a third of a core, or less on a busy machine
  await expect.poll(() => row('burner').innerText()).toMatch(/\b[1-9]\d?(\.\d+)?\s?%/);
  await expect.poll(() => row('sick').innerText()).toMatch(/unhealthy/i);
  await row('hostile').click();
  await page.getByText(hostile).first().waitFor();
  await page.screenshot({ path: path.join(artifacts, 'docker-real-engine.png') });
  await expect.poll(() => page.evaluate(() => 'fooled' in window)).toBe(false);
  expect(errors).toEqual([]);
});
