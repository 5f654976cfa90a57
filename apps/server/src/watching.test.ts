// A host introduces itself to a server that polls a lab: from the command to figures, and away again.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Down } from '@belfry/schema/messages/down';
import { expect, onTestFinished, test } from 'vitest';
import { tempStore } from './db/testing/temp-store.ts';
import { createMount } from './http/mount.ts';
import { createServer } from './http/server.ts';
import { openGate } from './http/testing/gate.ts';
import { momentOf, systemClock } from './lib/clock.ts';
import { fakeClock } from './lib/fake-clock.ts';
import { createLogger } from './lib/logger.ts';
import { createState } from './state/state.ts';
import { createWatching } from './watching.ts';

test('a registered host is announced, polled, listed as connected, and gone without a trace when deleted', async () => {
  const lab = await startLab({ nodes: 2, guests: 4, clusters: 1, seed: 1, authDelayMs: 0 });
  onTestFinished(() => lab.stop());
  const instance = lab.instances[0];
  if (!instance) throw new Error('an empty lab');
  const { host, tokenName, tokenValue, fingerprint } = nodeConfig(instance);

  const log = createLogger('silent');
  const state = createState({ started: momentOf(systemClock), version: 'test' });
  const announced: Down[] = [];
  let happened = () => {};
  const until = (condition: () => boolean) =>
    new Promise<void>((done) => {
      happened = () => condition() && done();
      happened();
    });
  const { instances, settings } = tempStore(fakeClock(systemClock.now()));
  const watching = createWatching({
    store: instances,
    memories: settings,
    fixed: [],
    state: state.current,
    observe: (observation) => {
      state.apply(observation);
      happened();
    },
    forget: (id) => {
      state.remove(id, momentOf(systemClock));
      happened();
    },
    announce: (message) => {
      announced.push(message);
      happened();
    },
    audited() {},
    noteRefused() {},
    isAdmin: () => false,
    addresses: () => ['https://belfry.lan:7655'],
    settings: () => ({
      ...{ pvePollingInterval: 10, pbsPollingInterval: 30, pmgPollingInterval: 30 },
      ...{ discoveryEnabled: false, discoverySubnet: 'auto' },
    }),
    clock: systemClock,
    log,
  });
  const app = createServer(log);
  watching.routes(createMount(app, openGate));
  await watching.start();
  onTestFinished(() => watching.stop());
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, ...(payload ? { payload } : {}) });
  const told = (type: Down['type']) => announced.filter((message) => message.type === type).length;

  const { url } = (await call('POST', '/api/setup-script-url', { type: 'pve', host })).json();
  const script = await call('GET', url.replace('https://belfry.lan:7655', ''));
  const setupCode = /"setupCode":"([^"]+)"/.exec(script.body)?.[1];
  const hello = { type: 'pve', host, tokenId: tokenName, tokenValue, serverName: 'pve1', fingerprint, setupCode };
  expect((await call('POST', '/api/auto-register', hello)).statusCode).toBe(200);
  expect(told('node_auto_registered')).toBe(1);

  // The second change is the cluster that was found behind the address.
  await until(() => state.current().nodes.length === 2 && told('nodes_changed') === 2);
  const [node] = (await call('GET', '/api/config/nodes')).json();
  expect(node).toMatchObject({ name: 'pve1', status: 'connected', hasToken: true, fingerprint, isCluster: true });
  expect(node.clusterEndpoints.map((e: { Online: boolean }) => e.Online)).toEqual([true, true]);

  expect((await call('DELETE', `/api/config/nodes/${node.id}`)).statusCode).toBe(200);
  await until(() => state.current().instances.length === 0);
  expect(state.current().nodes).toEqual([]);
  expect(told('node_deleted')).toBe(1);
});
