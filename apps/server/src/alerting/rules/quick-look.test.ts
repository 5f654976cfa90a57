// `mayBeBad` decides which entities are read at all, so it must never miss one.
import { type AlertType, alertTypes } from '@belfry/domain/alerts/catalogue';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Guest } from '@belfry/schema/entities/guest';
import type { BackupTask, GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { Slices } from '@belfry/schema/messages/observation';
import type { ListName, State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso } from '../../lib/clock.ts';
import { watchLab } from '../../sources/pve/testing/watched.ts';
import { moment } from '../../state/testing/observations.ts';
import { createContexts } from '../engine/context.ts';
import { isBad, judge } from '../engine/lifecycle.ts';
import type { Reading } from '../engine/reading.ts';
import type { Context, IsNeeded, Ruled, RuledList, RuleSet } from '../engine/rule-set.ts';
import { ALL_READ_MS } from '../readings/learning.ts';
import { createRules } from './registry.ts';

const START = Date.UTC(2026, 0, 1);
/** After this time, Belfry has read everything once. */
const LATER = START + 2 * ALL_READ_MS;
const DAY = 86_400_000;

const usage = fc.constantFrom(-1, 0, 50, 79.9, 80, 85, 90, 95, 100).map((value) => ({
  total: 100,
  used: Math.max(0, value),
  free: 100 - Math.max(0, value),
  usage: value,
}));
const rate = fc.constantFrom(null, 0, 5e6, 5e8);
/** Values near the limits of rules. The lab has few of them. */
const guestFields: fc.Arbitrary<Partial<Guest>> = fc.record(
  {
    status: fc.constantFrom('running', 'unknown', 'stopped', 'paused', 'io-error', 'inmigrate'),
    cpu: fc.constantFrom(0, 0.5, 0.8, 0.95),
    memory: fc.oneof(
      usage,
      usage.map((each) => ({ ...each, quality: 'estimate' as const })),
    ),
    disk: usage,
    disks: fc.array(
      usage.map((each) => ({ ...each, mountpoint: '/', device: 'sda', type: 'ext4' })),
      { maxLength: 2 },
    ),
    diskRead: rate,
    diskWrite: rate,
    networkIn: rate,
    networkOut: rate,
    diskStatusReason: fc.constantFrom('agent-not-running' as const, 'agent-timeout' as const, 'no-data' as const),
    haState: fc.constantFrom('started', 'stopped', 'error', 'ignored'),
    onboot: fc.boolean(),
    lock: fc.constantFrom(undefined, undefined, 'backup', 'migrate', 'suspended'),
    lockInUse: fc.boolean(),
    inBackupJob: fc.boolean(),
    lastBackup: fc.constantFrom('2020-01-01T00:00:00.000Z', iso(LATER)),
    replication: fc.constantFrom(
      [],
      [{ id: '100-0', target: 'pve2', result: 'failed' as const, failCount: 3, disabled: false }],
    ),
    tags: fc.subarray(['prod', 'web']),
  },
  { requiredKeys: [] },
);
/** With only one of the changes, most guests are not bad. */
const oneField = fc
  .tuple(guestFields, fc.nat())
  .map(([fields, n]): object => Object.fromEntries(Object.entries(fields).filter((_, i, all) => i === n % all.length)));
const anyFields = fc.oneof(guestFields, oneField);
const changes: { [L in RuledList]?: fc.Arbitrary<object> } = { vms: anyFields, containers: anyFields };

/** Limits of some entities, lower or higher than the default limits. */
const limits = fc.constantFrom(-1, 1, 40, 99).map((trigger) => ({ trigger, clear: Math.max(0, trigger - 5) }));
const override = fc.record(
  {
    cpu: limits,
    memory: limits,
    disk: limits,
    networkIn: limits,
    backupAge: limits,
    snapshotAge: limits,
    poweredOffSeverity: fc.constant('critical' as const),
  },
  { requiredKeys: [] },
);

/** A failed backup and an old snapshot of a guest, or only one of them. */
const past = fc.subarray(['task', 'snapshot'] as const);
function withPast(state: State, entity: { id: string }, which: readonly ('task' | 'snapshot')[]): State {
  if (!('vmid' in entity && 'instance' in entity && 'node' in entity)) return state;
  const { instance, node, vmid = 0 } = entity as Guest;
  const at = iso(LATER - 40 * DAY);
  const of = { id: `of-${vmid}`, instance, node, vmid, type: 'qemu' as const };
  const task: BackupTask = { ...of, type: 'vzdump', status: 'error', startTime: at, endTime: at, error: 'job errors' };
  const snapshot: GuestSnapshot = { ...of, name: 'old', time: at, vmstate: false };
  return {
    ...state,
    ...(which.includes('task') && { backupTasks: [...state.backupTasks, task] }),
    ...(which.includes('snapshot') && { guestSnapshots: [...state.guestSnapshots, snapshot] }),
  };
}

/** A value of the same field of any entity, or a number that no entity has. */
const mutated = (entities: readonly { id: string }[]): fc.Arbitrary<object> => {
  const fields = [...new Set(entities.flatMap((entity) => Object.keys(entity)))].filter((field) => field !== 'id');
  const valueFor = (field: string) => {
    const values = entities.map((entity) => (entity as Record<string, unknown>)[field]);
    const isNumber = values.some((value) => typeof value === 'number');
    return fc
      .constantFrom(...values, ...(isNumber ? [-1, 0, 0.79, 0.8, 1, 1e12] : []))
      .map((value) => ({ [field]: value }));
  };
  return fc
    .array(fc.constantFrom(...fields).chain(valueFor), { maxLength: 3 })
    .map((changed) => Object.assign({}, ...changed));
};

async function labState(): Promise<State> {
  await using lab = await watchLab({ nodes: 3, guests: 40, everything: true });
  const slices: Slices = await lab.poll(...lab.source.polls.map(({ name }) => name));
  return { ...emptyState, ...slices } as State;
}

test('an entity that cannot be bad at a quick look has no bad reading, and no bad reading is left out as not needed, for every rule set that looks quickly', async () => {
  const state = await labState();
  const contextOf = createContexts();
  const rules = createRules().filter(({ mayBeBad }) => mayBeBad !== undefined);
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules as readonly RuleSet[]) {
    const { list } = rule;
    const known: readonly { id: string }[] = list === 'server' ? [] : state[list as ListName];
    // A rule set for a list that this lab does not have needs entities of its own here.
    expect([list, known.length > 0]).toEqual([list, true]);
    const seen = { bad: 0, passedOver: 0 };
    const read = (entity: Ruled<RuledList>, context: Context, isNeeded?: IsNeeded) =>
      rule.read(entity, context, isNeeded).filter(({ verdict }) => isBad(judge(verdict)));
    for (const entity of known) read(entity as Ruled<RuledList>, contextOf(state, factoryConfig, moment(START)));

    const entities = fc
      .tuple(fc.constantFrom(...known), mutated(known), changes[list] ?? fc.constant({}))
      .map(([entity, ...fields]): { id: string } => Object.assign({}, entity, ...fields));
    const keys = (id: string) => fc.constantFrom(id, 'another', 'tag:prod');
    fc.assert(
      fc.property(
        entities.chain((entity) => fc.tuple(fc.constant(entity), keys(entity.id))),
        override,
        past,
        ([entity, key], own, which) => {
          const lists = { [list]: known.map((other) => (other.id === entity.id ? entity : other)) };
          const config = { ...factoryConfig, overrides: { [key]: own } };
          const context = contextOf(withPast({ ...state, ...lists }, entity, which), config, moment(LATER));
          const bad = read(entity as Ruled<RuledList>, context);
          if (bad.length > 0) seen.bad++;
          const needed = read(entity as Ruled<RuledList>, context, () => false);
          expect(needed.map(({ id }) => id)).toEqual(bad.map(({ id }) => id));
          if (rule.mayBeBad?.(entity as Ruled<RuledList>, context) !== false) return;
          seen.passedOver++;
          expect(bad.map(({ id }) => id)).toEqual([]);
        },
      ),
      { numRuns: 3000 },
    );
    // Both cases must be frequent, otherwise the property proves little.
    expect(Math.min(seen.bad, seen.passedOver)).toBeGreaterThan(100);
  }
});

const guestTypes = Object.keys(alertTypes) as AlertType[];

const contentOf = ({ id, verdict, message, confirm, causes, resource, metadata }: Reading) => ({
  ...{ id, verdict, confirm, causes, resource, metadata },
  message: message(),
});

test('an entity that is not read again has the same readings as before, as far as they are bad or needed', async () => {
  const state = await labState();
  const contextOf = createContexts();
  const rules = createRules().filter(({ hasSameReadings }) => hasSameReadings !== undefined);
  expect(rules.map(({ list }) => list)).toEqual(['vms', 'containers']);
  for (const rule of rules as readonly RuleSet<'vms'>[]) {
    const known: readonly Guest[] = state[rule.list];
    const read = (guest: Guest, context: Context, isNeeded: IsNeeded) =>
      rule.read(guest, context, isNeeded).filter(({ verdict, type }) => isBad(judge(verdict)) || isNeeded(type));
    const seen = { again: 0, notAgain: 0, badAndNotAgain: 0 };
    const empty = { total: 100, used: 0, free: 100, usage: 0 };
    // A guest with a high figure is read again in any case.
    const calm = fc.constantFrom({}, { cpu: 0, memory: empty, disk: empty, disks: undefined });
    const figures = fc.record({ cpu: fc.constantFrom(0, 0.1, 0.85), uptime: fc.nat(), networkIn: rate });
    const pairs = fc
      .tuple(fc.constantFrom(...known), anyFields, calm, figures, fc.oneof(fc.constant({}), anyFields))
      .map(([guest, some, without, ...later]): [Guest, Guest] => {
        const before: Guest = Object.assign({}, guest, some, without);
        return [before, Object.assign({}, before, ...later)];
      });
    const types = fc.subarray(guestTypes, { maxLength: 2 });
    fc.assert(
      fc.property(pairs, fc.oneof(fc.constant({}), override), past, types, ([before, now], own, which, also) => {
        const lists = { [rule.list]: known.map((other) => (other.id === now.id ? now : other)) };
        const config = { ...factoryConfig, overrides: { [now.id]: own } };
        const context = contextOf(withPast({ ...state, ...lists }, now, which), config, moment(LATER));
        // What was bad is an alert, or is going to be one.
        const needed = new Set([...also, ...read(before, context, () => false).map(({ type }) => type)]);
        const isNeeded: IsNeeded = (type) => needed.has(type);
        if (!rule.hasSameReadings?.(now, before, context, isNeeded)) {
          seen.again++;
          return;
        }
        const readings = read(now, context, isNeeded).map(contentOf);
        seen.notAgain++;
        if (needed.size > also.length) seen.badAndNotAgain++;
        expect(readings).toEqual(read(before, context, isNeeded).map(contentOf));
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  }
});
