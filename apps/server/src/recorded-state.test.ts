// Recorded Proxmox VE answers and our own, served over TLS and polled by the whole server: what the host lists is in /api/state.
import { guestId, nodeId, SHARED, storageId } from '@belfry/domain/ids';
import { NodeConfig } from '@belfry/schema/config/node';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from './contract/testing/socket.ts';
import { wholeApp } from './contract/testing/whole-app.ts';
import { answersOf } from './sources/testing/own-answers.ts';
import { json, startTlsServer } from './sources/testing/tls-server.ts';

type Row = Record<string, unknown>;

const recordings = answersOf('pve', /^\/cluster\/resources$/).filter(
  ({ body }) => Array.isArray(body.data) && body.data.length > 0,
);

/** A host whose every answer is this list of resources. */
async function hostOf(name: string, rows: readonly Row[]): Promise<NodeConfig> {
  // an account that sees bare node names only is refused as such: every host has one guest to see
  const seen = { type: 'lxc', vmid: 999_999, node: 'seen', status: 'stopped', maxmem: 1 };
  const server = await startTlsServer((request, response) =>
    request.url?.endsWith('/cluster/resources') ? json(response, [...rows, seen]) : json(response, null, 501),
  );
  onTestFinished(server.stop);
  const credentials = { tokenName: 'a@pve!b', tokenValue: 'c' };
  return NodeConfig.parse({ type: 'pve', name, host: server.origin, verifySSL: false, ...credentials });
}

test('every guest, node and storage of every list is in the state, in bytes, seconds and fractions', async () => {
  expect(recordings.length).toBeGreaterThan(0);
  const hosts = recordings.map(({ file, body }, i) => ({ file, name: `home-${i}`, rows: body.data as Row[] }));
  const nodes = await Promise.all(hosts.map(({ name, rows }) => hostOf(name, rows)));
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes } });
  const page = await connect(app);
  const answered = new Set<string>();
  await page.find(({ data }) => {
    for (const { id, lastSeen } of data.instances ?? []) if (lastSeen) answered.add(id);
    return answered.size === hosts.length;
  });
  const state = PlainState.parse((await app.call('GET', '/api/state')).json);
  for (const { file, name, rows } of hosts) for (const row of rows) expectShown(state, name, row, file);
});

function expectShown(state: PlainState, host: string, row: Row, file: string): void {
  if (row.type === 'node') {
    const node = state.nodes.find(({ id }) => id === nodeId(host, String(row.node)));
    const expected = { name: row.node, status: row.status, uptime: row.uptime ?? 0, maxmem: row.maxmem ?? 0 };
    expect(node, file).toMatchObject(expected);
    expect(node?.cpu, file).toBeCloseTo(Number(row.cpu ?? 0), 3);
  } else if ((row.type === 'qemu' || row.type === 'lxc') && row.template !== 1) {
    const list = row.type === 'qemu' ? state.vms : state.containers;
    const guest = list.find(({ id }) => id === guestId(host, Number(row.vmid)));
    expect(guest, file).toMatchObject({ vmid: Number(row.vmid), cpus: row.maxcpu ?? 0, maxmem: row.maxmem ?? 0 });
    if (row.status !== 'running') return;
    expect(guest?.cpu, file).toBeCloseTo(Number(row.cpu ?? 0), 3);
    expect(guest, file).toMatchObject({ mem: row.mem ?? 0, uptime: row.uptime ?? 0 });
  } else if (row.type === 'storage') {
    const own = storageId(host, row.shared === 1 ? SHARED : String(row.node), String(row.storage));
    const storage = state.storage.find(({ id }) => id === own);
    expect(storage, file).toMatchObject({ total: row.maxdisk ?? 0, used: row.disk ?? 0 });
  }
}
