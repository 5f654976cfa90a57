// A host introduces itself to a server that polls a lab: from the command to figures, and away again.

import { type LabOptions, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { byInterval, kinds } from '@belfry/schema/config/kinds';
import { NodeConfig } from '@belfry/schema/config/node';
import type { Down } from '@belfry/schema/messages/down';
import { expect, onTestFinished, test } from 'vitest';
import { tempStore } from '../db/testing/temp-store.ts';
import { noHistory } from '../history/no-history.ts';
import { createMount } from '../http/mount.ts';
import { createServer } from '../http/server.ts';
import { openGate } from '../http/testing/gate.ts';
import { momentOf, systemClock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { numbered } from '../sources/numbering.ts';
import { createState } from '../state/state.ts';
import { createMonitoring } from './monitoring.ts';
import { createSitesPart } from './sites.ts';

const log = createLogger('silent');

async function start(fixed: readonly NodeConfig[] = [], connectionTimeout = 5) {
  const state = createState({ started: momentOf(systemClock), version: 'test' });
  const announced: Down[] = [];
  const forgotten: string[] = [];
  let happened = () => {};
  const until = (condition: () => boolean) =>
    new Promise<void>((done) => {
      happened = () => condition() && done();
      happened();
    });
  const store = await tempStore({ clock: fakeClock(systemClock.now()) });
  /** The most nodes that were ever shown at once. */
  const most = { nodes: 0 };
  const monitoring = createMonitoring({
    store,
    fixed,
    parts: createParts({ onDefect: (error) => expect.fail(String(error)), clock: systemClock }),
    state: state.current,
    observe: numbered((observation) => {
      state.apply(observation);
      most.nodes = Math.max(most.nodes, state.current().nodes.length);
      happened();
    }),
    sites: createSitesPart({
      ...{
        store,
        pin: () => undefined,
        instances: () => [],
        changed() {},
        history: { store: noHistory, isEnabled: () => false },
        alerts: {
          state: state.current,
          config: () => factoryConfig,
          record: async () => {},
          guardedTask: (_, run) => run(),
        },
        everyMs: () => 10_000,
        callMs: () => 10_000,
      },
      ...{ clock: systemClock, log: createLogger('silent') },
    }),
    rename: (id, name) => {
      state.rename(id, name, momentOf(systemClock));
      happened();
    },
    forget: (id) => {
      forgotten.push(id);
      state.remove(id, momentOf(systemClock));
      happened();
    },
    announce: (message) => {
      announced.push(message);
      happened();
    },
    async audited() {},
    async noteRefused() {},
    isAdmin: () => false,
    isAdminToken: () => false,
    addresses: () => ['https://belfry.lan:7655'],
    serverAddresses: () => ({ publicUrl: '', addresses: [], isOnlyHere: false }),
    settings: () => ({
      connectionTimeout,
      ...byInterval((type) => kinds[type].pollSeconds),
      ...{ discoveryEnabled: false, discoverySubnet: 'auto' },
    }),
    clock: systemClock,
    log,
  });
  const app = createServer(log);
  monitoring.routes(createMount(app, openGate));
  await monitoring.start();
  onTestFinished(() => monitoring.stop());
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, ...(payload && { payload }) });
  const countOf = (type: Down['type']) => announced.filter((message) => message.type === type).length;
  return { state, until, call, countOf, most, forgotten };
}

async function openLab(options: LabOptions) {
  const lab = await startLab({ seed: 1, authDelayMs: 0, ...options });
  onTestFinished(() => lab.stop());
  const instance = lab.instances[0];
  if (!instance) throw new Error('an empty lab');
  return { lab, instance, config: nodeConfig(instance) };
}

test('a registered host is announced, polled and listed as connected, and is removed completely when it is deleted', async () => {
  const { config } = await openLab({ nodes: 2, guests: 4 });
  const { host, tokenName, tokenValue, fingerprint } = config;
  const { state, until, call, countOf } = await start();

  const { url } = (await call('POST', '/api/setup-script-url', { type: 'pve', host })).json();
  const script = await call('GET', url.replace('https://belfry.lan:7655', ''));
  const setupCode = /"setupCode":"([^"]+)"/.exec(script.body)?.[1];
  const hello = { type: 'pve', host, tokenId: tokenName, tokenValue, serverName: 'pve1', fingerprint, setupCode };
  expect((await call('POST', '/api/auto-register', hello)).statusCode).toBe(200);
  expect(countOf('node_auto_registered')).toBe(1);

  // The second change is the cluster that was found behind the address.
  await until(() => state.current().nodes.length === 2 && countOf('nodes_changed') === 2);
  const [node] = (await call('GET', '/api/config/nodes')).json();
  expect(node).toMatchObject({ name: 'pve-east', status: 'connected', hasToken: true, fingerprint, isCluster: true });
  expect(node.clusterEndpoints.map((e: { Online: boolean }) => e.Online)).toEqual([true, true]);

  expect((await call('DELETE', `/api/config/nodes/${node.id}`)).statusCode).toBe(200);
  await until(() => state.current().instances.length === 0);
  expect(state.current().nodes).toEqual([]);
  expect(countOf('node_deleted')).toBe(1);
});

/** The members of a cluster, each as an instance of its own. */
const each = ({ instance, config }: Awaited<ReturnType<typeof openLab>>, ...names: string[]) =>
  names.map((name, i) =>
    NodeConfig.parse({
      ...config,
      name,
      host: instance.members[i]?.host,
      fingerprint: instance.members[i]?.fingerprint,
    }),
  );

test('a cluster with two members in the environment is polled once, and the other instance is marked as its duplicate', async () => {
  const lab = await openLab({ nodes: 3, guests: 6 });
  const { state, until, call, most } = await start(each(lab, 'home', 'again'));
  await until(() => state.current().nodes.length > 0);
  const list = async () => (await call('GET', '/api/config/nodes')).json();
  await expect.poll(async () => (await list())[1]).toMatchObject({ sameClusterAs: 'home', instance: 'home' });
  const [first, second] = await list();
  expect(first).not.toHaveProperty('sameClusterAs');
  expect(second).toMatchObject({ name: 'again', status: 'connected', isCluster: true });
  expect(state.current().instances.map(({ name }) => name)).toEqual(['home']);
  expect(most.nodes).toBe(3);
});

test('a cluster that is added, tested or registered again is refused, and the message has its name', async () => {
  const lab = await openLab({ nodes: 2, guests: 4 });
  const [home, again] = each(lab, 'home', 'again');
  const { call, until, countOf } = await start();
  expect((await call('POST', '/api/config/nodes', home)).statusCode).toBe(201);
  await until(() => countOf('nodes_changed') === 2);
  const expected = { status: 409, error: 'This cluster is already watched as "home".' };
  const refusal = async (url: string, payload: object = again ?? {}) => {
    const reply = await call('POST', url, payload);
    return { status: reply.statusCode, error: reply.json().error };
  };
  expect(await refusal('/api/config/nodes')).toEqual(expected);
  for (const path of ['test-connection', 'test-config'])
    expect(await refusal(`/api/config/nodes/${path}`)).toEqual(expected);
  const { host = '', tokenName = '', tokenValue = '' } = again ?? {};
  const { url } = (await call('POST', '/api/setup-script-url', { type: 'pve', host })).json();
  const script = await call('GET', url.replace('https://belfry.lan:7655', ''));
  const setupCode = /"setupCode":"([^"]+)"/.exec(script.body)?.[1];
  const hello = { type: 'pve', host, tokenId: tokenName, tokenValue, serverName: 'again', setupCode };
  expect(await refusal('/api/auto-register', hello)).toEqual(expected);
  // What is watched can still be tried, and be moved to another of its members.
  expect((await call('POST', '/api/config/nodes/test-connection', home)).statusCode).toBe(200);
  expect((await call('POST', '/api/config/nodes/test-connection', { ...again, name: 'home' })).statusCode).toBe(200);
});

test('a call to a host that does not answer ends after the timeout in the settings', async () => {
  const { lab, instance, config } = await openLab({ nodes: 1, guests: 1 });
  await lab.fault(instance.members[0]?.node ?? '', 'hang');
  // one second more than the default: a busy machine can make it longer, never shorter
  const { call } = await start([], 6);
  const asked = performance.now();
  const tried = await call('POST', '/api/config/nodes/test-connection', NodeConfig.parse({ ...config, name: 'home' }));
  expect(tried.json().message).toContain('did not answer in time');
  expect(performance.now() - asked).toBeGreaterThan(5900);
});

test('when the instance that was first with a cluster is deleted, the other one is polled', async () => {
  const lab = await openLab({ nodes: 2, guests: 4 });
  const [home, again] = each(lab, 'home', 'again');
  const { call, state, until } = await start();
  const [main, second] = lab.instance.members.map(({ node }) => node);
  await lab.lab.fault(main ?? '', 'die');
  await lab.lab.fault(second ?? '', 'die');
  const { id } = (await call('POST', '/api/config/nodes', home)).json().node;
  expect((await call('POST', '/api/config/nodes', again)).statusCode).toBe(201);
  await lab.lab.heal(main ?? '');
  await lab.lab.heal(second ?? '');
  const list = async () => (await call('GET', '/api/config/nodes')).json();
  await expect.poll(async () => (await list())[1]).toMatchObject({ sameClusterAs: 'home' });
  expect((await call('DELETE', `/api/config/nodes/${id}`)).statusCode).toBe(200);
  const names = () =>
    state
      .current()
      .instances.map(({ name }) => name)
      .join();
  await until(() => state.current().nodes.length === 2 && names() === 'again');
  expect((await list())[0]).not.toHaveProperty('sameClusterAs');
});

test('a rename changes only the name: ids, readings and polls stay', async () => {
  const { lab, config } = await openLab({ nodes: 2, guests: 4 });
  const { state, until, call, countOf, forgotten } = await start();
  const { id } = (await call('POST', '/api/config/nodes', NodeConfig.parse({ ...config, name: 'home' }))).json().node;
  await until(
    () => state.current().vms.length > 0 && state.current().nodes.length === 2 && countOf('nodes_changed') === 2,
  );
  const before = state.current();
  const connections = lab.requests.connections();
  const renamed = await call('PUT', `/api/config/nodes/${id}`, { name: 'attic' });
  expect(renamed.json().node).toMatchObject({ id, instance: 'home', name: 'attic', status: 'connected' });
  await until(() => state.current().instances[0]?.name === 'attic');
  expect(state.current().instances[0]).toEqual({ ...before.instances[0], name: 'attic' });
  for (const list of ['vms', 'containers', 'nodes', 'storage'] as const)
    expect(state.current()[list]).toBe(before[list]);
  expect(forgotten).toEqual([]);
  expect(lab.requests.connections()).toBe(connections);
});

test('a renamed backup server has its new name everywhere at once, and its backups are not listed again', async () => {
  const lab = await startBackupServer({ name: 'vault', seed: 1, snapshots: 40 });
  onTestFinished(() => lab.stop());
  const { state, until, call } = await start();
  const added = await call('POST', '/api/config/nodes', NodeConfig.parse({ ...lab.config(), name: 'vault' }));
  const { id } = added.json().node;
  await until(() => state.current().pbsBackups.length > 0 && state.current().pbs.length > 0);
  const before = state.current();
  await call('PUT', `/api/config/nodes/${id}`, { name: 'cellar' });
  await until(() => state.current().pbs[0]?.name === 'cellar');
  const after = state.current();
  expect(after.pbs[0]).toMatchObject({ id: 'pbs-vault', name: 'cellar' });
  expect(after.pbsBackups).toEqual(before.pbsBackups.map((backup) => ({ ...backup, instance: 'cellar' })));
});
