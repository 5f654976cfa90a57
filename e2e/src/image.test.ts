// The container image: built from this source, started as its compose file does, and started without one.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { State } from '@belfry/schema/state';
import { type StartedTestContainer, Wait } from 'testcontainers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { container, sh } from './engine/container.ts';
import { docker, engineSocket, inspect, logs, noEngine, sweep, volume } from './engine/docker.ts';
import { hardened, startContainer } from './engine/product-container.ts';
import { buildProductImage, type ProductImage } from './engine/product-image.ts';
import { busyboxImage } from './engine/stand-in.ts';

const missing = await noEngine();
const run = promisify(execFile);
let image: ProductImage;
let lab: Lab;

beforeAll(async () => {
  if (missing) return;
  [image, lab] = await Promise.all([
    buildProductImage(),
    startLab({ nodes: 2, guests: 12, seed: 3, version: 9.2, authDelayMs: 0 }),
  ]);
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(`the image is ${mb(image.bytes)}, ${mb(image.addedBytes)} above its base\n`);
});
afterAll(async () => {
  await lab?.stop();
  if (!missing) await sweep();
});

/** The exit code after `docker stop`: 137 where it did not end by itself within ten seconds. */
const stopped = async (container: StartedTestContainer) => {
  await container.stop({ timeout: 10_000, remove: false });
  return inspect(container.getId(), '{{.State.ExitCode}}');
};

test('a hardened container monitors a lab, and a new container on its volume still does', async (ctx) => {
  if (missing) ctx.skip(missing);
  const data = await volume();
  const first = await startContainer(image.tag, data);
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has an instance');
  const added = await fetch(`${first.url}/api/config/nodes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(nodeConfig(instance)),
  });
  expect(added.status).toBe(201);
  const watched = async (state: () => Promise<State>) => {
    const { nodes, vms, containers, lastUpdate } = await state();
    return { nodes: nodes.map(({ name }) => name).sort(), guests: vms.length + containers.length, lastUpdate };
  };
  await expect.poll(() => watched(first.state)).toMatchObject({ guests: 12 });
  const before = await watched(first.state);
  await expect.poll(async () => (await watched(first.state)).lastUpdate).toBeGreaterThan(before.lastUpdate);

  expect(await sh(first.started, 'grep Uid: /proc/1/status | cut -f 2-5')).toBe('1000\t1000\t1000\t1000');
  for (const place of ['/', '/app', '/app/apps/server/dist', '/usr/local/bin']) {
    await expect(sh(first.started, `touch ${place}/x`)).rejects.toThrow(/Read-only file system/);
  }
  expect(await stopped(first.started)).toBe('0');
  expect(await logs(first.started.getId())).toContain('Belfry');
  await docker('rm', first.started.getId());

  const second = await startContainer(image.tag, data);
  await expect.poll(() => watched(second.state)).toMatchObject({ nodes: before.nodes, guests: 12 });
  expect(await stopped(second.started)).toBe('0');
});

test('docker run -p 7655 is enough for a Belfry that writes to /data only, and is not root', async (ctx) => {
  if (missing) ctx.skip(missing);
  const alone = await container(image.tag, { healthSeconds: 1 })
    .withNetworkMode('bridge')
    .withExposedPorts(7655)
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  const id = alone.getId();
  const url = `http://127.0.0.1:${alone.getMappedPort(7655)}`;
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  expect(await sh(alone, 'id -u')).toBe('1000');
  await expect(sh(alone, 'touch /app/x')).rejects.toThrow(/Permission denied/);
  expect(await sh(alone, 'stat -c "%a %u" /data')).toBe('700 1000');
  expect(await docker('diff', id)).toBe('');
  // It is not set up yet: the setup token is in its log.
  expect(await logs(id)).toContain(await sh(alone, 'cat /data/bootstrap-token'));
  expect(await stopped(alone)).toBe('0');
});

test('the image has agents for both processors, unpacked, with their checksums', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { started, url } = await startContainer(image.tag, await volume());
  const version = await (await fetch(`${url}/api/agent/version`)).json();
  expect(version).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), architectures: ['amd64', 'arm64'] });
  // the machine in the header of the ELF file
  for (const [arch, machine] of [
    ['amd64', 0x3e],
    ['arm64', 0xb7],
  ] as const) {
    const program = Buffer.from(await (await fetch(`${url}/download/belfry-docker-agent?arch=${arch}`)).arrayBuffer());
    const sum = await (await fetch(`${url}/download/belfry-docker-agent.sha256?arch=${arch}`)).text();
    expect(sum.split(' ')[0]).toBe(createHash('sha256').update(program).digest('hex'));
    expect([program.toString('latin1', 1, 4), program.readUInt16LE(18)]).toEqual(['ELF', machine]);
  }
  const installer = await (await fetch(`${url}/install-docker-agent.sh`)).text();
  expect(installer).toMatch(/^#!\/bin\/sh\n/);
  await started.stop();
});

test('the agent for arm64 runs, and reports, on a processor that is emulated', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [emulator, libraries] = ['/usr/bin/qemu-aarch64-static', '/usr/aarch64-linux-gnu'];
  if (!existsSync(emulator)) ctx.skip('no qemu-aarch64-static (Debian: apt-get install qemu-user-static)');
  if (!existsSync(`${libraries}/lib/libstdc++.so.6`)) {
    ctx.skip('no libraries for arm64 (Debian: apt-get install libc6-arm64-cross libstdc++6-arm64-cross)');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-arm64-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { started, url } = await startContainer(image.tag, await volume());
  const program = path.join(folder, 'agent');
  const bytes = await (await fetch(`${url}/download/belfry-docker-agent?arch=arm64`)).arrayBuffer();
  writeFileSync(program, Buffer.from(bytes), { mode: 0o755 });
  const report = ['--once', '--url', url, '--token', 'disabled', '--socket', engineSocket];
  await run(emulator, ['-L', libraries, program, ...report]);
  const { dockerHosts } = (await (await fetch(`${url}/api/state`)).json()) as State;
  expect(dockerHosts[0]?.containers.map(({ id }) => id)).toContain(started.getId());
});

test('the same image is the agent: healthy and without root while it runs, it reports networks, and it ends after SIGTERM', async (ctx) => {
  if (missing) ctx.skip(missing);
  const bridged = await container(await busyboxImage())
    .withNetworkMode('bridge')
    .withCommand(['sleep', '600'])
    .start();
  const server = await startContainer(image.tag, await volume());
  const agent = await hardened(image.tag, [statSync(engineSocket).gid])
    .withBindMounts([{ source: engineSocket, target: engineSocket, mode: 'ro' }])
    .withEnvironment({ BELFRY_URL: server.url, BELFRY_TOKEN: 'disabled' })
    .withCommand(['agent', '--interval', '5s'])
    .start();
  const reported = async () => (await server.state()).dockerHosts.flatMap(({ containers }) => containers);
  const all = [agent, server.started, bridged].map((one) => one.getId());
  await expect.poll(async () => (await reported()).map(({ id }) => id)).toEqual(expect.arrayContaining(all));
  const { networks } = (await reported()).find(({ id }) => id === bridged.getId()) ?? {};
  expect(networks).toMatchObject([{ name: 'bridge', ipv4: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) }]);
  expect(await stopped(agent)).toBe('0');
});
