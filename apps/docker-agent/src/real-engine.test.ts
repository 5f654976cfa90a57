// The real agent beside a real engine: what it posts agrees with what `docker stats` and `docker inspect` say.
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AgentReport } from '@belfry/schema/agent/report';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from './engine/engine.ts';

const run = promisify(execFile);
const image = 'belfry-test/busybox:1';
const busybox = ['/bin/busybox', '/usr/bin/busybox'].find((file) => existsSync(file));

/** Why there can be no real containers here. */
async function obstacle(): Promise<string | undefined> {
  const engine = connect(process.env.DOCKER_HOST);
  const answer = engine.ok ? await engine.value.get('/version') : undefined;
  if (!answer?.ok) return `no container engine answers: ${answer?.error.reason ?? 'no address'}`;
  if (!busybox) return 'no busybox to make an image of';
  const cli = await run('docker', ['--version']).catch(() => undefined);
  return cli ? undefined : 'no docker command to compare with';
}
const missing = await obstacle();

const mark = { 'org.testcontainers': 'true', 'belfry.test': `run-${process.pid}` };
const script = (text: string) => ['sh', '-c', `trap 'exit 0' TERM; ${text}; while :; do sleep 1 & wait $!; done`];
const base = () => new GenericContainer(image).withLabels(mark).withStartupTimeout(20_000);
const name = (part: string) => `belfry-test-${process.pid}-${part}`;

/** An image of nothing but busybox: no registry is asked. */
async function makeImage() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'belfry-image-'));
  mkdirSync(path.join(root, 'bin'));
  copyFileSync(busybox ?? '', path.join(root, 'bin', 'busybox'));
  for (const applet of ['sh', 'sleep', 'dd', 'true', 'false', 'yes'])
    symlinkSync('busybox', path.join(root, 'bin', applet));
  execFileSync('sh', ['-c', `tar -C "$1" -c . | docker import --change 'ENV PATH=/bin' - "$2"`, 'sh', root, image]);
  rmSync(root, { recursive: true });
}

beforeAll(async () => {
  if (missing) return;
  vi.stubEnv('TESTCONTAINERS_RYUK_DISABLED', 'true');
  vi.stubEnv('TESTCONTAINERS_HOST_OVERRIDE', '127.0.0.1');
  await makeImage();
  const { container } = await getContainerRuntimeClient();
  const failing = async (part: string, restart: string) => {
    const made = await container.dockerode.createContainer({
      name: name(part),
      Image: image,
      Cmd: ['sh', '-c', 'exit 3'],
      Labels: mark,
      HostConfig: { RestartPolicy: { Name: restart } },
    });
    await made.start();
  };
  await failing('loop', 'always');
  await failing('ended', 'no');
  await Promise.all([
    base()
      .withName(name('burner'))
      .withCommand(['sh', '-c', 'while :; do :; done'])
      .withResourcesQuota({ cpu: 0.3 })
      .start(),
    base()
      .withName(name('limited'))
      // 24 MiB that count and 16 MiB of page cache that does not, of 64
      .withCommand(script('dd if=/dev/zero of=/dev/shm/x bs=1M count=24; dd if=/dev/zero of=/file bs=1M count=16'))
      .withResourcesQuota({ memory: 0.0625 })
      .start(),
    base()
      .withName(name('sick'))
      .withCommand(script('echo ready'))
      .withHealthCheck({ test: ['CMD', 'false'], interval: 500, timeout: 1000, retries: 1 })
      // its being healthy would be awaited in vain
      .withWaitStrategy(Wait.forLogMessage('ready'))
      .start(),
  ]);
}, 60_000);

afterAll(async () => {
  if (missing) return;
  const { container } = await getContainerRuntimeClient();
  const ours = await container.dockerode.listContainers({
    all: true,
    filters: { label: [`belfry.test=${mark['belfry.test']}`] },
  });
  await Promise.all(ours.map(({ Id }) => container.dockerode.getContainer(Id).remove({ force: true, v: true })));
  vi.unstubAllEnvs();
}, 60_000);

/** Runs the program once against a server of ours; at the same time asks `docker stats`. */
async function reportAndStats() {
  const bodies: string[] = [];
  const server = http.createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const main = path.join(import.meta.dirname, 'main.ts');
  const names = ['burner', 'limited', 'sick'].map(name);
  const [, stats] = await Promise.all([
    run(process.execPath, [main, '--once', '--url', url, '--token', 't'], { timeout: 20_000 }),
    run('docker', ['stats', '--no-stream', '--format', '{{.Name}} {{.CPUPerc}} {{.MemPerc}}', ...names]),
  ]);
  server.close();
  const report = AgentReport.parse(JSON.parse(bodies[0] ?? 'null'));
  const said = new Map(
    stats.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string, string])
      .map(([n, cpu, memory]) => [n, { cpu: Number.parseFloat(cpu), memory: Number.parseFloat(memory) }]),
  );
  return { report, said, of: (part: string) => report.containers.find((c) => c.name === name(part)) };
}

test('what the agent reports of real containers is what docker says', { timeout: 60_000 }, async (ctx) => {
  if (missing) ctx.skip(missing);
  // the health check has failed, and the loop has looped
  const state = async (part: string, format: string) =>
    (await run('docker', ['inspect', '-f', format, name(part)])).stdout.trim();
  await vi.waitFor(async () => expect(await state('sick', '{{.State.Health.Status}}')).toBe('unhealthy'), 20_000);
  await vi.waitFor(async () => expect(Number(await state('loop', '{{.RestartCount}}'))).toBeGreaterThan(1), 20_000);

  // docker's figures are of another second than ours: where other work makes loads jump, a later attempt tells
  const { report, of } = await vi.waitFor(async () => {
    const attempt = await reportAndStats();
    for (const part of ['burner', 'limited', 'sick']) {
      const { cpuPercent = Number.NaN, memoryPercent = Number.NaN } = attempt.of(part) ?? {};
      const docker = attempt.said.get(name(part));
      expect(Math.abs(cpuPercent - (docker?.cpu ?? 0)), `CPU of ${part}`).toBeLessThan(5);
      expect(Math.abs(memoryPercent - (docker?.memory ?? 0)), `memory of ${part}`).toBeLessThan(5);
    }
    return attempt;
  }, 30_000);

  expect(of('burner')).toMatchObject({ state: 'running', cpuLimitCores: 0.3, exitCode: 0 });
  expect(of('burner')?.cpuPercent).toBeGreaterThan(10);
  expect(of('burner')?.memoryConfiguredBytes).toBeUndefined();
  expect(of('limited')).toMatchObject({ memoryConfiguredBytes: 2 ** 26, memoryLimitBytes: 2 ** 26 });
  expect(of('limited')?.memoryPercent).toBeGreaterThan(35);
  expect(of('limited')?.memoryPercent).toBeLessThan(50);
  expect(of('sick')).toMatchObject({ health: 'unhealthy', state: 'running' });
  expect(of('ended')).toMatchObject({ state: 'exited', exitCode: 3, restartCount: 0, finishedAt: expect.any(Number) });
  expect(of('loop')?.restartCount).toBeGreaterThan(1);
  expect(of('burner')?.labels).toMatchObject(mark);
  expect(of('burner')?.networks[0]).toMatchObject({
    name: 'bridge',
    ipv4: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
  });
  expect(report.host).toMatchObject({
    engine: 'docker',
    totalCpu: expect.any(Number),
    cpuUsagePercent: expect.any(Number),
  });
});
