// The whole server, without a listening socket where none is needed, and once against the simulated datacentre.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { NodeConfig } from '@belfry/schema/config/node';
import { endpoints } from '@belfry/schema/http/endpoints';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Config, type Env, parseEnv } from '../config/env.ts';
import { tempDir, tempStore } from '../db/testing/temp-store.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createDefects } from '../lib/defects.ts';
import { createLogger } from '../lib/logger.ts';
import { createApp } from './app.ts';
import type { App } from './app-types.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The system's clock; `timers` counts those that are set. */
function countingClock() {
  let timers = 0;
  const clock: Clock = {
    ...systemClock,
    after(ms, run) {
      timers++;
      const over = () => timers--;
      const cancel = systemClock.after(ms, () => {
        over();
        return run();
      });
      return () => {
        over();
        cancel();
      };
    },
    every(ms, run) {
      timers++;
      const cancel = systemClock.every(ms, run);
      return () => {
        timers--;
        cancel();
      };
    },
  };
  return { ...clock, timers: () => timers };
}

async function app(env: Env = {}, more: Partial<Config> = {}, clock: Clock = systemClock): Promise<App> {
  const dataDir = tempDir();
  const config = parseEnv({ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const log = createLogger('silent');
  const built = await createApp({
    config: { ...config.value, ...more },
    store: await tempStore({ dataDir: config.value.dataDir }),
    clock,
    log,
    defects: createDefects({ log, now: clock.now }),
    webDir: '/nowhere',
    agentFiles: { release: '/nowhere', installer: '/nowhere', sensorInstaller: '/nowhere' },
  });
  closers.push(() => built.stop());
  return built;
}

/** Those that need no words from the caller, and no files. */
const plain = endpoints.filter(
  (e) => e.method === 'GET' && e.path.startsWith('/api/') && !e.params && !e.query && (e.status ?? 200) === 200,
);

test.for(plain.map((e) => [`${e.method} ${e.path}`, e] as const))(
  '%s answers as its schema says when no sign-in is needed',
  async ([, { method, path, reply: shape }]) => {
    const { http } = await app({ BELFRY_AUTH_DISABLED: 'true' });
    const reply = await http.inject({ method: method as 'GET', url: path });
    expect(reply.statusCode).toBe(200);
    expect(shape.parse(reply.json())).toEqual(reply.json());
    expect(reply.headers['cache-control']).toBe('no-store');
  },
);

test('a fresh installation answers only the calls of the setup', async () => {
  const { http } = await app();
  for (const { method, path, access, beforeSetup } of plain) {
    const reply = await http.inject({ method: method as 'GET', url: path });
    const expected = access !== 'public' ? 401 : beforeSetup ? 200 : 409;
    expect([path, reply.statusCode]).toEqual([path, expected]);
    expect(reply.headers).not.toHaveProperty('www-authenticate');
  }
});

test('/api/health shows that the server is a demo', async () => {
  expect((await (await app({ BELFRY_DEMO: 'true' })).http.inject('/api/health')).headers['x-demo-mode']).toBe('true');
  expect((await (await app()).http.inject('/api/health')).headers).not.toHaveProperty('x-demo-mode');
});

test('a host of the simulated datacentre is polled, and a browser receives its guests', async () => {
  const lab = await startLab({ nodes: 2, guests: 12, seed: 1 });
  closers.push(() => lab.stop());
  const nodes = lab.instances.map((instance) => NodeConfig.parse(nodeConfig(instance)));
  const { http, start } = await app({ BELFRY_AUTH_DISABLED: 'true' }, { nodes });
  await start();
  const { port } = http.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  let guests: { name: string; lastSeen: string }[] = [];
  while (guests.length < 12) {
    const [frame] = await once(socket, 'message');
    const { data } = JSON.parse(String(frame));
    if (data.vms || data.containers) guests = [...(data.vms ?? []), ...(data.containers ?? [])];
  }
  expect(guests.every((guest) => guest.name !== '' && guest.lastSeen !== '')).toBe(true);
  const { instances } = (await http.inject('/api/performance')).json();
  expect(instances).toContainEqual(expect.objectContaining({ instance: nodes[0]?.name, failed: 0 }));
});

test('a second server on the same port leaves no timer and no open database behind, and the first one works on', async () => {
  const first = await app({ BELFRY_AUTH_DISABLED: 'true' });
  await first.start();
  const { port } = first.http.server.address() as AddressInfo;
  const clock = countingClock();
  const dataDir = tempDir();
  const second = await app({ BELFRY_PORT: String(port), BELFRY_DATA_DIR: dataDir }, {}, clock);
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  // one is for the last browsers to close their sockets
  await expect.poll(clock.timers).toBe(0);
  // the last connection to a database takes its log away
  expect(readdirSync(dataDir).filter((name) => name.startsWith('belfry.db'))).toEqual(['belfry.db']);
  expect((await first.http.inject('/api/health')).statusCode).toBe(200);
});

test('a part that fails to stop does not keep the other parts from stopping', async () => {
  const dataDir = tempDir();
  const clock = countingClock();
  const running = await app({ BELFRY_AUTH_DISABLED: 'true', BELFRY_DATA_DIR: dataDir }, {}, clock);
  running.http.addHook('onClose', async () => {
    throw new Error('our mistake');
  });
  await running.start();
  await running.stop().catch(() => {});
  closers.pop();
  await expect.poll(clock.timers).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('belfry.db'))).toEqual(['belfry.db']);
});

test('a Docker host that reported is in the state, also after a restart', async () => {
  const dataDir = tempDir();
  const env = { BELFRY_AUTH_DISABLED: 'true', BELFRY_DATA_DIR: dataDir };
  const dockerHosts = async ({ http }: App) => (await http.inject('/api/state')).json().dockerHosts;
  const first = await app(env);
  await first.start();
  const payload = { agent: { id: 'engine-1' }, host: { hostname: 'dock1' }, containers: [] };
  await first.http.inject({ method: 'POST', url: '/api/agents/docker/report', payload });
  expect(await dockerHosts(first)).toMatchObject([{ id: 'engine-1', status: 'online' }]);
  await first.stop();
  closers.pop();
  const second = await app(env);
  await second.start();
  expect(await dockerHosts(second)).toMatchObject([{ id: 'engine-1', status: 'online' }]);
});
