import { emptyState } from '@belfry/domain/delta/empty-state';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { BackupTask, GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guest, moment, node } from '../../state/testing/observations.ts';
import { createRules } from '../rules/registry.ts';
import { nodeRules } from '../testing/stage.ts';
import type { AlertsOfState } from './alert-lists.ts';
import { createAlerting } from './alerting.ts';
import { createDueInstances } from './entities-to-read.ts';
import type { AnyRuleSet, RuleSet } from './rule-set.ts';

const INSTANCES = ['a', 'a-b', 'c'];
const NUMBERS = [1, 2, 3, 4];
const day = '2026-01-01T00:00:00.000Z';

type Change = Partial<Pick<State, 'vms' | 'nodes' | 'backupTasks' | 'guestProtection' | 'guestSnapshots'>>;
const byId = <T extends { id: string }>(list: readonly T[]) => list.toSorted((x, y) => (x.id < y.id ? -1 : 1));

const protectionOf = (id: string, state: GuestProtection['state']): GuestProtection => ({
  ...{ id, state, jobs: [], backups: 0, protectedBackups: 0, disksLeftOut: [] },
});
const taskOf = (instance: string, vmid: number, fails: boolean): BackupTask => ({
  ...{ id: `${instance}-task-${vmid}`, instance, node: 'n', type: 'vzdump', vmid, startTime: day, endTime: day },
  ...{ status: fails ? 'failed' : 'OK', ...(fails && { error: 'no space' }) },
});

/** So old that it is an alert. */
const snapshotOf = (instance: string, vmid: number): GuestSnapshot => ({
  ...{ id: `${instance}-${vmid}-before`, name: 'before', node: 'n', instance, type: 'qemu', vmid, vmstate: false },
  time: '1969-10-01T00:00:00.000Z',
});
const backupJobs = INSTANCES.map((name) => ({
  ...{ id: `${name}-job`, instance: name, enabled: true, schedule: '02:00', storage: 'nas' },
  selection: { kind: 'all' as const, exclude: [] },
}));

/** One instance says something else. What it does not say stays the same objects. */
const change = fc
  .tuple(
    fc.constantFrom(...INSTANCES),
    fc.record(
      {
        cpu: fc.constantFrom(0.1, 0.95),
        guests: fc.constantFrom('running' as const, 'stopped' as const, 'unknown' as const),
        node: fc.constantFrom('online' as const, 'offline' as const),
        failing: fc.subarray(NUMBERS),
        protection: fc.constantFrom('protected' as const, 'late' as const, 'never' as const),
        judged: fc.subarray(NUMBERS, { minLength: 1 }),
        old: fc.subarray(NUMBERS),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([instance, say]) => ({ instance, say }));

function changeOf(state: State, { instance, say }: { instance: string; say: Record<string, unknown> }): Change {
  const others = <T extends { instance: string }>(list: readonly T[]) =>
    list.filter((one) => one.instance !== instance);
  const {
    cpu,
    guests,
    node: status,
    failing,
    protection,
    judged,
    old,
  } = say as {
    cpu?: number;
    guests?: 'running' | 'stopped' | 'unknown';
    node?: 'online' | 'offline';
    failing?: number[];
    protection?: GuestProtection['state'];
    judged?: number[];
    old?: number[];
  };
  const judgedNow = judged ?? NUMBERS;
  const isJudged = ({ id }: { id: string }) => judgedNow.some((vmid) => id === `${instance}-${vmid}`);
  return {
    ...((cpu !== undefined || guests) && {
      vms: byId([
        ...others(state.vms),
        ...NUMBERS.map((vmid) =>
          guest(instance, vmid, { node: 'n', status: guests ?? 'running', cpu: cpu ?? 0.1, lastBackup: day }),
        ),
      ]),
    }),
    ...(status && { nodes: byId([...others(state.nodes), node(instance, 'n', { status })]) }),
    ...(failing && {
      backupTasks: byId([
        ...others(state.backupTasks),
        ...NUMBERS.map((vmid) => taskOf(instance, vmid, failing.includes(vmid))),
      ]),
    }),
    ...(protection && {
      guestProtection: byId([
        ...state.guestProtection.filter((one) => !isJudged(one)),
        ...judgedNow.map((vmid) => protectionOf(`${instance}-${vmid}`, protection)),
      ]),
    }),
    ...(old && {
      guestSnapshots: byId([
        ...state.guestSnapshots.filter((one) => one.instance !== instance || old.includes(one.vmid)),
        ...old
          .filter((vmid) => !state.guestSnapshots.some((one) => one.instance === instance && one.vmid === vmid))
          .map((vmid) => snapshotOf(instance, vmid)),
      ]),
    }),
  };
}

/** The same rules, of which every entity is read in every evaluation. */
const readingAll = (rules: readonly AnyRuleSet[]): AnyRuleSet[] =>
  rules.map((rule) => ({ ...rule, everyMs: 0 }) as AnyRuleSet);

test('reading what a change concerns gives the same alerts as reading everything', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 3, maxLength: 14 }), (changes) => {
      const [some, all] = [createRules(), readingAll(createRules())].map((rules) =>
        createAlerting({ rules, config: () => factoryConfig, started: moment(0), newOccurrence: () => 'one' }),
      );
      let state: State = { ...emptyState, backupJobs };
      let at = 1000;
      for (const [n, each] of [...changes, ...changes, ...changes].entries()) {
        state = { ...state, ...changeOf(state, each) };
        // Less than the interval at which ages are looked at, and more than the confirmations, now and then.
        at += n % 5 === 0 ? 310_000 : 9000;
        const finished = INSTANCES.map((instanceId) => ({
          ...{
            instanceId,
            poll: 'resources',
            essential: true,
            ok: true,
            askedAt: at - 10,
            at,
            lists: ['vms', 'nodes'],
          },
        }));
        const [found, wanted] = [some, all].map((alerting) => alerting?.evaluate(state, finished, moment(at)));
        expect(found?.lists()).toEqual(wanted?.lists());
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('what one of a hundred instances says about backups reads its own guests again, and none of the others', () => {
  const names = Array.from({ length: 100 }, (_, n) => `host${n}`);
  let reads: string[] = [];
  const rule: RuleSet<'vms'> = {
    list: 'vms',
    read: () => [],
    mayBeBad({ id }) {
      reads.push(id);
      return false;
    },
    follows: ['backupTasks'],
    followsOfGuest: ['guestProtection', 'guestSnapshots'],
    everyMs: 60_000,
  };
  const alerting = createAlerting({
    rules: [rule] as AnyRuleSet[],
    config: () => factoryConfig,
    started: moment(0),
  });
  let state: State = { ...emptyState, vms: byId(names.flatMap((name) => [guest(name, 1), guest(name, 2)])) };
  const readsOf = (next: Partial<State>, at: number): string[] => {
    reads = [];
    state = { ...state, ...next };
    alerting.evaluate(state, [], moment(at));
    return reads;
  };
  expect(readsOf({}, 0)).toHaveLength(200);
  expect(readsOf({ backupTasks: [taskOf('host7', 1, true)] }, 100)).toEqual(['host7-1', 'host7-2']);
  expect(readsOf({ guestProtection: [protectionOf('host8-1', 'late')] }, 200)).toEqual(['host8-1']);
  expect(readsOf({ guestSnapshots: [snapshotOf('host8', 2)] }, 250)).toEqual(['host8-2']);
  expect(readsOf({ backupTasks: [], guestProtection: [] }, 300)).toEqual(['host7-1', 'host7-2', 'host8-1']);
  expect(readsOf({ vms: state.vms.map((vm) => (vm.id === 'host9-1' ? { ...vm, cpu: 1 } : vm)) }, 400)).toEqual([
    'host9-1',
  ]);
  // Within the interval each guest is read once more, and never many of them together. The guests of host7 were read just now.
  const second = Array.from({ length: 60 }, (_, n) => readsOf({}, 1000 * (n + 1)).length);
  expect(second.reduce((sum, each) => sum + each, 0)).toBe(198);
  expect(Math.max(...second)).toBeLessThanOrEqual(8);
});

test('a node of one of a hundred instances that goes offline reads the guests of its instance, and none of the others', () => {
  const names = Array.from({ length: 100 }, (_, n) => `host${n}`);
  const reads = new Set<string>();
  const rule: RuleSet<'vms'> = {
    list: 'vms',
    read({ instance }) {
      reads.add(instance);
      return [];
    },
    mayBeBad: () => false,
    isExplainedWithin: true,
  };
  const alerting = createAlerting({
    rules: [nodeRules, rule] as AnyRuleSet[],
    config: () => factoryConfig,
    started: moment(0),
  });
  const nodes = byId(names.map((name) => node(name, 'n')));
  const off = nodes.map((one) => (one.instance === 'host7' ? { ...one, status: 'offline' as const } : one));
  const state: State = { ...emptyState, vms: byId(names.map((name) => guest(name, 1, { node: 'n' }))), nodes };
  alerting.evaluate(state, [], moment(0));
  const poll = { instanceId: 'host7', poll: 'resources', essential: true, ok: true, lists: ['nodes'] };
  let alerts: AlertsOfState | undefined;
  for (let at = 10_000; at <= 400_000; at += 10_000)
    alerts = alerting.evaluate({ ...state, nodes: off }, [{ ...poll, askedAt: at - 10, at }], moment(at)).lists();
  expect(alerts?.activeAlerts.map(({ id }) => id)).toEqual(['node-offline-host7-n']);
  expect([...reads]).toEqual(['host7']);
});

test('a single instance is due after the whole interval, and then after each', () => {
  const due = createDueInstances(60_000);
  const at = (now: number) => {
    const concerned = new Set<string>();
    due.next(now, concerned);
    return [...concerned];
  };
  due.note('a', 0);
  expect([at(59_000), at(60_000), at(61_000), at(120_000)]).toEqual([[], ['a'], [], ['a']]);
});
