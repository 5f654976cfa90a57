import { diff } from '@belfry/domain/delta/diff';
import { factsOf } from '@belfry/domain/delta/facts';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Findings, Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDifferences } from '../collect/differences.ts';
import { createRebuilding } from '../collect/rebuilding.ts';
import { createState } from './state.ts';
import { guest, heard, moment } from './testing/observations.ts';

const fields = {
  ...{ cpu: fc.constantFrom(0, 0.5), name: fc.constantFrom('web', 'web', 'db') },
  status: fc.constantFrom('running', 'running', 'unknown'),
};
const guests = fc.uniqueArray(fc.record({ vmid: fc.integer({ min: 100, max: 105 }), ...fields }), {
  selector: ({ vmid }) => vmid,
});
/** No guest comes or goes, so that most steps change some fields of guests. */
const sameGuests = fc.tuple(...[100, 101].map((vmid) => fc.record({ vmid: fc.constant(vmid), ...fields })));
const counters = fc.dictionary(fc.constantFrom('a-100', 'a-101', 'a-103'), fc.record({ networkIn: fc.nat(5) }));
/** `backedUp`: the guests that have a backup; undefined where backups were not read. */
const stepsOf = <G>(guests: fc.Arbitrary<G>) =>
  fc.array(
    fc.record({
      ...{ guests, counters: fc.option(counters, { nil: undefined }) },
      backedUp: fc.option(fc.uniqueArray(fc.integer({ min: 100, max: 105 })), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 8 },
  );
const steps = stepsOf(guests);

const backupOf = (vmid: number): StorageBackup => ({
  ...{ id: `a-local:backup/${vmid}`, storage: 'local', node: 'pve1', instance: 'a', type: 'qemu', vmid, size: 1 },
  ...{ time: '2026-11-28T22:00:00.000Z', ctime: 1, format: 'zst', protected: false, encrypted: false },
  ...{ volid: `local:backup/${vmid}`, isPBS: false, verified: false },
});

type Step = Parameters<Parameters<typeof steps.map>[0]>[0][number];
const observed = ({ guests: all, counters: counted, backedUp }: Step, at: number): Observation => {
  const slices: Findings['slices'] = {
    vms: all.map(({ vmid, ...fields }) => guest('a', vmid, fields)),
    ...(backedUp && { storageBackups: backedUp.map(backupOf) }),
  };
  const plain = heard('a', at, slices);
  const value = { slices, ...(counted && { counters: counted }) };
  return { ...plain, outcome: { ok: true, value } };
};

/** What a collector says in these steps, as the state takes it. */
function handed(): (step: Step, at: number) => Observation[] {
  const differences = createDifferences();
  const rebuilding = createRebuilding(
    () => {},
    () => 0,
  );
  return (step, at) =>
    [...differences.of(observed(step, at), 0)].flatMap((said) => {
      if (said.type !== 'observation' && said.type !== 'part') return [];
      const rebuilt = rebuilding.take(structuredClone(said));
      if (!rebuilt.ok || !rebuilt.value) throw new Error('it was not rebuilt');
      return [{ ...rebuilt.value, at, monotonic: at }];
    });
}

test('guests that a line hands over are completed in their places: the states are as with copies, and those of before stay as they were', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [own, copying] = [0, 1].map(() => createState({ started: moment(0), version: '1' }));
      const said = handed();
      const states: { shown: unknown; was: unknown }[] = [];
      for (const [n, step] of all.entries()) {
        for (const observation of said(step, n * 10_000)) own?.apply(observation);
        copying?.apply(observed(step, n * 10_000));
        const shown = own?.current();
        expect(shown).toEqual(copying?.current());
        states.push({ shown, was: structuredClone(shown) });
      }
      for (const { shown, was } of states) expect(shown).toEqual(was);
    }),
    { numRuns: 300 },
  );
});

/** The same lists, of which nobody knows whether their facts are those of others. */
const asNew = (state: State): State => ({ ...state, vms: [...state.vms] });
const nobody: ReadonlySet<string> = new Set();

test('whoever shows no guest of an instance gets the same changes as if all of its guests were compared', () => {
  fc.assert(
    fc.property(stepsOf(fc.oneof(guests, sameGuests)), (all) => {
      const state = createState({ started: moment(0), version: '1' });
      const said = handed();
      for (const [n, step] of all.entries()) {
        const before = state.current();
        for (const observation of said(step, n * 10_000)) state.apply(observation);
        if (n % 3 === 1) state.age(moment(n * 10_000 + (n % 2) * 600_000), 0);
        if (n % 4 === 2) state.rename('a', `name ${n}`, moment(n * 10_000));
        const after = state.current();
        expect(diff(before, after, nobody)).toEqual(diff(asNew(before), asNew(after), nobody));
      }
    }),
    { numRuns: 500 },
  );
});

test('guests of which only readings have changed keep their facts, and those with another name or another backup do not', () => {
  const state = createState({ started: moment(0), version: '1' });
  const said = handed();
  let at = 0;
  const factsAfter = (change: Partial<Step>, fields: Partial<Step['guests'][number]> = {}) => {
    at += 10_000;
    const guests: Step['guests'] = [{ vmid: 100, cpu: 0, name: 'web', status: 'running', ...fields }];
    for (const observation of said({ counters: undefined, backedUp: undefined, guests, ...change }, at))
      state.apply(observation);
    return factsOf(state.current().vms);
  };
  const first = factsAfter({});
  expect(factsAfter({}, { cpu: 0.5 })).toBe(first);
  expect(factsAfter({ counters: { 'a-100': { networkIn: 5 } } }, { cpu: 0 })).toBe(first);
  const renamed = factsAfter({}, { name: 'db' });
  expect(renamed).not.toBe(first);
  expect(factsAfter({}, { name: 'db', cpu: 0.5 })).toBe(renamed);
  factsAfter({ backedUp: [100] }, { name: 'db' });
  expect(factsAfter({}, { name: 'db', cpu: 0.5 })).not.toBe(renamed);
});
