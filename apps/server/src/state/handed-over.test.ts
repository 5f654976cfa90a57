import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Findings, Observation } from '@belfry/schema/messages/observation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDifferences } from '../collect/differences.ts';
import { createRebuilding } from '../collect/rebuilding.ts';
import { createState } from './state.ts';
import { guest, heard, moment } from './testing/observations.ts';

const guests = fc.uniqueArray(fc.record({ vmid: fc.integer({ min: 100, max: 105 }), cpu: fc.constantFrom(0, 0.5) }), {
  selector: ({ vmid }) => vmid,
});
const counters = fc.dictionary(fc.constantFrom('a-100', 'a-101', 'a-103'), fc.record({ networkIn: fc.nat(5) }));
/** `backedUp`: the guests that have a backup; undefined where backups were not read. */
const steps = fc.array(
  fc.record({
    ...{ guests, counters: fc.option(counters, { nil: undefined }) },
    backedUp: fc.option(fc.uniqueArray(fc.integer({ min: 100, max: 105 })), { nil: undefined }),
  }),
  { minLength: 2, maxLength: 8 },
);

const backupOf = (vmid: number): StorageBackup => ({
  ...{ id: `a-local:backup/${vmid}`, storage: 'local', node: 'pve1', instance: 'a', type: 'qemu', vmid, size: 1 },
  ...{ time: '2026-11-28T22:00:00.000Z', ctime: 1, format: 'zst', protected: false, encrypted: false },
  ...{ volid: `local:backup/${vmid}`, isPBS: false, verified: false },
});

type Step = Parameters<Parameters<typeof steps.map>[0]>[0][number];
const observed = ({ guests: all, counters: counted, backedUp }: Step, at: number): Observation => {
  const slices: Findings['slices'] = {
    vms: all.map(({ vmid, cpu }) => guest('a', vmid, { cpu })),
    ...(backedUp && { storageBackups: backedUp.map(backupOf) }),
  };
  const plain = heard('a', at, slices);
  const value = { slices, ...(counted && { counters: counted }) };
  return { ...plain, outcome: { ok: true, value } };
};

test('guests that a line hands over are completed in their places: the states are as with copies, and those of before stay as they were', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [own, copying] = [0, 1].map(() => createState({ started: moment(0), version: '1' }));
      const differences = createDifferences();
      const rebuilding = createRebuilding(
        () => {},
        () => 0,
      );
      const states: { shown: unknown; was: unknown }[] = [];
      for (const [n, step] of all.entries()) {
        const observation = observed(step, n * 10_000);
        for (const said of differences.of(observation, 0)) {
          if (said.type !== 'observation' && said.type !== 'part') continue;
          const rebuilt = rebuilding.take(structuredClone(said));
          if (!rebuilt.ok || !rebuilt.value) throw new Error('it was not rebuilt');
          const { at, monotonic } = observation;
          own?.apply({ ...rebuilt.value, at, monotonic });
        }
        copying?.apply(observation);
        const shown = own?.current();
        expect(shown).toEqual(copying?.current());
        states.push({ shown, was: structuredClone(shown) });
      }
      for (const { shown, was } of states) expect(shown).toEqual(was);
    }),
    { numRuns: 300 },
  );
});
