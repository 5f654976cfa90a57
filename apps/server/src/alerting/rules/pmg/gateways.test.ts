// The rules about the nodes and queues of mail gateways, with the real engine.
import { aMailGateway, aMailNode, aMailQueue } from '@belfry/domain/testing/pmg';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { MailQueue, PmgInstance } from '@belfry/schema/entities/pmg';
import { expect, test } from 'vitest';
import { iso } from '../../../lib/clock.ts';
import { anInstance } from '../../testing/instance.ts';
import { createTurns, type TurnsOptions } from '../../testing/turns.ts';
import { createInstanceRules } from '../instance/reachability.ts';
import { createGatewayRules } from './gateways.ts';

function watch(options: Partial<TurnsOptions> = {}) {
  const turns = createTurns(() => [createInstanceRules(), createGatewayRules()], {
    instanceId: 'pmg-mail',
    ...options,
  });
  turns.see({ instances: [anInstance({ id: 'pmg-mail', kind: 'pmg' })] });
  const gateway = (fields: Partial<PmgInstance>) => turns.see({ pmg: [aMailGateway(fields)] });
  const queue = (fields: Partial<MailQueue>) => aMailQueue({ updatedAt: iso(turns.now().at), ...fields });
  return {
    ...turns,
    gateway,
    queue,
    /** The nodes m1, m2 … with these queues; `undefined` is a node that cannot be reached. */
    nodes: (...queues: (Partial<MailQueue> | undefined)[]) =>
      gateway({
        nodes: queues.map((fields, i) =>
          aMailNode({
            name: `m${i + 1}`,
            ...(fields ? { queueStatus: queue(fields) } : { status: 'offline', error: 'no route to host' }),
          }),
        ),
      }),
  };
}

test('the queues of a gateway: raised at once, kept above the clear level, critical, ended', () => {
  const minutes = (value: number) => ({ oldestAge: value * 60 });
  for (const [id, fields, [warning, critical], text] of [
    ['pmg-mail-queue-total', (total: number) => ({ total }), [500, 1000], '600 mails in the queues'],
    ['pmg-mail-queue-deferred', (deferred: number) => ({ deferred }), [200, 500], '240 deferred mails'],
    ['pmg-mail-queue-hold', (hold: number) => ({ hold }), [100, 300], '120 mails on hold'],
    ['pmg-mail-oldest-message', minutes, [30, 60], 'the oldest mail has waited for 36 minutes'],
  ] as const) {
    const { nodes, message } = watch();
    expect(nodes(fields(warning - 1))).toEqual({});
    expect(nodes(fields(warning * 1.2))).toEqual({ [id]: 'warning' });
    expect(message(id)).toBe(`Mail gateway mail: ${text}.`);
    expect(nodes(fields(Math.ceil(warning * 0.95)))).toEqual({ [id]: 'warning' });
    expect(nodes(fields(critical))).toEqual({ [id]: 'critical' });
    expect(nodes(undefined)).toEqual({ [id]: 'critical' });
    expect(nodes(fields(Math.floor(warning / 2)))).toEqual({});
  }
});

test('the numbers of one gateway come from its override', () => {
  const overrides = {
    'pmg-mail': { queueTotalWarning: 50, queueTotalCritical: -1, oldestMessageWarnMins: -1, oldestMessageCritMins: -1 },
  };
  const { nodes } = watch({ config: { overrides } });
  expect(nodes({ total: 5000, oldestAge: 90_000 })).toEqual({ 'pmg-mail-queue-total': 'warning' });
});

test('a gateway of one node has no alerts of that node', () => {
  expect(watch().nodes({ total: 450 })).toEqual({});
});

test('every value of every node is compared; counts with 60 and 80 percent of the limits of the gateway', () => {
  const { nodes, message } = watch();
  expect(nodes({ total: 310, deferred: 125, hold: 61, oldestAge: 29 * 60 }, { total: 10, deferred: 5 })).toEqual({
    'pmg-mail-m1-queue-total': 'warning',
    'pmg-mail-m1-queue-deferred': 'warning',
    'pmg-mail-m1-queue-hold': 'warning',
  });
  expect(message('pmg-mail-m1-queue-total')).toBe(
    'Node m1 of mail gateway mail: 310 mails in the queues. The median of the nodes is 160.',
  );
  expect(nodes({ total: 10, hold: 61 }, { total: 10 })).toEqual({ 'pmg-mail-m1-queue-hold': 'warning' });
  expect(nodes({ total: 10, hold: 240 }, { total: 10 })).toHaveProperty(['pmg-mail-m1-queue-hold'], 'critical');
});

test('a node as full as the others is no outlier', () => {
  const { nodes, message } = watch();
  nodes({ hold: 61 }, { hold: 38 });
  expect(message('pmg-mail-m1-queue-hold')).toBe('Node m1 of mail gateway mail: 61 mails on hold.');
});

test('when the whole gateway has too many, its nodes are attached to that alert', () => {
  const { nodes } = watch();
  nodes({ total: 1 }, { total: 1 });
  expect(nodes({ total: 400 }, { total: 400 })).toEqual({ 'pmg-mail-queue-total': 'warning' });
});

test('a node that cannot be reached is critical after three polls, and its queues are unknown', () => {
  const id = 'pmg-node-offline-pmg-mail-m2';
  const { nodes, message } = watch();
  nodes({ total: 10 }, { total: 320 });
  expect(nodes({ total: 10 }, undefined)).toEqual({ 'pmg-mail-m2-queue-total': 'warning' });
  nodes({ total: 10 }, undefined);
  expect(nodes({ total: 10 }, undefined)).toEqual({ 'pmg-mail-m2-queue-total': 'warning', [id]: 'critical' });
  expect(message(id)).toBe('Node m2 of mail gateway mail cannot be reached: no route to host');
  expect(nodes({ total: 10 }, { total: 5 })).toEqual({});
});

test('without one node, the sum of the others raises an alert, and does not end one', () => {
  const id = 'pmg-mail-queue-total';
  const { nodes } = watch();
  expect(nodes({ total: 250 }, { total: 250 })).toEqual({ [id]: 'warning' });
  expect(nodes({ total: 250 }, undefined)).toHaveProperty([id], 'warning');
  expect(nodes({ total: 600 }, undefined)).toHaveProperty([id], 'warning');
  expect(nodes({ total: 100 }, { total: 100 })).not.toHaveProperty([id]);
});

test('queues that were not read for five minutes are unknown', () => {
  const id = 'pmg-mail-queue-total';
  const { gateway, queue, now } = watch();
  const nodes = (total: number, updatedAt: string) => [aMailNode({ queueStatus: queue({ total, updatedAt }) })];
  const first = iso(now().at);
  expect(gateway({ nodes: nodes(600, first) })).toEqual({ [id]: 'warning' });
  for (let i = 0; i < 10; i++) gateway({ nodes: nodes(600, first) });
  expect(gateway({ nodes: nodes(0, first) })).toEqual({ [id]: 'warning' });
  expect(gateway({ nodes: nodes(0, iso(now().at)) })).toEqual({});
});

test('numbers that are switched off raise nothing', () => {
  const off = Object.fromEntries(Object.keys(factoryConfig.pmgDefaults).map((key) => [key, -1]));
  const { nodes } = watch({ config: { pmgDefaults: { ...factoryConfig.pmgDefaults, ...off } } });
  expect(nodes({ total: 9e6, deferred: 9e6, hold: 9e6, oldestAge: 9e6 }, { total: 9e6 })).toEqual({});
});
