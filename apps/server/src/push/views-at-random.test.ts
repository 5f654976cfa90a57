// A client that changes its view at random, beside one that has everything, and without it.
import { setTimeout } from 'node:timers/promises';
import { isReading } from '@belfry/domain/guest-figures';
import { aGuest } from '@belfry/domain/testing/guest';
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { SLOW_BYTES } from './channel.ts';
import { channelOf, loaded, stateOf, type Viewer, viewer } from './testing/viewer.ts';

const guestsOf = ({ vms, containers }: State): Guest[] => [...vms, ...containers];
const factsOf = (guest: Guest): unknown =>
  JSON.parse(JSON.stringify(guest), function (this: unknown, key, value: unknown) {
    const isTop = this !== null && typeof this === 'object' && 'vmid' in this;
    const isWithin = ['used', 'free', 'usage', 'swapUsed', 'balloon', 'hostUsed', 'at'].includes(key);
    return (isTop && isReading(key)) || isWithin ? undefined : value;
  });

/** What a client was told to have in view is exactly what the server had at that revision, and of the rest it has all facts. */
function expectTrue({ own }: Viewer, states: ReadonlyMap<number, State>): void {
  const real = states.get(own.revision);
  if (!real) throw new Error(`nobody has revision ${own.revision}`);
  const isShown = ({ instance }: Guest) => own.view === 'all' || own.view.includes(instance);
  expect(guestsOf(own.state).filter(isShown)).toEqual(guestsOf(real).filter(isShown));
  expect(guestsOf(own.state).map(factsOf)).toEqual(guestsOf(real).map(factsOf));
  if (own.view === 'all') expect([own.state.performance, own.state.stats]).toEqual([real.performance, real.stats]);
}

const INSTANCES = ['a', 'a-1', 'b', 'c'];
const reading = fc.constantFrom(0, 0.25, 1, 70_000);
const anyGuest: fc.Arbitrary<Guest> = fc
  .record(
    {
      instance: fc.constantFrom(...INSTANCES),
      vmid: fc.integer({ min: 1, max: 3 }),
      type: fc.constantFrom('qemu', 'lxc'),
      status: fc.constantFrom('running', 'stopped'),
      cpu: reading,
      networkIn: fc.option(reading),
      pressure: fc.record({ cpu: reading, io: reading, memory: reading }),
      memory: fc.record(
        { total: reading, used: reading, free: reading, usage: reading, swapUsed: reading },
        {
          requiredKeys: ['total', 'used', 'free', 'usage'],
        },
      ),
      networkInterfaces: fc.constantFrom<NonNullable<Guest['networkInterfaces']>>(
        [],
        [{ name: 'eth0', addresses: [], rxBytes: 7 }],
      ),
    },
    { requiredKeys: ['instance', 'vmid', 'type', 'cpu', 'networkIn'] },
  )
  .map((fields) => {
    const id = `${fields.instance}-${fields.vmid}-${fields.type}`;
    return aGuest({ ...fields, id });
  });
const anyView = fc.oneof(
  fc.constant('all' as const),
  fc.uniqueArray(fc.constantFrom(...INSTANCES, 'unknown'), { maxLength: 4 }),
);
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ publish: fc.uniqueArray(anyGuest, { selector: ({ id }) => id, maxLength: 12 }) }),
  },
  { weight: 4, arbitrary: fc.record({ view: anyView }) },
  { weight: 3, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 600 }) }) },
  { weight: 1, arbitrary: fc.constant({ resync: true }) },
  { weight: 1, arbitrary: fc.record({ clog: fc.boolean() }) },
);

test('a client that changes its view at random never shows an old reading as current, and in the end it has all readings in view', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 3, maxLength: 25 }),
      anyView,
      fc.boolean(),
      async (steps, last, isAlone) => {
        const clock = fakeClock();
        const { channel, defects } = channelOf(stateOf([], 0), clock);
        // The client that has everything can have a channel of its own, which has the same revisions.
        const ofWhole = isAlone ? channelOf(stateOf([], 0), clock).channel : channel;
        const states = new Map<number, State>();
        const [whole, mine] = [viewer(states), viewer()];
        ofWhole.join(whole);
        channel.join(mine);
        await loaded(mine);
        const check = () => {
          whole.read();
          mine.read(() => expectTrue(mine, states));
        };
        let time = 0;
        let published = stateOf([], 0);
        for (const step of steps) {
          if ('publish' in step) {
            const stats = { ...published.stats, pollingCycles: ++time };
            published = {
              ...stateOf(step.publish, time),
              stats,
              performance: { ...published.performance, cacheHits: time },
            };
            for (const each of new Set([channel, ofWhole])) each.publish(published);
          }
          if ('view' in step) channel.view(mine, step.view);
          if ('resync' in step) channel.resync(mine);
          if ('clog' in step) mine.clog(step.clog ? SLOW_BYTES + 1 : 0);
          if ('pass' in step) await clock.advance(step.pass);
          check();
        }
        mine.clog(0);
        channel.view(mine, last);
        await clock.advance(10_000);
        const isDone = () =>
          mine.own.revision === whole.own.revision &&
          [mine.own.view].flat().sort().join() === [last].flat().sort().join();
        check();
        for (let turn = 0; turn < 1000 && !isDone(); turn++) {
          await setTimeout(1);
          check();
        }
        expect(mine.own.revision).toBe(whole.own.revision);
        expect(whole.own.state).toEqual({ ...published, lastUpdate: whole.own.state.lastUpdate });
        expect([mine.own.view].flat().sort()).toEqual([last].flat().sort());
        expect(mine.failed()).toBe(false);
        expect(defects).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
