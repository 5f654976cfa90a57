// Clients with a view: they have everything about what they show, and the facts of the rest.

import { once } from 'node:events';
import { readingNames } from '@belfry/domain/guest-figures';
import { aGuest } from '@belfry/domain/testing/guest';
import { MAX_VIEWED } from '@belfry/schema/defaults';
import { Down } from '@belfry/schema/messages/down';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { guest, heard } from '../state/testing/observations.ts';
import { createDeltas } from './deltas.ts';
import type { Encoding } from './encoding.ts';
import { connect, ping, server, settle } from './testing/server.ts';
import { channelOf, estate, loaded, toldIn, type Viewer, viewer } from './testing/viewer.ts';
import { MAX_VIEWS } from './views.ts';

test('clients that never ask get everything, in the same bytes for all of them, and clients with the same view share theirs', async () => {
  const clock = fakeClock();
  const { channel } = channelOf(estate(['a', 'b'], 3, 0), clock);
  const clients = [viewer(), viewer(), viewer(), viewer()] as const;
  for (const each of clients) channel.join(each);
  for (const each of clients) await loaded(each);
  channel.view(clients[2], ['a']);
  channel.view(clients[3], ['a', 'a']);
  const next = estate(['a', 'b'], 3, 1, { cpu: 0.75 });
  channel.publish(next);
  await clock.advance(1000);
  const [one, two, mine, same] = clients.map(({ frames }) => frames.at(-1));
  expect(two).toBe(one);
  expect(same).toBe(mine);
  expect(mine).not.toBe(one);
  const [old] = clients;
  old.read();
  expect(old.own.state).toEqual(next);
  expect(old.frames.map((frame) => toldIn(frame).type)).toEqual(['snapshot', 'delta']);
});

test('without readings out of view a change is written once for everybody', async () => {
  const clock = fakeClock();
  const { channel } = channelOf(estate(['a', 'b'], 3, 0), clock);
  const [whole, mine] = [viewer(), viewer()];
  for (const each of [whole, mine]) {
    channel.join(each);
    await loaded(each);
  }
  channel.view(mine, ['a']);
  channel.publish(estate(['a', 'b'], 3, 1, { status: 'stopped' }));
  await clock.advance(1000);
  expect(mine.frames.at(-1)).toBe(whole.frames.at(-1));
});

test('the counters of Belfry come with everything only', async () => {
  const clock = fakeClock();
  const before = estate(['a'], 1, 0);
  const { channel } = channelOf(before, clock);
  const mine = viewer();
  channel.join(mine);
  await loaded(mine);
  channel.view(mine, ['a']);
  const { stats, performance } = before;
  const next = {
    ...estate(['a'], 1, 1),
    stats: { ...stats, uptime: 9 },
    performance: { ...performance, totalApiCalls: 7 },
  };
  channel.publish(next);
  await clock.advance(1000);
  mine.read();
  expect(mine.own.state).toEqual({ ...before, lastUpdate: 1 });
  channel.view(mine, 'all');
  await clock.advance(1000);
  mine.read();
  expect(mine.own.state).toEqual(next);
});

test('a guest that comes into view brings all of its readings, also those that it has no more', async () => {
  const clock = fakeClock();
  const swapping = { memory: { total: 4, used: 2, free: 2, usage: 50, swapUsed: 1 }, disks: [] };
  const { channel } = channelOf(estate(['a'], 1, 0, swapping), clock);
  const mine = viewer();
  channel.join(mine);
  await loaded(mine);
  channel.view(mine, []);
  const calm = estate(['a'], 1, 1, { memory: { total: 4, used: 1, free: 3, usage: 25 } });
  channel.publish(calm);
  await clock.advance(1000);
  mine.read();
  expect(mine.own.state.vms[0]).toMatchObject({ memory: { swapUsed: 1, used: 2 } });
  channel.view(mine, ['a']);
  await clock.advance(1000);
  mine.read();
  expect(mine.own.state).toEqual(calm);
});

test('a client may ask for the full state before the answer about its view: it gets that answer after the state', async () => {
  const clock = fakeClock();
  const { channel } = channelOf(estate(['a'], 1, 0), clock);
  const mine = viewer();
  channel.join(mine);
  channel.view(mine, []);
  channel.resync(mine);
  await expect.poll(() => mine.frames.length, { interval: 1 }).toBe(2);
  expect(mine.read().map(({ type }) => type)).toEqual(['snapshot', 'viewed']);
  expect(mine.own.view).toEqual([]);
});

test('a client that changes its view often is answered after a rest, with the newest one only', async () => {
  const clock = fakeClock();
  const { channel } = channelOf(estate(['a', 'b', 'c'], 100, 0), clock);
  const mine = viewer();
  channel.join(mine);
  await loaded(mine);
  mine.read();
  for (let n = 0; n < 3000; n++) channel.view(mine, n % 2 === 0 ? [] : ['a', 'b', `other${n % 70}`]);
  expect(mine.read()).toHaveLength(1);
  await clock.advance(10_000);
  expect(mine.read()).toMatchObject([{ type: 'viewed', data: { instances: ['a', 'b', 'other59'] } }]);
});

test('a view that grows by many guests does so in steps, one instance at least in each', async () => {
  const clock = fakeClock();
  const { channel } = channelOf(estate(['a', 'b', 'c', 'd'], 2400, 0), clock);
  const mine = viewer();
  channel.join(mine);
  await loaded(mine);
  channel.view(mine, []);
  await clock.advance(1000);
  mine.read();
  channel.view(mine, 'all');
  await clock.advance(1000);
  const views = mine.read().map((told) => told.type === 'viewed' && told.data.instances);
  expect(views).toEqual([['a', 'b'], 'all']);
});

test('when there are too many views, a further client gets everything and is told so; an unused view makes room', async () => {
  const clock = fakeClock();
  const { channel } = channelOf(estate(['a'], 1, 0), clock);
  const clients = Array.from({ length: MAX_VIEWS + 1 }, () => viewer());
  for (const each of clients) channel.join(each);
  for (const [n, each] of clients.entries()) {
    await loaded(each);
    channel.view(each, [`view${n}`]);
    each.read();
  }
  const last = clients.at(-1) as Viewer;
  expect(last.own.view).toBe('all');
  expect(clients.at(-2)?.own.view).toEqual([`view${MAX_VIEWS - 1}`]);
  channel.leave(clients[0] as Viewer);
  await clock.advance(1000);
  channel.view(last, ['mine']);
  await clock.advance(1000);
  last.read();
  expect(last.own.view).toEqual(['mine']);
});
test('what throws for one view closes only the clients with it', async () => {
  const clock = fakeClock();
  const real = createDeltas(estate(['a'], 1, 0), clock);
  const broken: Encoding = {
    ...real,
    advance(state) {
      const change = real.advance(state);
      if (typeof change !== 'object') return change;
      return {
        ...change,
        frame(view) {
          if (view) throw new Error('broken');
          return change.frame(view);
        },
      };
    },
    viewed(before, target) {
      if (target?.has('bad')) throw new Error('bad');
      return (real.viewed as NonNullable<Encoding['viewed']>)(before, target);
    },
  };
  const { channel, defects } = channelOf(estate(['a'], 1, 0), clock, broken);
  const [whole, mine, bad] = [viewer(), viewer(), viewer()];
  for (const each of [whole, mine, bad]) {
    channel.join(each);
    await loaded(each);
  }
  channel.view(bad, ['bad']);
  expect(bad.failed()).toBe(true);
  channel.view(mine, ['a']);
  const next = estate(['a'], 1, 1, { cpu: 1 });
  channel.publish(next);
  await clock.advance(1000);
  whole.read();
  expect(whole.own.state).toEqual(next);
  expect([whole.failed(), mine.failed()]).toEqual([false, true]);
  expect(defects).toHaveLength(2);
});

test('over a real socket: junk is ignored, an unknown instance is no fault, and a flood closes only its sender', async () => {
  const s = await server();
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 1)] })).after);
  const [mine, rude, plain] = [
    await connect(s, '?protocol=deltas'),
    await connect(s, '?protocol=deltas'),
    await connect(s),
  ];
  for (const each of [mine, rude, plain]) for (const _ of ['welcome', 'state']) await each.next();
  const view = (instances: unknown) => ({ type: 'view', data: { instances } });
  const tooMany = Array.from({ length: MAX_VIEWED + 1 }, (_, n) => String(n));
  for (const junk of [
    view(undefined),
    view('some'),
    view([7]),
    view(tooMany),
    view(['x'.repeat(201)]),
    { type: 'view' },
  ])
    mine.send(junk);
  mine.send(ping);
  expect((await mine.next()).type).toBe('pong');
  expect(s.hub.ignoredMessages()).toBe(6);
  mine.send(view(['nobody']));
  const answer = await mine.next();
  expect(answer).toMatchObject({ type: 'viewed', revision: 2, data: { instances: ['nobody'] } });
  expect(Down.parse(answer)).toEqual(answer);
  // the plain state has no views
  plain.send(view(['nobody']));
  for (let n = 0; n < 1000; n++) rude.send(view(n % 2 ? 'all' : []));
  expect((await once(rude.socket, 'close'))[0]).toBe(1008);
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 1, { cpu: 1 })] })).after);
  await settle(s.clock);
  const delta = await mine.next();
  expect(delta).toMatchObject({ type: 'delta', base: 2, revision: 3 });
  expect(delta).not.toHaveProperty('data.vms');
  expect(await plain.next()).toMatchObject({ type: 'rawData', data: { vms: [{ cpu: 1 }] } });
});

test('the readings are those that a guest has', () => {
  const guest = aGuest({ disks: [], networkInterfaces: [], pressure: { cpu: 0, io: 0, memory: 0 } });
  const optional = ['disk.at', 'memory.hostUsed', 'memory.balloon', 'memory.swapUsed'];
  for (const name of readingNames.filter((name) => !optional.includes(name)))
    expect(guest).toHaveProperty(name.split('.'));
});
