import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSequence } from './sequence.ts';

const sent = (epoch: number, run: string, sequence: number, poll = 'resources') => ({ epoch, run, sequence, poll });

test('a restarted program counts from 1 again, and nothing of its former run is accepted after that', () => {
  const { pass } = createSequence();
  expect([sent(1, 'a', 700), sent(1, 'b', 1), sent(1, 'a', 701), sent(1, 'b', 2)].map(pass)).toEqual([
    ...[true, true, false, true],
  ]);
});

test('what was sent for an assignment that is over is not accepted, also when it was never seen', () => {
  const { pass } = createSequence();
  expect([sent(2, 'b', 1), sent(1, 'a', 9), sent(1, 'c', 1)].map(pass)).toEqual([true, false, false]);
});

test('a program that gets the instance back in the same run goes on', () => {
  const { pass } = createSequence();
  expect([sent(1, 'a', 5), sent(2, 'b', 1), sent(3, 'a', 6), sent(2, 'b', 2)].map(pass)).toEqual([
    ...[true, true, true, false],
  ]);
});

test('a thousand restarts later the runs just before are still over', () => {
  const { pass } = createSequence();
  for (let i = 0; i < 3000; i++) expect(pass(sent(1, `run ${i}`, 1))).toBe(true);
  for (let i = 2000; i < 2999; i++) expect(pass(sent(1, `run ${i}`, 2))).toBe(false);
});

/** Two programs one after the other, each restarted some times; an assignment may change in between. In the order in which they were made. */
const streams = fc
  .array(
    fc.record({
      isNewEpoch: fc.boolean(),
      polls: fc.array(fc.constantFrom('resources', 'backups', 'replication'), { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((runs) => {
    let epoch = 1;
    return runs.flatMap(({ isNewEpoch, polls }, run) => {
      if (isNewEpoch) epoch++;
      return polls.map((poll, index) => sent(epoch, `run ${run}`, index + 1, poll));
    });
  });

test('in any order and any number of times: what is accepted never goes back', () => {
  const arrivals = streams.chain((made) => {
    const positions = made.map((_, index) => index);
    const any = fc.array(fc.constantFrom(...positions), { minLength: made.length, maxLength: 3 * made.length });
    return fc.record({ made: fc.constant(made), order: any });
  });
  fc.assert(
    fc.property(arrivals, ({ made, order }) => {
      const { pass } = createSequence();
      const accepted = order.filter((index) => pass(made[index] ?? sent(0, '', 0)));
      const epochs = accepted.map((index) => made[index]?.epoch ?? 0);
      expect(epochs).toEqual(epochs.toSorted((a, b) => a - b));
      // A run is one stretch: it never comes again after another one.
      const runs = accepted.map((index) => made[index]?.run).filter((run, i, all) => run !== all[i - 1]);
      expect(new Set(runs).size).toBe(runs.length);
      for (const poll of new Set(made.map((each) => each.poll)))
        for (const run of new Set(runs)) {
          const numbers = accepted
            .filter((index) => made[index]?.poll === poll && made[index]?.run === run)
            .map((index) => made[index]?.sequence ?? 0);
          expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        }
    }),
  );
});

test('two runs whose observations arrive mixed, each in its own order: the newer one stays once it was seen', () => {
  const mixed = fc.array(fc.boolean(), { minLength: 4, maxLength: 40 });
  fc.assert(
    fc.property(mixed, (isNewer) => {
      const { pass } = createSequence();
      const count = { old: 0, new: 0 };
      const accepted = isNewer.map((newer) => {
        const run = newer ? 'new' : 'old';
        return { run, isAccepted: pass(sent(1, run, ++count[run])) };
      });
      // The old program was there first, as it polled before.
      fc.pre(accepted[0]?.run === 'old');
      const first = accepted.findIndex(({ run }) => run === 'new');
      expect(accepted.map(({ isAccepted }) => isAccepted)).toEqual(
        accepted.map(({ run }, index) => run === 'new' || first === -1 || index < first),
      );
    }),
  );
});

test('everything in order and once is accepted', () => {
  fc.assert(
    fc.property(streams, (made) => {
      expect(made.map(createSequence().pass)).toEqual(made.map(() => true));
    }),
  );
});
