// Every hook inside of Belfry throws once and always, in turn, while two hosts are watched. Everything else goes on, and the fault is named.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { NodeConfig } from '@belfry/schema/config/node';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, onTestFinished, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { createDefects } from '../lib/defects.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { startAnsweringHost } from './testing/answering-host.ts';
import { createFaults } from './testing/faults.ts';
import { type Whole, wholeApp } from './testing/whole-app.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const GiB = 1024 ** 3;

/** What cannot work while a hook always throws, beside its own work. Afterwards it must be made up for. */
const costs: readonly [hook: RegExp, lost: 'container' | 'guest' | 'alerts' | 'messages'][] = [
  [/^rules of dockerHosts|rules for Docker hosts$/, 'container'],
  [/^rules of containers(?!\.hasSameReadings)|rules for containers$/, 'guest'],
  [/^pipeline\.alerting\.evaluate$|^part: the (evaluation of|decisions about|state)/, 'alerts'],
  [/^pipeline\.notify\.|^part: (the )?(notifications|plan of notifications)/, 'messages'],
];

async function startReceiver() {
  const told: string[] = [];
  const seen = { beats: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/beat') seen.beats++;
      else told.push(Buffer.concat(chunks).toString());
      response.end('thank you');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, seen },
    isTold: (name: string) => told.some((body) => body.includes(name)),
    timesTold: (name: string) => told.filter((body) => body.includes(name)).length,
  };
}

async function watch() {
  // as the clock of the product does
  const clock = fakeClock(START_MS, (error) => defects.note(error, 'a timer'));
  const faults = createFaults();
  const receiver = await startReceiver();
  /** The container and the guest that have a problem now. */
  let ill: string | undefined;
  const uptime = () => 9000 + Math.floor((clock.now() - START_MS) / 1000);
  const host = await startAnsweringHost(clock, (path) => ({ data: answers(ill, uptime())[path] ?? [] }));
  const node = {
    type: 'pve',
    name: 'home',
    host: host.origin,
    verifySSL: false,
    tokenName: 'a@pve!b',
    tokenValue: 'c',
  };
  const log = createLogger('silent', () => {});
  const defects = createDefects({ log, now: clock.now });
  const app = await wholeApp({
    env: { BELFRY_AUTH_DISABLED: 'true', BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' },
    more: { nodes: [NodeConfig.parse(node)] },
    clock,
    entrance: faults.entrance,
    parts: faults.inside(createParts({ onDefect: defects.note, clock })),
  });
  const webhook = { name: 'Receiver', url: `${receiver.url}/told` };
  expect((await app.call('POST', '/api/notifications/webhooks', { body: webhook })).status).toBe(200);
  const schedule = {
    ...factoryConfig.schedule,
    cooldown: 0,
    maxAlertsHour: 0,
    grouping: { enabled: false, window: 0 },
  };
  expect((await app.call('PUT', '/api/alerts/config', { body: { ...factoryConfig, schedule } })).status).toBe(200);
  const beating = { heartbeat: { enabled: true, url: `${receiver.url}/beat` }, allowPrivateNetworks: true };
  const before = (await app.call('GET', '/api/notifications/settings')).json as object;
  expect((await app.call('PUT', '/api/notifications/settings', { body: { ...before, ...beating } })).status).toBe(200);

  async function pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      const containers = ill === undefined ? [] : [containerBody(ill, { state: 'exited', exitCode: 1 })];
      const body = reportBody({ timestamp: iso(clock.now()), host: { hostname: 'dock1' }, containers });
      await app.call('POST', '/api/agents/docker/report', { body });
      await clock.advance(10_000);
      await host.settle();
    }
  }
  return {
    ...{ app, faults, receiver, pass },
    fall(name: string | undefined) {
      ill = name;
    },
  };
}

/** `uptime` is in seconds. With it a guest changes from poll to poll, as it does on a real host. */
const answers = (ill: string | undefined, uptime: number): Record<string, unknown> => ({
  '/version': { version: '9.2.0' },
  '/cluster/resources': [
    {
      type: 'node',
      id: 'node/pve1',
      node: 'pve1',
      status: 'online',
      cpu: 0.1 + nth(ill) / 1000,
      maxcpu: 4,
      mem: GiB,
      maxmem: 8 * GiB,
      uptime: 9000,
    },
    ...(ill === undefined
      ? []
      : [{ ...guest, uptime, id: `lxc/${vmidOf(ill)}`, vmid: vmidOf(ill), name: `guest-${ill}` }]),
  ],
});
const guest = {
  type: 'lxc',
  node: 'pve1',
  status: 'running',
  hastate: 'error',
  cpu: 0.1,
  maxcpu: 1,
  mem: GiB,
  maxmem: 8 * GiB,
};
const nth = (name = ''): number => Number(name.replaceAll(/\D/g, ''));
const vmidOf = (name: string): number => 1000 + nth(name);

const stateOf = async (app: Whole) => PlainState.parse((await app.call('GET', '/api/state')).json);
const partsIn = (problems: object) => Object.keys(problems).filter((key) => key.startsWith('part:'));
const failingIn = async (app: Whole) => /belfry_part_failing\{/.test((await app.call('GET', '/metrics')).text);

test('whatever throws once or always, everything else goes on, the fault is named, and what it held up follows', async () => {
  const { app, faults, receiver, fall, pass } = await watch();
  fall('x0');
  await pass(70);
  expect((await stateOf(app)).activeAlerts.map(({ resourceName }) => resourceName).sort()).toEqual([
    'guest-x0',
    'name-x0',
  ]);
  expect(receiver.seen.beats).toBe(1);
  const hooks = faults
    .hooks()
    .filter(
      (hook) =>
        !/^(start|followers|store|file|rules of .*\.(memories|renewed)|part: what alert rules have seen)/.test(hook),
    );
  expect(hooks.length).toBeGreaterThan(40);
  let count = 0;
  /** Names what is missing of a new problem of a container and of a guest. */
  const missing = async (name: string) => {
    const { activeAlerts, lastUpdate } = await stateOf(app);
    const shown = new Set(activeAlerts.map(({ resourceName }) => resourceName));
    const found: string[] = [];
    if (lastUpdate === 0) found.push('page');
    if (!shown.has(`name-${name}`)) found.push('container');
    if (!shown.has(`guest-${name}`)) found.push('guest');
    const isTold = shown.size > 0 && [...shown].filter((each) => each.endsWith(`-${name}`)).every(receiver.isTold);
    if (!isTold) found.push('messages');
    return found;
  };
  const wrong: Record<string, unknown> = {};
  for (const hook of hooks)
    for (const times of [1, Number.POSITIVE_INFINITY]) {
      const name = `x${++count}`;
      const found: string[] = [];
      faults.break(hook, times);
      fall(name);
      await pass(30);
      if (times > 1) {
        const allowed = costs.filter(([of]) => of.test(hook)).map(([, lost]) => lost);
        const free = allowed.includes('alerts') ? ['container', 'guest', 'messages'] : allowed;
        for (const lost of await missing(name)) if (!free.some((each) => each === lost)) found.push(`no ${lost}`);
        if (partsIn((await stateOf(app)).serverProblems).length === 0) found.push('not named on the page');
        if (!(await failingIn(app))) found.push('not named in the metrics');
        const { beats } = receiver.seen;
        await pass(60);
        if (receiver.seen.beats !== beats) found.push('the heartbeat was sent');
      }
      const threw = faults.heal();
      await pass(20);
      for (const lost of await missing(name)) found.push(`no ${lost} afterwards`);
      // A part works again when it was needed and did not throw.
      const isRare = /announce|stages|holds notifications back/.test(hook);
      if (!isRare && partsIn((await stateOf(app)).serverProblems).length > 0) found.push('named afterwards');
      if (threw === 0) found.push('never called');
      if (found.length > 0) wrong[`${hook} ${times === 1 ? 'once' : 'always'}`] = found;
    }
  expect(wrong).toEqual({});
});

test('whatever a store throws, alerts are raised and shown, the fault is named, and what it held up is stored and sent once', async () => {
  const { app, faults, receiver, fall, pass } = await watch();
  fall('y0');
  await pass(70);
  const hooks = faults.hooks().filter((hook) => /^(store|file)\./.test(hook));
  expect(hooks).toEqual(expect.arrayContaining(['file.save', 'store.atomically']));
  const wrong: Record<string, unknown> = {};
  for (const [count, hook] of hooks.entries()) {
    const name = `y${count + 1}`;
    const found: string[] = [];
    faults.break(hook, Number.POSITIVE_INFINITY);
    fall(name);
    await pass(40);
    const threw = faults.heal();
    const { activeAlerts, serverProblems } = await stateOf(app);
    const shown = activeAlerts.map(({ resourceName }) => resourceName);
    for (const each of [`guest-${name}`, `name-${name}`]) if (!shown.includes(each)) found.push(`no alert of ${each}`);
    if (threw > 0 && Object.keys(serverProblems).length === 0) found.push('not named on the page');
    await pass(30);
    for (const each of [`guest-${name}`, `name-${name}`])
      if (receiver.timesTold(each) !== 1) found.push(`${each} told ${receiver.timesTold(each)} times`);
    if (found.length > 0) wrong[hook] = [threw, ...found];
  }
  expect(wrong).toEqual({});
});

test('a part that does not start holds up neither the listening nor the others, is named, and starts later', async () => {
  const names: string[] = [];
  const collect = createFaults();
  await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, clock: fakeClock(START_MS), entrance: collect.entrance });
  names.push(...collect.hooks().filter((hook) => hook.startsWith('start.')));
  expect(names).toHaveLength(13);
  for (const hook of names) {
    const faults = createFaults();
    faults.break(hook, Number.POSITIVE_INFINITY);
    const clock = fakeClock(START_MS);
    const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, clock, entrance: faults.entrance });
    expect((await fetch(`http://${app.host}/api/health`)).status).toBe(200);
    await clock.advance(10_000);
    expect.soft(await failingIn(app), hook).toBe(true);
    expect(faults.heal(), hook).toBeGreaterThan(2);
    await clock.advance(10_000);
    expect.soft(await failingIn(app), hook).toBe(false);
    await app.stop();
  }
});

test('whatever follows the settings may throw: they are saved, and the others follow them', async () => {
  const faults = createFaults();
  const app = await wholeApp({
    env: { BELFRY_AUTH_DISABLED: 'true' },
    clock: fakeClock(START_MS),
    entrance: faults.entrance,
  });
  faults.break('followers of the settings.the level of the log', 1);
  expect((await app.call('POST', '/api/system/settings/update', { body: { theme: 'dark' } })).status).toBe(200);
  expect(faults.heal()).toBe(1);
  expect(faults.hooks()).toContain('followers of the settings.the history');
});
