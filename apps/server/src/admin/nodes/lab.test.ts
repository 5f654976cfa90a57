// The node settings against hosts that speak the real wire: tests, clusters, and pollers that follow the settings.

import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { startMailGateway } from '@belfry/lab/pmg/gateway';
import { NodeRequest } from '@belfry/schema/config/node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { tempStore } from '../../db/testing/temp-store.ts';
import { iso, momentOf, systemClock } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { refusalText } from '../../lib/refusal.ts';
import { numbered } from '../../sources/numbering.ts';
import { startPolling } from '../../sources/poller.ts';
import { connectBy, createSource } from '../../sources/registry.ts';
import type { Emitted } from '../../sources/source.ts';
import { createState } from '../../state/state.ts';
import { certificateHere, checkNode, hasTrustedCertificate, nameOf } from './check.ts';
import { createNodes, type Nodes } from './nodes.ts';
import { normalizeRequest } from './normalize.ts';
import { createPollers } from './pollers.ts';
import { noClusters } from './testing/fake-api.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ nodes: 4, guests: 8, clusters: 2, seed: 3, authDelayMs: 0 });
});
afterAll(() => lab.stop());

const connect = connectBy(systemClock);
function request(index: number, extra: object = {}): NodeRequest {
  const instance = lab.instances[index];
  if (!instance) throw new Error(`the lab has no instance ${index}`);
  const { user: _, password: __, ...byToken } = nodeConfig(instance);
  return NodeRequest.parse({ ...byToken, ...extra });
}
const configOf = (entered: NodeRequest) => {
  const config = normalizeRequest(entered);
  if (!config.ok) throw new Error(refusalText(config.error));
  return config.value;
};

test('a cluster is tested by token, and each member has the fingerprint of its real certificate', async () => {
  const config = configOf(request(0));
  expect(await checkNode(config, connect, systemClock)).toMatchObject({
    ok: true,
    value: { status: 'success', isCluster: true, nodeCount: 2, clusterNodeCount: 2 },
  });
  const connection = connect(config, new AbortController().signal);
  const cluster = await connection.readCluster(iso(0));
  await connection.close();
  const found = cluster.ok ? (cluster.value?.members ?? []) : [];
  expect(found.map(({ node, fingerprint }) => [node, fingerprint])).toEqual(
    lab.instances[0]?.members.map(({ node, fingerprint }) => [node, fingerprint]),
  );
});

test('a wrong token, a wrong fingerprint and a closed port each have a clear error message', async () => {
  const text = async (extra: object) => {
    const result = await checkNode(configOf(request(0, extra)), connect, systemClock);
    return result.ok ? 'success' : refusalText(result.error);
  };
  expect(await text({ tokenValue: 'wrong' })).toContain('does not accept the token');
  expect(await text({ fingerprint: 'ab'.repeat(32) })).toContain('No credentials were sent');
  expect(await text({ host: 'https://127.0.0.1:1' })).toContain('cannot be reached');
});

test('a cluster, a backup server and a mail gateway that were added by their address name themselves', async () => {
  const backup = await startBackupServer({ snapshots: 5, seed: 3, authDelayMs: 0 });
  const gateway = await startMailGateway({ seed: 3, authDelayMs: 0 });
  onTestFinished(async () => void (await Promise.all([backup.stop(), gateway.stop()])));
  const nameAt = ({ name: _, ...entered }: { name?: string | undefined }) =>
    nameOf(configOf(NodeRequest.parse(entered)), connect, certificateHere(systemClock), systemClock);
  expect(await nameAt(request(0))).toMatch(/./);
  expect(await nameAt(backup.config())).toBe('pbs-main');
  expect(await nameAt(gateway.config())).toMatch(/./);
});

test('a self-signed certificate is not reported as trusted', async () => {
  const { host, tokenName = '', tokenValue = '' } = request(0);
  expect(await hasTrustedCertificate({ type: 'pve', host, tokenName, tokenValue }, connect, systemClock)).toBe(false);
});

test('an edit of one host does not change the poller or the state of another', async () => {
  const log = createLogger('silent');
  const observed: Emitted[] = [];
  let heard = () => {};
  const state = createState({ started: momentOf(systemClock), version: 'test' });
  const observe = numbered((observation) => {
    observed.push(observation);
    state.apply(observation);
    heard();
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((done) => {
      heard = () => condition() && done();
      heard();
    });
  const pollers = createPollers({
    start: (config) => {
      const source = createSource(config, { clock: systemClock, log, random: () => 0 });
      return startPolling(source, { clock: systemClock, random: () => 0, observe, log });
    },
    guardedTask: (_part, run) => run(),
    after: systemClock.after,
    rename: (id, name) => void state.rename(id, name, momentOf(systemClock)),
    forget: (id) => void state.remove(id, momentOf(systemClock)),
  });
  const nodes: Nodes = createNodes({
    store: await tempStore({ clock: fakeClock(systemClock.now()) }),
    live: {
      instance: (id) => state.current().instances.find((i) => i.id === id),
      node: () => undefined,
      hasTemperature: () => false,
    },
    ...noClusters,
    announce() {},
    clock: systemClock,
  });
  let settled = Promise.resolve();
  nodes.onChange(({ before, after }) => {
    settled = pollers.reconcile(before, after);
  });
  const [one, two] = [await nodes.add(request(0)), await nodes.add(request(1))];
  if (!one.ok || !two.ok) throw new Error('not added');
  const known = (id: string) => state.current().nodes.filter((node) => node.instance === id);
  await until(() => known(one.value.name).length > 0 && known(two.value.name).length > 0);
  const others = known(two.value.name);

  const own = known(one.value.name);
  await nodes.update(one.value.id, { name: 'renamed' });
  await settled;
  expect(known(one.value.name)).toEqual(own);
  expect(known(two.value.name)).toEqual(others);
  expect(state.current().instances.find(({ id }) => id === one.value.name)?.name).toBe('renamed');

  await nodes.remove(one.value.id);
  await settled;
  expect(state.current().instances.map((i) => i.name)).toEqual([two.value.name]);
  expect(nodes.list()).toMatchObject([{ id: two.value.id, status: 'connected' }]);
  await pollers.stop();
});
