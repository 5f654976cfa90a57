// Real sockets against the real server: what a browser sees.

import { once } from 'node:events';
import { diff } from '@belfry/domain/delta/diff';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { patch } from '@belfry/domain/delta/patch';
import { plain } from '@belfry/domain/testing/plain-state';
import { archiveNames } from '@belfry/schema/archives';
import type { Delta } from '@belfry/schema/messages/delta';
import { Down } from '@belfry/schema/messages/down';
import type { Archives } from '@belfry/schema/messages/snapshot';
import type { State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guest, heard, node } from '../state/testing/observations.ts';
import { connect, copyOf, type Message, server, settle } from './testing/server.ts';

test('our own client receives welcome, a snapshot, then deltas in compressed frames, and the archives on request', async () => {
  const s = await server();
  const client = await connect(s, '?protocol=deltas');
  expect(await client.next()).toEqual({
    type: 'welcome',
    data: { message: 'Belfry 1', timestamp: Math.floor(s.clock.now() / 1000) },
  });
  const isArchive = ([name]: [string, unknown]) => (archiveNames as readonly string[]).includes(name);
  const slices = Object.entries(s.state.current());
  const data = Object.fromEntries(slices.filter((slice) => !isArchive(slice)));
  expect(await client.next()).toEqual({ type: 'snapshot', revision: 1, data });
  client.send({ type: 'requestArchives' });
  expect(await client.next()).toEqual({ type: 'archives', data: Object.fromEntries(slices.filter(isArchive)) });
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 1)] })).after);
  await settle(s.clock);
  expect(await client.next()).toMatchObject({
    type: 'delta',
    base: 1,
    revision: 2,
    data: { vms: { put: [{ id: 'a-1' }] } },
  });
  expect(client.frames.map((frame) => frame.binary)).toEqual([false, true, true, true]);
});

test('changes of the archives are sent to clients that asked for them, after the others of their revision', async () => {
  const s = await server();
  const [reader, other] = [await connect(s, '?protocol=deltas'), await connect(s, '?protocol=deltas')];
  for (const client of [reader, other]) expect((await client.next()).type).toBe('welcome');
  for (const client of [reader, other]) expect((await client.next()).type).toBe('snapshot');
  reader.send({ type: 'requestArchives' });
  expect((await reader.next()).type).toBe('archives');
  const publish = (part: Parameters<typeof heard>[2]) =>
    s.hub.publish(s.state.apply(heard('a', s.clock.now(), part)).after);
  publish({ vms: [guest('a', 1)], guestSnapshots: [copyOf('a', 1)] });
  await settle(s.clock);
  const live = { type: 'delta', base: 1, revision: 2, data: { vms: { put: [{ id: 'a-1' }] } } };
  const archived = { base: 2, revision: 2, data: { guestSnapshots: { put: [{ vmid: 1 }] } } };
  expect(await reader.next()).toMatchObject(live);
  expect(await reader.next()).toMatchObject(archived);
  expect(await other.next()).toMatchObject(live);
  publish({ vms: [guest('a', 2)] });
  await settle(s.clock);
  const next = { type: 'delta', base: 2, revision: 3 };
  expect([await reader.next(), await other.next()]).toMatchObject([next, next]);
  for (const { message } of other.frames)
    for (const name of archiveNames) expect(message).not.toHaveProperty(`data.${name}`);
});

test('any other client receives welcome, the whole plain state, then changed keys, all valid by the schema', async () => {
  const s = await server();
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 1)] })).after);
  const client = await connect(s);
  expect((await client.next()).type).toBe('welcome');
  expect(await client.next()).toEqual({ type: 'initialState', data: plain(s.state.current()) });
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { nodes: [node('a', 'n')] })).after);
  await settle(s.clock);
  const changed = await client.next();
  expect(changed).toMatchObject({ type: 'rawData', data: { nodes: [{ id: 'a-n', node: 'n' }] } });
  expect(changed).not.toHaveProperty('data.vms');
  client.send({ type: 'requestData' });
  expect(await client.next()).toEqual({ type: 'rawData', data: plain(s.state.current()) });
  for (const { message } of client.frames) expect(Down.parse(message)).toEqual(message);
});

test('a client that patches every delta has exactly the state of the server, also after losing one', async () => {
  const s = await server();
  const client = await connect(s, '?protocol=deltas');
  await client.next();
  let replica: State = emptyState;
  let revision = 0;
  const take = (message: Message): boolean => {
    if (message.type === 'snapshot')
      [replica, revision] = [{ ...replica, ...(message.data as State) }, message.revision];
    else if (message.type === 'archives') replica = { ...replica, ...(message as Archives).data };
    else if (message.type === 'delta') {
      const delta = message as Delta;
      if (delta.base !== revision) return false;
      [replica, revision] = [patch(replica, delta.data), delta.revision];
    }
    return true;
  };
  const nextState = async () => {
    for (;;) {
      const message = await client.next();
      if (message.type !== 'ping') return message;
    }
  };
  const takeWhole = async () => {
    const snapshot = await nextState();
    expect(snapshot.type).toBe('snapshot');
    take(snapshot);
    client.send({ type: 'requestArchives' });
    for (let type = ''; type !== 'archives'; ) {
      const message = await nextState();
      type = message.type;
      expect(take(message)).toBe(true);
    }
  };
  await takeWhole();

  const steps = fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b'),
      vmids: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
      cpu: fc.constantFrom(0, 0.25, 1),
      copied: fc.boolean(),
      lose: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      for (const { name, vmids, cpu, copied, lose } of sequence) {
        const vms = vmids.map((vmid) => guest(name, vmid, { cpu }));
        const guestSnapshots = copied ? vmids.map((vmid) => copyOf(name, vmid)) : [];
        const { before, after } = s.state.apply(heard(name, s.clock.now(), { vms, guestSnapshots }));
        s.hub.publish(after);
        await settle(s.clock);
        const messages = [await nextState()];
        if (archiveNames.some((archive) => archive in (diff(before, after) ?? {}))) messages.push(await nextState());
        if (!lose && !messages.every(take)) {
          client.send({ type: 'resync' });
          await takeWhole();
        }
      }
      if (!sequence.at(-1)?.lose) expect(replica).toEqual(s.state.current());
      client.send({ type: 'resync' });
      await takeWhole();
      expect(replica).toEqual(s.state.current());
    }),
    { numRuns: 30 },
  );
});

test('a client that joins soon after another gets the same snapshot and the deltas since', async () => {
  const s = await server();
  const first = await connect(s, '?protocol=deltas');
  for (const _ of ['welcome', 'snapshot']) await first.next();
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 1)] })).after);
  await settle(s.clock);
  const second = await connect(s, '?protocol=deltas');
  expect((await second.next()).type).toBe('welcome');
  expect(await second.next()).toMatchObject({ type: 'snapshot', revision: 1, data: { vms: [] } });
  const delta = { type: 'delta', base: 1, revision: 2, data: { vms: { put: [{ id: 'a-1' }] } } };
  expect([await first.next(), await second.next()]).toMatchObject([delta, delta]);
});

test('unknown messages are ignored and counted, and the socket stays open', async () => {
  const s = await server();
  const client = await connect(s);
  await client.next();
  await client.next();
  for (const junk of [
    '',
    '{',
    '[]',
    'null',
    '"ping"',
    '{"type":"drop table"}',
    '{"type":"ping"}',
    '{"type":"ping","data":7}',
  ]) {
    client.socket.send(junk);
  }
  client.socket.send(Buffer.from([0xff, 0xfe]), { binary: true });
  client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
  client.send({ type: 'ping', data: { timestamp: 1 } });
  expect(await client.next()).toEqual({ type: 'pong', data: { timestamp: 1_700_000_000 } });
  expect(s.hub.ignoredMessages()).toBe(10);
});

test('a message larger than 64 KiB closes only the socket of its sender', async () => {
  const s = await server();
  const [rude, other] = [await connect(s), await connect(s)];
  rude.socket.send('x'.repeat(65 * 1024));
  expect((await once(rude.socket, 'close'))[0]).toBe(1009);
  await other.next();
  await other.next();
  other.send({ type: 'ping', data: { timestamp: 1 } });
  expect((await other.next()).type).toBe('pong');
});

test('a state that is too large for one message is sent without its longest lists, with a notice, and completely when it fits again', async () => {
  const s = await server({ mostBytes: 20_000 });
  const publish = (bytes: number, vms: number[]) =>
    s.hub.publish(
      s.state.apply(
        heard('a', s.clock.now(), {
          nodes: [node('a', 'n', { kernelVersion: 'x'.repeat(bytes) })],
          vms: vms.map((vmid) => guest('a', vmid)),
        }),
      ).after,
    );
  publish(20_000, [1]);
  const ours = await connect(s, '?protocol=deltas');
  const other = await connect(s);
  for (const client of [ours, other]) {
    await client.next();
    expect(await client.next()).toMatchObject({ data: { nodes: [], vms: [{ vmid: 1 }] } });
    expect(await client.next()).toEqual({
      type: 'error',
      data: { message: 'The state is too large to send. Left out: nodes.' },
    });
  }
  publish(20_001, [1, 2]);
  await settle(s.clock);
  // `ours` joined first: all clients that had other data get the full state
  expect(await ours.next()).toMatchObject({ type: 'snapshot', data: { nodes: [], vms: [{}, { vmid: 2 }] } });
  expect((await ours.next()).type).toBe('error');
  expect(await other.next()).toMatchObject({ type: 'rawData', data: { vms: [{}, { vmid: 2 }] } });
  publish(10, [1]);
  await settle(s.clock);
  expect(await ours.next()).toMatchObject({ type: 'delta', data: { vms: { remove: ['a-2'] } } });
  expect(await other.next()).toMatchObject({ data: { nodes: [{ kernelVersion: 'x'.repeat(10) }], vms: [{}] } });
  ours.send({ type: 'resync' });
  expect(await ours.next()).toMatchObject({ type: 'snapshot', data: { nodes: [{}], vms: [{}] } });
});

test.for(['?protocol=deltas', ''])(
  'an announcement sent right after a change of the state arrives after it, at a client of /ws%s',
  async (query) => {
    const s = await server();
    const client = await connect(s, query);
    for (const _ of ['welcome', 'state']) await client.next();
    for (const n of [1, 2, 3]) {
      s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', n)] })).after);
      s.hub.announce({ type: 'alertResolved', data: { alertId: String(n) } });
      await settle(s.clock);
      const change = await client.next();
      expect(change).toMatchObject({ type: query ? 'delta' : 'rawData' });
      expect(JSON.stringify(change)).toContain(`"a-${n}"`);
      expect(await client.next()).toEqual({ type: 'alertResolved', data: { alertId: String(n) } });
    }
    // nothing else changes: it is not held back
    s.hub.announce({ type: 'nodes_changed', data: {}, timestamp: '' });
    expect((await client.next()).type).toBe('nodes_changed');
  },
);

test('an announcement reaches a client after its snapshot, even while the snapshot is being compressed', async () => {
  const s = await server();
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 1)] })).after);
  const client = await connect(s, '?protocol=deltas');
  s.hub.publish(s.state.apply(heard('a', s.clock.now(), { vms: [guest('a', 2)] })).after);
  s.hub.announce({ type: 'alertResolved', data: { alertId: '1' } });
  await settle(s.clock);
  const types = [];
  while (types.at(-1) !== 'alertResolved') types.push((await client.next()).type);
  expect(types).toEqual(['welcome', 'snapshot', 'delta', 'alertResolved']);
});
