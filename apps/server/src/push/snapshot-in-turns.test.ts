// A snapshot of a large state takes long to write. Meanwhile everything else goes on, and nobody misses a change.
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createDeltas } from './deltas.ts';
import { channelOf, estate, viewer } from './testing/viewer.ts';

const GUESTS = 320;
const at = (n: number) => estate(['a', 'b'], GUESTS, n, { cpu: n / 100 });

/** Each look at this clock takes a second, so a turn ends after each step. */
function slowClock() {
  let now = 0;
  let turns = 0;
  return {
    turns: () => turns,
    monotonic: () => (now += 1000),
    after(_ms: number, run: () => unknown) {
      turns++;
      const timer = setImmediate(run);
      return () => clearImmediate(timer);
    },
  };
}

async function setUp() {
  const [clock, slow] = [fakeClock(), slowClock()];
  const { channel, defects } = channelOf(at(0), clock, createDeltas(at(0), slow));
  let n = 0;
  return {
    ...{ channel, defects, turns: slow.turns },
    async change() {
      channel.publish(at(++n));
      await clock.advance(250);
    },
    latest: () => at(n),
  };
}

test('whoever joins while the state changes has the latest state in the end', async () => {
  const { channel, defects, change, latest, turns } = await setUp();
  const [one, two] = [viewer(), viewer()];
  channel.join(one);
  for (let n = 0; n < 3; n++) await change();
  channel.join(two);
  for (let n = 0; n < 3; n++) await change();
  for (const each of [one, two]) {
    await expect.poll(() => each.frames.length).toBeGreaterThan(3);
    each.read();
    expect(each.own.state).toEqual(latest());
    expect(each.failed()).toBe(false);
  }
  expect(turns()).toBeGreaterThan(10);
  expect(defects).toEqual([]);
});

test('all who join while it is written share one snapshot, however much changes meanwhile', async () => {
  const { channel, change, latest, turns } = await setUp();
  const all = Array.from({ length: 30 }, () => viewer());
  for (const each of all) {
    channel.join(each);
    if (all.indexOf(each) % 10 === 9) await change();
  }
  for (const each of all) await expect.poll(() => each.frames.length).toBeGreaterThan(0);
  await change();
  for (const each of all) {
    each.read();
    expect(each.own.state).toEqual(latest());
  }
  expect(new Set(all.map(({ frames }) => frames[0])).size).toBe(1);
  expect(turns()).toBeLessThan(100);
});
