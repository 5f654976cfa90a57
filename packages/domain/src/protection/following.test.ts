// A model that follows changes: it says the same as one that starts anew, and judges only the guests that a change concerns.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utc, type Zone } from '../calendar-event/runs.ts';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { at, config, guest, job, night, pbsStorage, snapshot, sync, task, volume } from './testing/night.ts';

const NOW = at('05:26');
const INSTANCES = ['branch', 'dc', 'lab'] as const;
const VMIDS = [100, 101, 102];

const byId = <T extends { id: string }>(list: readonly T[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const some = <T extends { id: string }>(arbitrary: fc.Arbitrary<T>, maxLength = 6) =>
  fc.uniqueArray(arbitrary, { maxLength, selector: ({ id }) => id }).map(byId);
const instance = fc.constantFrom(...INSTANCES);
const vmid = fc.constantFrom(...VMIDS);
const east: Zone = () => 3 * 3_600_000;

const aGuest = fc
  .tuple(instance, vmid, fc.constantFrom('pve1', 'pve2'), fc.constantFrom('qemu', 'lxc'))
  .map(([instance, vmid, node, type]) => guest(vmid, { instance, node, type }));
const aJob = fc
  .tuple(instance, fc.constantFrom('02:00', '05:00', 'never'), fc.constantFrom('pbs', 'nas'), fc.boolean())
  .map(([instance, schedule, storage, enabled]) =>
    job({ id: `${instance} job`, instance, schedule, storage, enabled }),
  );
const aTask = fc
  .tuple(instance, fc.constantFrom(0, ...VMIDS), fc.constantFrom('02:00', '02:01'), fc.boolean())
  .map(([instance, vmid, start, fails]) =>
    task(vmid, start, { id: `${instance} ${vmid} ${start}`, instance, ...(fails && { error: 'no space' }) }),
  );
const aSnapshot = fc
  .tuple(
    fc.constantFrom('pbs-main', 'pbs-far'),
    fc.constantFrom('', ...INSTANCES),
    vmid,
    fc.constantFrom('2026-11-20T02:10:00Z', '2026-11-21T02:10:00Z', '2026-11-22T02:10:00Z'),
    fc.constantFrom('ok' as const, 'failed' as const),
  )
  .map(([server, namespace, vmid, time, verification]) =>
    snapshot(vmid, time, {
      instance: server,
      datastore: server === 'pbs-far' ? 'copy' : 'main',
      namespace,
      verification,
    }),
  );
const aVolume = fc
  .tuple(instance, vmid, fc.constantFrom('pbs', 'nas'), fc.constantFrom('2026-11-21T02:10:00Z', '2026-11-22T02:20:00Z'))
  .map(([instance, vmid, storage, time]) => volume(vmid, time, { instance, storage, isPBS: storage === 'pbs' }));
const aStorage = fc
  .tuple(instance, fc.constantFrom('10.0.0.5', '10.9.9.9', '10.1.1.1'), fc.constantFrom('', 'own'))
  .map(([instance, server, namespace]) => ({
    ...pbsStorage(instance, server, { namespace: namespace === 'own' ? instance : '' }),
    id: instance,
  }));
const aRetention: fc.Arbitrary<ProtectionInput['retentions'][number]> = fc.oneof(
  instance.map((instance) => ({
    ...{ id: instance, kind: 'storage' as const, instance, storage: 'nas', keep: { last: 1 } },
  })),
  fc.integer({ min: 1, max: 2 }).map((last) => ({
    ...{ id: 'prune', kind: 'server' as const, keep: { last }, schedule: '06:00', disabled: false },
    place: { server: 'pbs-main', datastore: 'main', namespace: '' },
  })),
);
const aMissing: fc.Arbitrary<ProtectionInput['missing'][number]> = fc
  .tuple(instance, fc.constantFrom('jobs', 'backups', 'tasks'))
  .map(([instance, part]) => ({ instance, part }));

/** Some parts of the input are others than before. The rest are the same objects. */
const aChange: fc.Arbitrary<Partial<ProtectionInput>> = fc.record(
  {
    guests: some(aGuest, 9),
    jobs: some(aJob),
    tasks: some(aTask),
    serverBackups: some(aSnapshot, 10),
    storageBackups: some(aVolume, 10),
    storages: some(aStorage),
    retentions: some(aRetention),
    copyJobs: fc.constantFrom([], [sync()], [sync({ result: 'failed' })]),
    missing: fc.array(aMissing, { maxLength: 2 }),
    exclusions: fc
      .array(fc.tuple(instance, vmid), { maxLength: 2 })
      .map((all) => all.map(([instance, vmid]) => ({ guest: `${instance}-${vmid}`, note: '', by: '', at: '' }))),
    assignments: fc
      .tuple(instance, vmid)
      .map(([instance, vmid]) => [
        { group: `pbs-main:main qemu/${vmid}`, guest: `${instance}-${vmid}`, by: '', at: '' },
      ]),
    configs: fc
      .tuple(instance, vmid, fc.boolean())
      .map(([instance, vmid, isWhole]) => [config(`${instance}-${vmid}`, '2026-11-21T00:00:00Z', { isWhole })]),
    zoneOf: fc.constantFrom(
      (name: string) => (name === 'dc' ? east : utc),
      (name: string) => (name === 'pbs-main' ? east : utc),
    ),
  },
  { requiredKeys: [] },
);

test('whatever changes, a model that follows says the same as one that starts with the last input', () => {
  fc.assert(
    fc.property(fc.array(aChange, { minLength: 2, maxLength: 8 }), (changes) => {
      const model = createProtectionModel();
      let input = night({ guests: [] });
      for (const [i, change] of changes.entries()) {
        input = { ...input, ...change };
        const now = NOW + i * 600_000;
        const fresh = createProtectionModel();
        const wanted = fresh.update(input, now);
        const found = model.update(input, now);
        expect(found).toEqual(wanted);
        expect(model.strayGroups()).toEqual(fresh.strayGroups());
        expect(model.update(input, now)).toBe(found);
      }
    }),
    { numRuns: 300 },
  );
});

test('whatever time passes, a model that follows says the same as one that starts then', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(aChange, steps, (change, minutes) => {
      const model = createProtectionModel();
      const input = { ...night({ guests: [] }), ...change };
      let now = NOW;
      for (const step of [0, ...minutes]) {
        now += step * 60_000;
        expect(model.update(input, now)).toEqual(createProtectionModel().update(input, now));
      }
    }),
    { numRuns: 500 },
  );
});

/** The configurations of these guests. The disks of each are asked for once when it is judged. */
class Counted {
  reads = 0;
  of({ id }: { id: string }): ProtectionInput['configs'][number] {
    const noted = () => void this.reads++;
    return {
      id,
      get disks() {
        noted();
        return [];
      },
    };
  }
}

/** A hundred sites, each with its own backup server and ten guests. */
function estate(sites: readonly string[], disks: Counted): ProtectionInput {
  const guests = byId(sites.flatMap((instance) => Array.from({ length: 10 }, (_, n) => guest(100 + n, { instance }))));
  return night({
    guests,
    configs: guests.map((each) => disks.of(each)),
    jobs: byId(sites.map((instance) => job({ id: instance, instance }))),
    storages: sites.map((instance) => pbsStorage(instance, `backup.${instance}`)),
    servers: [],
    storageBackups: byId(
      sites.flatMap((instance) =>
        Array.from({ length: 10 }, (_, n) =>
          volume(100 + n, '2026-11-22T02:20:00Z', { instance, storage: 'pbs', isPBS: true }),
        ),
      ),
    ),
    missing: sites.map((instance) => ({ instance, part: 'tasks' as const })),
  });
}

test('a change of one of a hundred sites judges its own guests again, and none of the others', () => {
  const sites = Array.from({ length: 100 }, (_, n) => `site${n}`).sort();
  const disks = new Counted();
  const all = estate(sites, disks);
  const model = createProtectionModel();
  let input = all;
  model.update(input, NOW);
  const judged = (change: Partial<ProtectionInput>): number => {
    const before = disks.reads;
    input = { ...input, ...change };
    model.update(input, NOW);
    return disks.reads - before;
  };
  const own = <T extends { instance: string }>(list: readonly T[], change: (one: T) => T) =>
    list.map((one) => (one.instance === 'site7' ? change(one) : one));
  expect(judged({ jobs: own(all.jobs, (one) => ({ ...one, schedule: '03:00' })) })).toBe(10);
  expect(judged({ missing: all.missing.filter(({ instance }) => instance !== 'site7') })).toBe(10);
  expect(judged({ tasks: [task(100, '03:00', { instance: 'site7', error: 'no space' })] })).toBeLessThanOrEqual(10);
  expect(
    judged({ storages: [...all.storages, { instance: 'site7', name: 'nas', node: 'cluster', type: 'dir' }] }),
  ).toBe(0);
  expect(judged({ zoneOf: (name) => (name === 'site7' ? east : utc) })).toBe(10);
  const [volumeOf7] = all.storageBackups.filter(({ instance }) => instance === 'site7');
  expect(judged({ storageBackups: all.storageBackups.filter((one) => one !== volumeOf7) })).toBeLessThanOrEqual(2);
});

test('while a night of backups goes on, the guests whose backups are not there yet are judged once, and not each minute', () => {
  const disks = new Counted();
  const sites = ['site1', 'site2'];
  const input = { ...estate(sites, disks), storageBackups: [], missing: [] };
  const model = createProtectionModel();
  const reads = (now: number): number => {
    const before = disks.reads;
    model.update(input, now);
    return disks.reads - before;
  };
  expect(reads(at('05:10'))).toBeGreaterThan(0);
  expect(model.update(input, at('05:10')).every(({ lastRun }) => lastRun?.result === 'pending')).toBe(true);
  for (let minute = 1; minute < 120; minute++) expect(reads(at('05:10') + minute * 60_000)).toBe(0);
});

test('at the time of a backup job a model judges some thousand guests, and the next ones with the next updates', () => {
  const disks = new Counted();
  const sites = Array.from({ length: 900 }, (_, n) => `site${1000 + n}`);
  const input = estate(sites, disks);
  const model = createProtectionModel();
  const before = at('01:59');
  const start = at('02:00');
  model.update(input, before);
  expect(model.isBehind(before)).toBe(false);
  const reads = [0, 1, 2].map(() => {
    const from = disks.reads;
    expect(model.isBehind(start)).toBe(true);
    model.update(input, start);
    return disks.reads - from;
  });
  expect(reads).toEqual([4000, 4000, 1000]);
  expect(model.isBehind(start)).toBe(false);
  expect(model.update(input, start)).toEqual(createProtectionModel().update(input, start));
});

test('a site that comes with its own backup server judges its own guests, and settles its own backups', () => {
  const sites = Array.from({ length: 100 }, (_, n) => `site${n}`).sort();
  const disks = new Counted();
  const model = createProtectionModel();
  const known = sites.filter((site) => site !== 'site7');
  const before = estate(known, disks);
  const after = estate(sites, disks);
  /** What was there before is the same object. */
  const keep = <T extends { id: string }>(old: readonly T[], now: readonly T[]) =>
    now.map((one) => old.find(({ id }) => id === one.id) ?? one);
  model.update(before, NOW);
  const reads = disks.reads;
  model.update(
    {
      ...after,
      guests: keep(before.guests, after.guests),
      configs: keep(before.configs, after.configs),
      jobs: keep(before.jobs, after.jobs),
      storageBackups: keep(before.storageBackups, after.storageBackups),
    },
    NOW,
  );
  // One more for each of its groups: whether a backup is older than its guest.
  expect(disks.reads - reads).toBeLessThanOrEqual(20);
});
