import { emptyState } from '@belfry/domain/delta/empty-state';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import type { OnDefect } from '../lib/defects.ts';
import { type FakeClock, fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { type Announced, MAX_WAITING } from './announcements.ts';
import { createChannel, SLOW_BYTES } from './channel.ts';
import { type Encoding, type Frame, textFrame } from './encoding.ts';
import { createPlain } from './plain.ts';
import { createPlainText } from './plain-text.ts';

const at = (lastUpdate: number): State => ({ ...emptyState, lastUpdate });

function receiver() {
  const frames: { type: string; data: Partial<State> }[] = [];
  let waiting = 0;
  let failed = false;
  return {
    frames,
    send: (frame: Frame) => frames.push(JSON.parse(String(Buffer.concat(frame.buffers)))),
    fail() {
      failed = true;
    },
    failed: () => failed,
    waiting: () => waiting,
    clog: (bytes: number) => {
      waiting = bytes;
    },
  };
}

function channelOf(encoding: Encoding, clock: FakeClock, onDefect: OnDefect = unexpected) {
  return createChannel<ReturnType<typeof receiver>>(encoding, { initial: at(0), clock, onDefect });
}
const unexpected: OnDefect = (error) => {
  throw error;
};

function channel() {
  const clock = fakeClock();
  const plainText = createPlainText({ clock, log: createLogger('silent') });
  return { clock, channel: channelOf(createPlain(at(0), plainText), clock) };
}

test('a new client first receives the whole current state', () => {
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

test('a client that joins between two frames reaches the same state as the others', async () => {
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

test('a receiver that is too slow misses changes and gets the full state when it has caught up; others do not wait', async () => {
  const { channel: c, clock } = channel();
  const [slow, quick] = [receiver(), receiver()];
  c.join(slow);
  c.join(quick);
  slow.clog(SLOW_BYTES + 1);
  for (const n of [1, 2]) {
    c.publish(at(n));
    await clock.advance(1000);
  }
  c.resync(slow);
  expect([slow.frames.length, quick.frames.length]).toEqual([1, 3]);
  slow.clog(0);
  c.publish(at(3));
  await clock.advance(1000);
  expect(slow.frames.slice(1)).toMatchObject([{ data: { lastUpdate: 2, vms: [] } }, { data: { lastUpdate: 3 } }]);
  expect(quick.frames.at(-1)).toEqual({ type: 'rawData', data: { lastUpdate: 3 } });
});

test('changes during the compression of the full state are sent after it; a client that leaves or asks again meanwhile does not receive it', async () => {
  const packing: ((frame: Frame) => void)[] = [];
  const whole = () => [new Promise<Frame>((done) => packing.push(done))];
  let at = 0;
  const clock = fakeClock();
  const c = channelOf(
    {
      everyMs: 100,
      advance: () => {
        const frame = textFrame({ type: `change ${++at}` });
        return { frame: () => frame };
      },
      initial: whole,
      resync: whole,
      archives: whole,
    },
    clock,
  );
  const [patient, gone, again] = [receiver(), receiver(), receiver()];
  for (const each of [patient, gone, again]) c.join(each);
  c.publish({ ...emptyState, lastUpdate: 1 });
  await clock.advance(100);
  c.leave(gone);
  c.resync(again);
  c.publish({ ...emptyState, lastUpdate: 2 });
  await clock.advance(100);
  expect([patient, gone, again].map(said)).toEqual([[], [], []]);
  for (const [i, done] of packing.entries()) done(textFrame({ type: `whole ${i}` }));
  await expect.poll(() => said(again)).toEqual(['whole 3', 'change 2']);
  expect(said(patient)).toEqual(['whole 0', 'change 1', 'change 2']);
  expect(said(gone)).toEqual([]);
});

test('a client that left receives nothing more', async () => {
  const { channel: c, clock } = channel();
  const one = receiver();
  c.join(one);
  c.publish(at(1));
  c.leave(one);
  await clock.advance(2000);
  expect(one.frames).toHaveLength(1);
});

test('a receiver that fell behind gets the full state when it has caught up, also when nothing changes any more', async () => {
  const { channel: c, clock } = channel();
  const slow = receiver();
  c.join(slow);
  slow.clog(SLOW_BYTES + 1);
  c.publish(at(1));
  await clock.advance(5000);
  expect(slow.frames).toHaveLength(1);
  slow.clog(SLOW_BYTES);
  await clock.advance(1000);
  expect(slow.frames.slice(1)).toMatchObject([{ type: 'rawData', data: { lastUpdate: 1, vms: [] } }]);
  await clock.advance(5000);
  expect(slow.frames).toHaveLength(2);
});

test('a receiver that does not read the requested data receives no more data', () => {
  const { channel: c } = channel();
  const greedy = receiver();
  c.join(greedy);
  greedy.clog(SLOW_BYTES + 1);
  for (let i = 0; i < 100; i++) {
    c.resync(greedy);
    c.archives(greedy);
  }
  expect(greedy.frames).toHaveLength(1);
});

test('a state that cannot be written ends only the clients that ask for it; a change that cannot be written is sent as the full state', async () => {
  const clock = fakeClock();
  const defects: string[] = [];
  let broken = true;
  const tooLong = (): never => {
    throw new RangeError('Invalid string length');
  };
  const whole = () => (broken ? tooLong() : [textFrame({ type: 'whole' })]);
  const late = async () => whole()[0] ?? tooLong();
  const encoding = { everyMs: 100, advance: tooLong, initial: whole, resync: whole, archives: () => [late()] };
  const c = channelOf(encoding, clock, (error) => defects.push(String(error)));
  const [one, two] = [receiver(), receiver()];
  c.join(one);
  c.archives(two);
  await expect.poll(() => [one.failed(), two.failed()]).toEqual([true, true]);
  c.leave(one);
  expect(defects).toHaveLength(2);
  broken = false;
  const three = receiver();
  c.join(three);
  c.publish(at(1));
  await clock.advance(100);
  expect(three.frames.map(({ type }) => type)).toEqual(['whole', 'whole']);
  expect([three.failed(), defects.length]).toEqual([false, 3]);
});

test('a change that takes long to write is followed by a longer wait, and a short one by the usual wait', async () => {
  const clock = fakeClock();
  let tookMs = 3000;
  let passed = 0;
  const slow = {
    ...clock,
    monotonic: () => clock.monotonic() + passed,
  };
  let written = 0;
  const encoding: Encoding = {
    ...{ everyMs: 1000, initial: () => [], resync: () => [], archives: () => [] },
    advance() {
      written++;
      passed += tookMs;
      return undefined;
    },
  };
  const c = createChannel(encoding, { initial: at(0), clock: slow, onDefect: () => {} });
  c.join(receiver());
  const publishFor = async (seconds: number) => {
    const before = written;
    for (let n = 0; n < seconds; n++) {
      c.publish(at(written * 1000 + n + 1));
      await clock.advance(1000);
    }
    return written - before;
  };
  expect(await publishFor(60)).toBeLessThan(7);
  tookMs = 1;
  expect(await publishFor(60)).toBeGreaterThan(45);
});

test('without plain clients no plain state is written', async () => {
  const clock = fakeClock();
  let written = 0;
  const plainText = createPlainText({ clock, log: createLogger('silent') });
  const counted = {
    of(state: State) {
      written++;
      return plainText.of(state);
    },
  };
  const c = channelOf(createPlain(at(0), counted), clock);
  for (const n of [1, 2]) c.publish(at(n));
  await clock.advance(5000);
  const one = receiver();
  c.join(one);
  c.leave(one);
  const before = written;
  for (const n of [3, 4]) c.publish(at(n));
  await clock.advance(5000);
  expect([before > 0, written - before]).toEqual([true, 0]);
});

const announced = (type: Announced['type'], n = 0): Announced => ({ type, frame: textFrame({ type, data: { n } }) });
const said = ({ frames }: ReturnType<typeof receiver>) => frames.map(({ type }) => type);

test('an announcement follows the state published before it, and is sent at once if no state is waiting', async () => {
  const { channel: c, clock } = channel();
  const one = receiver();
  c.join(one);
  c.announce(announced('nodes_changed'));
  expect(said(one)).toEqual(['initialState', 'nodes_changed']);
  c.publish(at(1));
  c.announce(announced('alert'));
  await clock.advance(999);
  expect(one.frames).toHaveLength(2);
  await clock.advance(1);
  expect(said(one).slice(2)).toEqual(['rawData', 'alert']);
  c.publish(at(2));
  c.announce(announced('alertResolved'));
  // back to what everybody has: there is nothing to send before it
  c.publish(at(1));
  await clock.advance(1000);
  expect(said(one).at(-1)).toBe('alertResolved');
});

test('a receiver that fell behind gets the announcements it missed after the full state, each event and the newest of the others', async () => {
  const { channel: c, clock } = channel();
  const slow = receiver();
  c.join(slow);
  slow.clog(SLOW_BYTES + 1);
  c.publish(at(1));
  await clock.advance(1000);
  for (const n of [1, 2]) for (const type of ['alert', 'nodes_changed'] as const) c.announce(announced(type, n));
  await clock.advance(5000);
  expect(slow.frames).toHaveLength(1);
  slow.clog(0);
  await clock.advance(1000);
  expect(slow.frames.slice(1)).toMatchObject([
    { type: 'rawData', data: { lastUpdate: 1 } },
    { type: 'alert', data: { n: 1 } },
    { type: 'alert', data: { n: 2 } },
    { type: 'nodes_changed', data: { n: 2 } },
  ]);
  c.announce(announced('alert', 3));
  expect(slow.frames).toHaveLength(6);
});

test('the number of unsent announcements is limited: the oldest are dropped', async () => {
  const { channel: c, clock } = channel();
  const slow = receiver();
  c.join(slow);
  slow.clog(SLOW_BYTES + 1);
  for (let n = 1; n <= 10_000; n++) c.announce(announced('alert', n));
  slow.clog(0);
  await clock.advance(1000);
  const [, whole, ...alerts] = slow.frames;
  expect(whole).toMatchObject({ type: 'rawData' });
  expect([alerts.length, alerts.at(-1)]).toMatchObject([MAX_WAITING, { data: { n: 10_000 } }]);
});

test('an announcement made during the compression of the full state follows it, also if the state is requested again meanwhile', async () => {
  const packing: ((frame: Frame) => void)[] = [];
  const whole = () => [new Promise<Frame>((done) => packing.push(done))];
  const advance = () => ({ frame: () => textFrame({ type: 'change' }) });
  const clock = fakeClock();
  const c = channelOf({ everyMs: 100, advance, initial: whole, resync: whole, archives: whole }, clock);
  const one = receiver();
  c.join(one);
  c.announce(announced('alert'));
  c.resync(one);
  c.publish(at(1));
  c.announce(announced('alertResolved'));
  await clock.advance(100);
  expect(one.frames).toEqual([]);
  for (const [i, done] of packing.entries()) done(textFrame({ type: `whole ${i}` }));
  await expect.poll(() => said(one)).toEqual(['whole 1', 'change', 'alert', 'alertResolved']);
});

test('a client that left receives no announcements, and none are kept for it', async () => {
  const { channel: c, clock } = channel();
  const one = receiver();
  c.join(one);
  c.publish(at(1));
  c.announce(announced('alert'));
  c.leave(one);
  c.announce(announced('alert'));
  await clock.advance(2000);
  expect(one.frames).toHaveLength(1);
  const next = receiver();
  c.join(next);
  await clock.advance(2000);
  expect(said(next)).toEqual(['initialState']);
});

test('a receiver that throws is closed, and the others get the change', async () => {
  const clock = fakeClock();
  const defects: string[] = [];
  const encoding = createPlain(at(0), createPlainText({ clock, log: createLogger('silent') }));
  const channel = channelOf(encoding, clock, (_error, where) => void defects.push(where));
  const [broken, other] = [receiver(), receiver()];
  for (const each of [broken, other]) channel.join(each);
  await clock.advance(1000);
  const before = other.frames.length;
  broken.send = () => {
    throw new Error('broken');
  };
  channel.publish(at(5000));
  await clock.advance(1000);
  expect(other.frames.length).toBeGreaterThan(before);
  expect([broken.failed(), other.failed(), defects]).toEqual([true, false, ['a connection of a browser']]);
});

test('a client that asks for the archives before it has the state gets the state first, and then the archives', async () => {
  const state = Promise.withResolvers<Frame>();
  const frameOf = (type: string) => textFrame({ type, data: {} });
  const encoding: Encoding = {
    everyMs: 1000,
    advance: () => undefined,
    initial: () => [state.promise],
    resync: () => [],
    archives: () => [frameOf('archives')],
  };
  const c = channelOf(encoding, fakeClock());
  const one = receiver();
  c.join(one);
  c.archives(one);
  expect(one.frames).toEqual([]);
  state.resolve(frameOf('state'));
  await expect.poll(() => one.frames.map(({ type }) => type)).toEqual(['state', 'archives']);
});

test('a change of the archives is written only when somebody has asked for them', async () => {
  const frameOf = (type: string) => textFrame({ type, data: {} });
  let written = 0;
  const archives = () => {
    written++;
    return frameOf('change of archives');
  };
  const encoding: Encoding = {
    everyMs: 100,
    advance: () => ({ frame: () => frameOf('change'), archives }),
    initial: () => [],
    resync: () => [],
    archives: () => [frameOf('archives')],
  };
  const clock = fakeClock();
  const c = channelOf(encoding, clock);
  const one = receiver();
  c.join(one);
  c.publish(at(1));
  await clock.advance(100);
  expect([written, said(one)]).toEqual([0, ['change']]);
  c.archives(one);
  c.publish(at(2));
  await clock.advance(100);
  expect([written, said(one)]).toEqual([1, ['change', 'archives', 'change', 'change of archives']]);
});
