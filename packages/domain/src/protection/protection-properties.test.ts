import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { at, guest, job, night, pbsStorage, snapshot } from './testing/night.ts';

const NOW = at('05:26');
const stateOf = (input: ProtectionInput, now = NOW) => createProtectionModel().update(input, now);
const strays = (input: ProtectionInput) => {
  const model = createProtectionModel();
  model.update(input, NOW);
  return model.strayGroups();
};

/** Two clusters with the same numbers, three places, and backups of all kinds. */
const aWorld = fc
  .record({
    guests: fc.uniqueArray(fc.tuple(fc.constantFrom('branch', 'dc'), fc.integer({ min: 100, max: 103 })), {
      selector: String,
    }),
    snapshots: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('', 'branch', 'dc'),
        fc.integer({ min: 100, max: 103 }),
        fc.integer({ min: 18, max: 22 }),
      ),
      { selector: String },
    ),
    shared: fc.boolean(),
  })
  .map(({ guests, snapshots, shared }) =>
    night({
      guests: guests.map(([instance, vmid]) => guest(vmid, { instance })),
      jobs: [job({ instance: 'branch' }), job()],
      storages: ['branch', 'dc'].map((instance) =>
        pbsStorage(instance, '10.0.0.5', { namespace: shared ? '' : instance }),
      ),
      serverBackups: snapshots.map(([namespace, vmid, day]) =>
        snapshot(vmid, `2026-11-${day}T02:10:00Z`, { namespace }),
      ),
    }),
  );
const byId = <T extends { id: string }>(list: readonly T[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('the order of guests, backups and storages does not matter', () => {
  fc.assert(
    fc.property(aWorld, (input) => {
      const { guests, serverBackups, storages, jobs } = input;
      const reversed = { guests: guests.toReversed(), serverBackups: serverBackups.toReversed() };
      const other = { ...input, ...reversed, storages: storages.toReversed(), jobs: jobs.toReversed() };
      expect(byId(stateOf(other))).toEqual(byId(stateOf(input)));
      expect(strays(other)).toEqual(strays(input));
    }),
  );
});

test('no guest is protected by the backup of another', () => {
  fc.assert(
    fc.property(aWorld, (input) => {
      for (const { id, lastGood } of stateOf(input)) {
        const [instance = '', vmid = ''] = id.split('-');
        const writes = (namespace: string) =>
          input.storages.filter(({ backupTarget }) => backupTarget?.namespace === namespace);
        const certain = input.serverBackups.filter(
          (each) =>
            each.vmid === vmid &&
            writes(each.namespace).length === 1 &&
            writes(each.namespace)[0]?.instance === instance,
        );
        expect(lastGood).toBe(
          certain
            .map(({ backupTime }) => backupTime)
            .sort()
            .at(-1),
        );
      }
    }),
  );
});

test('a model that follows changes says the same as one that starts with the last input, and keeps what did not change', () => {
  fc.assert(
    fc.property(fc.array(aWorld, { minLength: 2, maxLength: 5 }), (inputs) => {
      const model = createProtectionModel();
      for (const [i, input] of inputs.entries()) {
        const now = NOW + i * 3_600_000;
        const followed = model.update(input, now);
        expect(followed).toEqual(stateOf(input, now));
        expect(model.strayGroups()).toEqual(strays(input));
        expect(model.update(input, now).every((each, n) => each === followed[n])).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
