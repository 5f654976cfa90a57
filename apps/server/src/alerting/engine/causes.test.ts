// One cause is one alert. The alerts that it explains wait, are attached to it, and are never announced.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { failed, guest, heard, identity, node } from '../../state/testing/observations.ts';
import { createStage, guestRules, nodeRules, type Stage } from '../testing/stage.ts';
import { instanceUnreachableId } from './alert-ids.ts';
import type { AnyRuleSet, RuleSet } from './rule-set.ts';

const POLL_MS = 10_000;
const NODE = 'node-offline-a-pve1';

/** A cluster of two nodes: what a test changes stays until it changes it again. */
function createCluster(stage: Stage, guests: number) {
  const nodes: Record<string, Partial<Node>> = { pve1: {}, pve2: {} };
  const fields = new Map<number, Partial<Guest>>();
  for (let vmid = 1; vmid <= guests; vmid++) fields.set(vmid, { node: 'pve1', status: 'running', cpu: 0.1 });
  return {
    set: (vmid: number, change: Partial<Guest>) => void fields.set(vmid, { ...fields.get(vmid), ...change }),
    setAll(change: Partial<Guest>) {
      for (const vmid of fields.keys()) this.set(vmid, change);
    },
    node(change: Partial<Node>) {
      nodes.pve1 = change;
    },
    polls(times: number, at: Stage = stage) {
      for (let i = 0; i < times; i++) {
        at.clock.advance(POLL_MS);
        const vms = [...fields].map(([vmid, each]) => guest('a', vmid, each));
        const list = Object.entries(nodes).map(([name, each]) => node('a', name, each));
        at.observe(heard('a', at.clock.monotonic(), { vms, nodes: list }));
      }
    },
  };
}
const affects = (stage: Stage, id: string) =>
  stage
    .state()
    .activeAlerts.find((alert) => alert.id === id)
    ?.metadata?.affects?.resources.map((each) => each.id);

test('a planned shutdown of a node is one alert, although its guests stop first; nothing is announced when all return', () => {
  const stage = createStage();
  const cluster = createCluster(stage, 4);
  cluster.polls(3);
  for (const vmid of [1, 2, 3, 4]) {
    cluster.set(vmid, { status: 'stopped' });
    cluster.polls(1);
  }
  cluster.polls(6);
  cluster.node({ status: 'offline' });
  cluster.polls(10);
  expect(stage.announced()).toEqual([`raised ${NODE}`]);
  expect(affects(stage, NODE)).toEqual(['a-1', 'a-2', 'a-3', 'a-4']);
  cluster.node({ status: 'online' });
  for (const vmid of [1, 2, 3, 4]) {
    cluster.polls(4);
    cluster.set(vmid, { status: 'running' });
  }
  cluster.polls(40);
  expect(stage.announced()).toEqual([`resolved ${NODE} recovered`]);
});

test('several guests that stop while their node stays online are raised after two minutes, one alone in the second poll', () => {
  const stage = createStage();
  const cluster = createCluster(stage, 3);
  cluster.polls(1);
  cluster.set(1, { status: 'stopped' });
  cluster.polls(3);
  expect(stage.announced()).toEqual(['raised guest-powered-off-a-1']);
  cluster.polls(12);
  cluster.set(2, { status: 'stopped' });
  cluster.set(3, { status: 'stopped' });
  cluster.polls(13);
  expect(stage.announced()).toEqual([]);
  cluster.polls(1);
  expect(stage.announced()).toEqual(['raised guest-powered-off-a-2', 'raised guest-powered-off-a-3']);
});

test('a guest that stays off after its node is back is raised, and counts from when it stopped', () => {
  const stage = createStage();
  const cluster = createCluster(stage, 1);
  cluster.polls(1);
  cluster.node({ status: 'offline' });
  cluster.polls(3);
  cluster.set(1, { status: 'stopped' });
  cluster.polls(5);
  expect(stage.announced()).toEqual([`raised ${NODE}`]);
  cluster.node({ status: 'online' });
  cluster.polls(2);
  expect(stage.announced()).toEqual([`resolved ${NODE} recovered`]);
  cluster.polls(6);
  expect(stage.announced()).toEqual(['raised guest-powered-off-a-1']);
});

test('an alert that was active before its cause is attached, stays active, and is announced as resolved only when it ends', () => {
  const stage = createStage();
  const cluster = createCluster(stage, 2);
  cluster.set(1, { cpu: 0.95 });
  cluster.polls(2);
  cluster.node({ status: 'offline' });
  cluster.polls(3);
  expect(stage.announced()).toEqual(['raised a-1-cpu', `raised ${NODE}`, 'attached a-1-cpu']);
  expect(stage.state().activeAlerts.map(({ metadata }) => metadata?.cause)).toEqual([NODE, undefined]);
  cluster.setAll({ status: 'unknown', cpu: 0 });
  cluster.polls(30);
  expect(stage.announced()).toEqual([]);
  cluster.node({ status: 'online' });
  cluster.setAll({ status: 'running', cpu: 0.95 });
  cluster.polls(1);
  expect(stage.announced()).toEqual([`resolved ${NODE} recovered`, 'detached a-1-cpu']);
});

test('a locked guest neither raises nor ends nor renews a powered-off alert', () => {
  const stage = createStage();
  const cluster = createCluster(stage, 1);
  cluster.set(1, { status: 'stopped', lock: 'backup' });
  cluster.polls(20);
  expect(stage.announced()).toEqual([]);
  cluster.set(1, { lock: undefined });
  cluster.polls(2);
  expect(stage.announced()).toEqual(['raised guest-powered-off-a-1']);
  const occurrence = stage.state().activeAlerts[0]?.metadata?.occurrence;
  for (let i = 0; i < 3; i++) {
    cluster.set(1, { status: 'running', lock: 'backup' });
    cluster.polls(3);
    cluster.set(1, { status: 'stopped', lock: 'backup' });
    cluster.polls(3);
  }
  expect(stage.announced()).toEqual([]);
  expect(stage.state().activeAlerts[0]?.metadata?.occurrence).toBe(occurrence);
});

test('after a restart a symptom waits until its possible cause has had a reading', () => {
  const before = createStage();
  const cluster = createCluster(before, 1);
  cluster.polls(1);
  const after = before.restart();
  // The first observation has no nodes.
  const at = () => after.clock.monotonic();
  const off = () => after.observe(heard('a', at(), { vms: [guest('a', 1, { node: 'pve1', status: 'stopped' })] }));
  for (let i = 0; i < 3; i++) {
    after.clock.advance(POLL_MS);
    off();
  }
  expect(after.announced()).toEqual([]);
  cluster.set(1, { status: 'stopped' });
  cluster.node({ status: 'offline' });
  cluster.polls(3, after);
  expect(after.announced()).toEqual([`raised ${NODE}`]);
  expect(affects(after, NODE)).toEqual(['a-1']);
});

const instanceRules: RuleSet<'instances'> = {
  list: 'instances',
  readsStale: true,
  read: ({ id, name, health }) => [
    {
      id: instanceUnreachableId(id),
      type: 'connectivity',
      resource: { kind: 'instance', id, name, node: '', instance: name, instanceId: id },
      verdict: health === 'error' ? { is: 'bad', level: 'critical', value: 0, threshold: 0 } : { is: 'well', value: 1 },
      confirm: { tries: 3 },
      message: () => 'unreachable',
    },
  ],
};
/** A storage of instance `a` that depends on instance `b`. */
const dependentRules: RuleSet<'vms'> = {
  list: 'vms',
  read: ({ id, name, status }) => [
    {
      id: `storage-offline-${id}`,
      type: 'offline',
      resource: { kind: 'storage', id, name, node: '', instance: 'a', instanceId: 'a' },
      verdict: status === 'running' ? { is: 'well' } : { is: 'bad', level: 'warning', value: 0, threshold: 0 },
      confirm: { polls: 2 },
      causes: [instanceUnreachableId('b')],
      message: () => 'inactive',
    },
  ],
};
const crossRules = [dependentRules, instanceRules] as AnyRuleSet[];

test('a symptom on one instance waits for the next answer of the instance that may explain it, whichever is polled first', () => {
  for (const [symptomAt, causeAt] of [
    [1000, 9000],
    [9000, 1000],
  ] as const) {
    const stage = createStage({ rules: crossRules });
    const storage = (status: string) =>
      stage.observe(heard('a', stage.clock.monotonic(), { vms: [guest('a', 1, { status })] }));
    const server = (isUp: boolean) => stage.observe((isUp ? heard : failed)('b', stage.clock.monotonic(), {}));
    const cycle = (status: string, isUp: boolean) => {
      const steps = [
        { at: symptomAt, run: () => storage(status) },
        { at: causeAt, run: () => server(isUp) },
      ].sort((x, y) => x.at - y.at);
      let now = 0;
      for (const { at, run } of steps) {
        stage.clock.advance(at - now);
        now = at;
        run();
      }
      stage.clock.advance(POLL_MS - now);
    };
    stage.observe({ ...heard('b', stage.clock.monotonic(), {}), instance: identity('b') });
    for (let i = 0; i < 3; i++) cycle('running', true);
    for (let i = 0; i < 8; i++) cycle('stopped', false);
    expect(stage.announced()).toEqual(['raised instance-unreachable-b']);
    expect(affects(stage, 'instance-unreachable-b')).toEqual(['a-1']);
    for (let i = 0; i < 8; i++) cycle('running', true);
    expect(stage.announced()).toEqual(['resolved instance-unreachable-b recovered']);
    for (let i = 0; i < 4; i++) cycle('stopped', true);
    expect(stage.announced()).toEqual(['raised storage-offline-a-1']);
  }
});

test('a symptom that waits is attached when its cause begins, also when its own instance is not polled any more', () => {
  const stage = createStage({ rules: crossRules });
  const polls = (times: number, poll: () => void) => {
    for (let n = 0; n < times; n++) {
      poll();
      stage.clock.advance(POLL_MS);
    }
  };
  const server = (isUp: boolean) => stage.observe((isUp ? heard : failed)('b', stage.clock.monotonic(), {}));
  const storage = (status: string) =>
    stage.observe(heard('a', stage.clock.monotonic(), { vms: [guest('a', 1, { status })] }));
  polls(1, () => server(true));
  polls(1, () => storage('running'));
  // The second one confirms it, and nothing reads it again.
  polls(2, () => storage('stopped'));
  expect(stage.announced()).toEqual([]);
  polls(4, () => server(false));
  expect(stage.alerting.look('storage-offline-a-1')?.wait).toMatchObject({ cause: 'instance-unreachable-b' });
  expect(stage.announced()).toEqual(['raised instance-unreachable-b']);
});

test('a symptom waits for an undecided cause for five minutes at most', () => {
  const undecided: RuleSet<'nodes'> = {
    ...nodeRules,
    read: (each, context) =>
      nodeRules.read(each, context).map((reading) => ({ ...reading, verdict: { is: 'unknown' } })),
  };
  const stage = createStage({ rules: [undecided, guestRules] as AnyRuleSet[] });
  const cluster = createCluster(stage, 1);
  cluster.set(1, { status: 'stopped' });
  cluster.polls(31);
  expect(stage.announced()).toEqual([]);
  cluster.polls(1);
  expect(stage.announced()).toEqual(['raised guest-powered-off-a-1']);
});
