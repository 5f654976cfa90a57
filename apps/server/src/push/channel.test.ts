import { emptyState } from '@belfry/domain/delta/empty-state';
import type { State } from '@belfry/schema/state';
import { expect, test, vi } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createChannel, SLOW_BYTES } from './channel.ts';
import { createPlain } from './plain.ts';

const at = (lastUpdate: number): State => ({ ...emptyState, lastUpdate });

function receiver() {
  const frames: { type: string; data: Partial<State> }[] = [];
  let waiting = 0;
  return {
    frames,
    send: (frame: string | Buffer) => frames.push(JSON.parse(String(frame))),
    waiting: () => waiting,
    clog: (bytes: number) => {
      waiting = bytes;
    },
  };
}

function channel() {
  const clock = fakeClock();
  return { clock, channel: createChannel<ReturnType<typeof receiver>>(createPlain(at(0)), at(0), clock) };
}

test('whoever joins gets the whole state first, of this moment', () => {
  const { channel: c } = channel();
  c.publish(at(5));
  const first = receiver();
  c.join(first);
  expect(first.frames).toMatchObject([{ type: 'initialState', data: { lastUpdate: 5, vms: [] } }]);
});

test('changes are coalesced, and a frame holds only the keys that changed', async () => {
  const { channel: c, clock } = channel();
  const one = receiver();
  c.join(one);
  for (const n of [1, 2, 3]) c.publish(at(n));
  await clock.advance(999);
  expect(one.frames).toHaveLength(1);
  await clock.advance(1);
  expect(one.frames.slice(1)).toEqual([{ type: 'rawData', data: { lastUpdate: 3 } }]);
});

test('whoever joins between two frames ends up where the others are', async () => {
  const { channel: c, clock } = channel();
  const [early, late] = [receiver(), receiver()];
  c.join(early);
  c.publish(at(1));
  c.join(late);
  c.publish(at(0));
  await clock.advance(1000);
  const end = (frames: typeof early.frames) => Object.assign({}, ...frames.map((frame) => frame.data)).lastUpdate;
  expect([end(early.frames), end(late.frames)]).toEqual([0, 0]);
});

test('a receiver that is too slow misses changes and gets the whole state when it has caught up; others do not wait', async () => {
  const { channel: c, clock } = channel();
  const [slow, quick] = [receiver(), receiver()];
  c.join(slow);
  c.join(quick);
  slow.clog(SLOW_BYTES + 1);
  for (const n of [1, 2]) {
    c.publish(at(n));
    await clock.advance(1000);
  }
  c.again(slow);
  expect([slow.frames.length, quick.frames.length]).toEqual([1, 3]);
  slow.clog(0);
  c.publish(at(3));
  await clock.advance(1000);
  expect(slow.frames.at(-1)).toMatchObject({ type: 'rawData', data: { lastUpdate: 3, vms: [] } });
  expect(quick.frames.at(-1)).toEqual({ type: 'rawData', data: { lastUpdate: 3 } });
});

test('what comes while the whole state is being packed is told after it; who leaves or asks again meanwhile hears no more of it', async () => {
  const packing: ((frame: string) => void)[] = [];
  const whole = () => [new Promise<string>((done) => packing.push(done))];
  let at = 0;
  const clock = fakeClock();
  const c = createChannel<ReturnType<typeof receiver>>(
    {
      everyMs: 100,
      advance: () => JSON.stringify({ type: `change ${++at}` }),
      joined: whole,
      again: whole,
      archives: whole,
    },
    emptyState,
    clock,
  );
  const [patient, gone, again] = [receiver(), receiver(), receiver()];
  const said = ({ frames }: typeof patient) => frames.map(({ type }) => type);
  for (const each of [patient, gone, again]) c.join(each);
  c.publish({ ...emptyState, lastUpdate: 1 });
  await clock.advance(100);
  c.leave(gone);
  c.again(again);
  c.publish({ ...emptyState, lastUpdate: 2 });
  await clock.advance(100);
  expect([patient, gone, again].map(said)).toEqual([[], [], []]);
  for (const [i, done] of packing.entries()) done(JSON.stringify({ type: `whole ${i}` }));
  await vi.waitFor(() => expect(said(again)).toEqual(['whole 3', 'change 2']));
  expect(said(patient)).toEqual(['whole 0', 'change 1', 'change 2']);
  expect(said(gone)).toEqual([]);
});

test('nobody is told anything after leaving', async () => {
  const { channel: c, clock } = channel();
  const one = receiver();
  c.join(one);
  c.publish(at(1));
  c.leave(one);
  await clock.advance(2000);
  expect(one.frames).toHaveLength(1);
});
