// Recorded Proxmox VE answers, served over TLS and polled by the whole server: what the host lists is in /api/state.
import { setTimeout as pause } from 'node:timers/promises';
import { guestId, nodeId, SHARED, storageId } from '@belfry/domain/ids';
import { NodeConfig } from '@belfry/schema/config/node';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { parseEnv } from './config/env.ts';
import { tempDir, tempStore } from './db/testing/temp-store.ts';
import { systemClock } from './lib/clock.ts';
import { createLogger } from './lib/logger.ts';
import { noRecordings, recordingsOf } from './sources/testing/recordings.ts';
import { json, startTlsServer } from './sources/testing/tls-server.ts';

type Row = Record<string, unknown>;

/** The state of a server that watches one host whose every answer is this list of resources. */
async function stateOf(rows: unknown): Promise<PlainState> {
  await using host = await startTlsServer((request, response) =>
    request.url?.endsWith('/cluster/resources') ? json(response, rows) : json(response, null, 501),
  );
  const dataDir = tempDir();
  const env = { BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_AUTH_DISABLED: 'true', BELFRY_DATA_DIR: dataDir };
  const config = parseEnv(env);
  if (!config.ok) throw new Error('the environment is fine');
  const node = {
    type: 'pve',
    name: 'home',
    host: host.origin,
    verifySSL: false,
    tokenName: 'a@pve!b',
    tokenValue: 'c',
  };
  const app = await createApp({
    config: { ...config.value, nodes: [NodeConfig.parse(node)] },
    store: tempStore(undefined, dataDir),
    clock: systemClock,
    log: createLogger('silent'),
    webDir: '/nowhere',
    agentFiles: { release: '/nowhere', installer: '/nowhere' },
  });
  await app.start();
  try {
    for (let tries = 0; tries < 100; tries++) {
      const state = PlainState.parse((await app.http.inject('/api/state')).json());
      if (state.instances[0]?.lastSeen) return state;
      await pause(50);
    }
    throw new Error('the host was not polled');
  } finally {
    await app.stop();
  }
}

const recordings = recordingsOf('pve', /^\/cluster\/resources$/);

test('there are recordings to try, or a reason why not', (ctx) => {
  if (noRecordings) ctx.skip(noRecordings);
  expect(recordings.length).toBeGreaterThan(3);
});

test.for(
  recordings.filter((r) => Array.isArray(r.body.data) && r.body.data.length > 0).map((r) => [r.file, r] as const),
)('%s: every guest, node and storage is in the state, in bytes, seconds and fractions', async ([, { body }]) => {
  const rows = body.data as Row[];
  // an account that sees bare node names only is refused as such: give those recordings one guest to see
  const state = await stateOf([...rows, { type: 'lxc', vmid: 999_999, node: 'seen', status: 'stopped', maxmem: 1 }]);
  for (const row of rows) {
    if (row.type === 'node') {
      const node = state.nodes.find((n) => n.id === nodeId('home', String(row.node)));
      expect(node).toMatchObject({
        name: row.node,
        status: row.status,
        uptime: row.uptime ?? 0,
        maxmem: row.maxmem ?? 0,
      });
      expect(node?.cpu).toBeCloseTo(Number(row.cpu ?? 0), 3);
    } else if ((row.type === 'qemu' || row.type === 'lxc') && row.template !== 1) {
      const list = row.type === 'qemu' ? state.vms : state.containers;
      const guest = list.find((g) => g.id === guestId('home', Number(row.vmid)));
      expect(guest).toMatchObject({ vmid: Number(row.vmid), cpus: row.maxcpu ?? 0, maxmem: row.maxmem ?? 0 });
      if (row.status === 'running') {
        expect(guest?.cpu).toBeCloseTo(Number(row.cpu ?? 0), 3);
        expect(guest?.mem).toBe(row.mem ?? 0);
        expect(guest?.uptime).toBe(row.uptime ?? 0);
      }
    } else if (row.type === 'storage') {
      const id = storageId('home', row.shared === 1 ? SHARED : String(row.node), String(row.storage));
      expect(state.storage.find((s) => s.id === id)).toMatchObject({ total: row.maxdisk ?? 0, used: row.disk ?? 0 });
    }
  }
});
