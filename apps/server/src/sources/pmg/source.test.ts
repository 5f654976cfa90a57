// The polls against a simulated mail gateway on the real wire.

import { type AccountRole, type GatewayOptions, startMailGateway } from '@belfry/lab/pmg/gateway';
import { configSchema } from '@belfry/schema/config/node';
import { PmgInstance } from '@belfry/schema/entities/pmg';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { countDropped } from '../dropped.ts';
import { createSource } from '../registry.ts';
import { NO_TOKENS } from './source.ts';

const START = Date.parse('2026-11-21T12:30:00Z');

async function setUp(options: GatewayOptions = {}, given: { role?: AccountRole; [field: string]: unknown } = {}) {
  const clock = fakeClock(START);
  const lab = await startMailGateway({ seed: 4, authDelayMs: 0, clock: clock.now, ...options });
  const { role = 'audit', ...fields } = given;
  const config = configSchema('pmg').parse({ ...lab.config(role), monitorDomainStats: true, ...fields });
  const source = createSource(config, { clock, log: createLogger('silent'), random: () => 0.5 });
  const attempt = (name: string) => {
    const poll = source.polls.find((p) => p.name === name);
    if (!poll) throw new Error(`no poll ${name}`);
    return poll.run(new AbortController().signal);
  };
  const poll = async (name: string) => {
    const outcome = await attempt(name);
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.value;
  };
  return {
    clock,
    lab,
    source,
    attempt,
    poll,
    /** The gateway after that poll. */
    async entity(name: string) {
      const [entity] = (await poll(name)).slices.pmg ?? [];
      return PmgInstance.parse(entity);
    },
    async callsOf(run: () => Promise<unknown>) {
      lab.requests.clear();
      await run();
      return lab.requests.recent().map((r) => r.path);
    },
    async [Symbol.asyncDispose]() {
      await source.close();
      await lab.stop();
    },
  };
}

test('a single gateway: its version, load, mail of the day, hours, scores, quarantine and domains', async () => {
  await using t = await setUp();
  await t.poll('status');
  const entity = await t.entity('mail');
  expect(entity).toMatchObject({
    id: 'pmg-mail',
    version: '9.1.2',
    status: 'online',
    connectionHealth: 'healthy',
    nodes: [
      {
        ...{ name: 'mail', role: '-', status: 'online', uptime: 716766, loadAvg: '0.82, 1.94, 1.70' },
        ...{ cpu: expect.any(Number), memoryUsed: expect.any(Number), memoryTotal: 16_000_000_000, ioWait: 3 },
        ...{ swapUsed: 0, swapTotal: 8_589_930_496, diskUsed: 40_000_000_000, diskTotal: 100_000_000_000 },
      },
    ],
    mailStats: { timeframe: 'day', averageProcessTimeMs: 685 },
    quarantine: { spam: 812, virus: 14, attachment: 3, blacklisted: 0 },
  });
  expect(entity.mailCount).toHaveLength(25);
  expect(entity.mailStats?.countTotal).toBe(entity.mailCount.reduce((sum, hour) => sum + Number(hour.count), 0));
  expect(entity.mailStats?.bytesIn).toBeGreaterThan(1e6);
  expect(entity.spamDistribution).toHaveLength(11);
  expect(entity.domainStats?.map((d) => d.domain)).toEqual(['example.net', 'example.org', 'home.arpa']);
});

test('the queues of every node are counted, and the age of the oldest message is exact', async () => {
  await using t = await setUp({ nodes: 2, backlog: 80 });
  await t.poll('status');
  const { nodes } = await t.entity('queues');
  const queues = t.lab.world.nodes.map((node) => node.queues);
  for (const [i, node] of nodes.entries()) {
    const deferred = queues[i]?.deferred ?? [];
    expect(node.queueStatus).toMatchObject({ deferred: deferred.length, active: 3, hold: 0, incoming: 1 });
    expect(node.queueStatus?.total).toBe(deferred.length + 4);
    expect(node.queueStatus?.oldestAge).toBe(Math.max(...deferred.map((m) => m.minutes)) * 60);
  }
});

test('an unreachable node is offline with the reason, keeps its last queues, and does not affect the others', async () => {
  await using t = await setUp({ nodes: 2 });
  await t.poll('status');
  const before = await t.entity('queues');
  await t.lab.fault('mail-2', 'die');
  const status = await t.entity('status');
  expect(status).toMatchObject({
    status: 'online',
    connectionHealth: 'degraded',
    nodes: [{ status: 'online' }, { name: 'mail-2', status: 'offline', error: expect.stringContaining('No route') }],
  });
  const after = await t.entity('queues');
  expect(after.nodes[1]?.queueStatus).toEqual(before.nodes[1]?.queueStatus);
});

test('a node that fails between two polls affects only its own queues, which keep their last values', async () => {
  await using t = await setUp({ nodes: 2 });
  await t.poll('status');
  const before = await t.entity('queues');
  await t.lab.fault('mail-2', { status: 595 });
  await t.clock.advance(30_000);
  const { slices, gaps } = await t.poll('queues');
  expect(gaps).toMatchObject([{ part: 'queues of mail-2', kind: 'bad-status' }]);
  expect(slices.pmg?.[0]?.nodes[1]?.queueStatus).toEqual(before.nodes[1]?.queueStatus);
  expect(slices.pmg?.[0]?.nodes[0]?.queueStatus?.updatedAt).not.toBe(before.nodes[0]?.queueStatus?.updatedAt);
});

test('without the right to see the queues only the queues are missing, with the name of the needed role', async () => {
  await using t = await setUp({}, { role: 'qmanager' });
  expect((await t.entity('status')).status).toBe('online');
  expect(await t.attempt('queues')).toMatchObject({
    ok: false,
    error: { kind: 'forbidden', message: expect.stringContaining('Auditor') },
  });
  expect(await t.callsOf(() => t.attempt('queues'))).toEqual([]);
  expect((await t.entity('mail')).quarantine?.spam).toBe(812);
});

test('data that is not monitored is not requested', async () => {
  const off = { monitorMailStats: false, monitorQueues: false, monitorQuarantine: false, monitorDomainStats: false };
  await using t = await setUp({}, off);
  await t.poll('status');
  expect(await t.callsOf(async () => [await t.poll('mail'), await t.poll('queues')])).toEqual([]);
});

test('one minute costs eight calls, and four to five more per node for each poll of the queues', async () => {
  await using t = await setUp({ nodes: 2 });
  for (const name of ['status', 'queues', 'mail']) await t.poll(name);
  const minute = await t.callsOf(async () => {
    for (const name of ['status', 'queues', 'mail', 'status', 'queues']) await t.poll(name);
  });
  expect(minute.filter((path) => !path.includes('postfix')).length).toBe(8);
  expect(minute.filter((path) => path.includes('postfix')).length).toBe(2 * 2 * 5);
});

test('the configurations for the journal cost one call an hour for each kind, and five for each node', async () => {
  await using t = await setUp({ nodes: 2 });
  await t.poll('status');
  const half = async () => {
    await t.clock.advance(30_000);
    await t.poll('settings');
  };
  for (let n = 0; n < 10; n++) await half();
  const hour = await t.callsOf(async () => {
    for (let n = 0; n < 120; n++) await half();
  });
  expect(hour.length).toBe(16 + 2 * 5);
});

test.each([
  [7.3, '7.3-9'],
  [8.1, '8.1.4'],
  [9.1, '9.1.2'],
] as const)('the state of Mail Gateway %s is complete, whatever the release omits', async (release, version) => {
  await using t = await setUp({ release, nodes: 2, backlog: 20 });
  for (const name of ['status', 'queues']) expect((await t.poll(name)).gaps ?? []).toEqual([]);
  const { value, dropped } = await countDropped(() => t.poll('mail'));
  expect([value.gaps ?? [], dropped]).toEqual([[], 0]);
  const entity = await t.entity('mail');
  expect(entity).toMatchObject({ version, status: 'online', connectionHealth: 'healthy' });
  expect(entity.nodes.map((n) => [n.status, (n.queueStatus?.total ?? 0) > 0])).toEqual([
    ['online', true],
    ['online', true],
  ]);
  expect(entity.mailStats?.countTotal).toBeGreaterThan(0);
  expect([entity.mailCount.length, entity.spamDistribution.length, entity.domainStats?.length]).toEqual([25, 11, 3]);
  expect(entity.quarantine?.spam).toBeGreaterThan(0);
});

test('a token is not supported: no call is made, and the reason is reported', async () => {
  const token = { user: undefined, password: undefined, tokenName: 'belfry@pmg!lab', tokenValue: 'secret' };
  await using t = await setUp({}, token);
  expect(t.source.polls.map((p) => p.name)).toEqual(['status']);
  expect(await t.attempt('status')).toEqual({ ok: false, error: { kind: 'auth', message: NO_TOKENS } });
  expect(t.lab.requests.recent()).toEqual([]);
});

test('every failure of a gateway is an error value, and polling works again after its recovery', async () => {
  await using t = await setUp();
  await t.poll('status');
  const kinds: unknown[] = [];
  for (const fault of ['die', 'garbage', 'truncated', { status: 500 }] as const) {
    await t.lab.fault('mail', fault);
    const outcomes = await Promise.all(['status', 'queues', 'mail'].map(t.attempt));
    kinds.push(...new Set(outcomes.map((o) => (o.ok ? 'ok' : o.error.kind))));
  }
  expect(kinds).toEqual(['unreachable', 'bad-payload', 'bad-payload', 'bad-status']);
  await t.lab.heal('mail');
  expect((await t.entity('mail')).mailStats).toBeDefined();
});
