import { EventEmitter } from 'node:events';
import { CollectDown } from '@belfry/schema/collect/down';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Observation } from '@belfry/schema/messages/observation';
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { expect, test } from 'vitest';
import { createDifferences } from '../collect/differences.ts';
import { decode, encode } from '../collect/frames.ts';
import { makeKeys } from '../collect/keys.ts';
import { createAssembly, split } from '../collect/pieces.ts';
import { prove } from '../collect/proof.ts';
import type { StoredSite } from '../db/sites-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { guest, heard } from '../state/testing/observations.ts';
import { createLines } from './lines.ts';

const START = Date.UTC(2026, 10, 28);

/** A site with one host, and a hostile collector that has its key. */
function hostile() {
  const clock = fakeClock(START);
  const keys = makeKeys();
  const site: StoredSite = {
    ...{ id: 's', name: 'Cologne', tokenHash: Buffer.alloc(32), joinBy: null, accept: 'token', revokedAt: null },
    ...{ signingKey: keys.signing.publicKey, sealingKey: keys.sealing.publicKey },
    ...{ waitingSigningKey: '', waitingSealingKey: '', version: '1', createdAt: START },
  };
  const logged: string[] = [];
  const told: WireSentence[] = [];
  const late: string[] = [];
  const observed: Observation[] = [];
  let changes = 0;
  const lines = createLines({
    lateEdges: {
      ...{ opened() {}, assigned() {}, goOn: () => false, observed() {}, received: () => undefined, dropped: () => 0 },
    },
    backFill: {
      ...{ opened() {}, goOn() {}, observed() {}, isAsking: () => false },
      assigned: (_, instance) => void late.push(instance),
      ...{ received: () => undefined, progress: () => undefined },
    },
    sites: { list: () => [site], get: (id) => (id === 's' ? site : undefined) },
    instances: () => ['a'],
    placeOf: (id) => (id === 'other' ? { name: 'The other', site: '' } : undefined),
    observe: (observation) => void observed.push(observation),
    passed: async (_, { id }) => ({ type: 'reply', id, status: 200, body: '', contentType: 'text/plain' }),
    keepVersion: async () => {},
    changed: () => void changes++,
    clock,
    log: { info: () => {}, warn: (_: unknown, text?: string) => void logged.push(text ?? '') },
  });
  const config = { type: 'pve', name: 'home', host: 'https://192.0.2.1:8006' };
  lines.assign('s', { id: 'a', name: 'home', epoch: 0, everyMs: 10_000, callMs: 1000, config });
  /** A program with the key opens a line. */
  function dial(run: string): (message: CollectUp) => void {
    const assemble = createAssembly();
    const socket = Object.assign(new EventEmitter(), {
      send(piece: Buffer) {
        const frame = assemble(piece);
        const message = frame.ok && frame.value ? decode(CollectDown, frame.value) : undefined;
        if (message?.ok && message.value.type === 'not-taken') told.push(message.value.sentence);
        if (!message?.ok || message.value.type !== 'challenge') return;
        const signature = prove(keys.signing, 's', message.value.nonce);
        queueMicrotask(() => say({ type: 'hello', protocol: 1, version: '1', site: 's', run, signature }));
      },
      close: () => void socket.emit('close'),
      terminate: () => void socket.emit('close'),
      pause() {},
      resume() {},
      bufferedAmount: 0,
    });
    function say(message: CollectUp): void {
      for (const piece of split(encode(message))) socket.emit('message', piece, true);
    }
    lines.open(socket, '192.0.2.9');
    return say;
  }
  const say = dial('r');
  const differences = createDifferences();
  return {
    ...{ say, dial, logged, told, observed, lines, clock, late, config },
    changes: () => changes,
    tell: (observation: Observation, ageMs = 0) => differences.of(observation, ageMs).forEach(say),
  };
}

test('who is refused again and again with other words is logged a few times, and not remembered for ever', async () => {
  const { say, logged } = hostile();
  await Promise.resolve();
  for (let i = 0; i < 2000; i++) say({ type: 'unpolled', instance: `x${i}`, why: 'unknown' });
  expect(logged.length).toBeLessThan(20);
  for (let i = 0; i < 2000; i++)
    say({ type: 'answer', id: 'x', outcome: { ok: true, [`k${i}`.repeat(1000)]: 1 } as never });
  expect(logged.length).toBeLessThan(120);
  expect(Math.max(...logged.map(({ length }) => length))).toBeLessThan(500);
});

test('an address of a collector is one that can stand in a command, and the same ones again change nothing', async () => {
  const { say, lines, changes } = hostile();
  await Promise.resolve();
  const bad = ['http://$(id)', 'http://a;id', 'http://a`id`', "http://x'y", 'http://x&y', 'ftp://x', 'http://a b'];
  say({
    type: 'listening',
    addresses: [...bad, 'https://10.0.0.5:7657', 'http://[fd00::1]:7657', 'http://collector.lan:7657'],
  });
  expect(lines.shown()[0]?.addresses).toEqual([
    'https://10.0.0.5:7657',
    'http://[fd00::1]:7657',
    'http://collector.lan:7657',
  ]);
  const before = changes();
  say({
    type: 'listening',
    addresses: ['https://10.0.0.5:7657', 'http://[fd00::1]:7657', 'http://collector.lan:7657'],
  });
  expect(changes()).toBe(before);
});

test('a host has no more polls than a source can have, and no names without end', async () => {
  const { tell, observed } = hostile();
  await Promise.resolve();
  for (let i = 0; i < 200; i++) tell({ ...heard('a', 0, {}), poll: `poll ${i}` });
  expect(observed).toHaveLength(64);
  tell({ ...heard('a', 0, { vms: [guest('a', 100)] }), poll: 'poll 1' });
  expect(observed).toHaveLength(65);
  tell({ ...heard('a', 0, {}), poll: 'poll 1', run: 'r'.repeat(1000) });
  expect(observed).toHaveLength(65);
});

test('what is observed has the kind, the address and the age that this server allows', async () => {
  const { tell, observed } = hostile();
  await Promise.resolve();
  const sent = heard('a', 0, {});
  tell({ ...sent, everyMs: 1e300, instance: { ...sent.instance, kind: 'docker', host: 'x' } });
  expect(observed[0]).toMatchObject({
    instance: { kind: 'pve', name: 'home', host: 'https://192.0.2.1:8006', site: 's' },
    ...{ everyMs: 10_000, at: START },
  });
});

test('what was on its way when a host got a new secret is not held against the collector, which begins again', async () => {
  const { lines, config, tell, told, observed } = hostile();
  await Promise.resolve();
  tell(heard('a', 0, { vms: [guest('a', 100)] }));
  lines.withdraw('s', 'a');
  lines.assign('s', { id: 'a', name: 'home', epoch: 0, everyMs: 10_000, callMs: 1000, config });
  tell(heard('a', 1, { vms: [guest('a', 101)] }));
  expect([observed.length, told]).toEqual([1, []]);
});

test('the times of an observation are whole milliseconds, however exactly the collector counts', async () => {
  const { tell, observed } = hostile();
  await Promise.resolve();
  tell(heard('a', 0, {}), 12.345);
  expect(observed[0]?.at).toBe(START - 12);
});

test('what is assigned after a line was opened, as after a start, may have missed something too', async () => {
  const { lines, late, config } = hostile();
  await Promise.resolve();
  const assigned = { id: 'b', name: 'home', epoch: 0, everyMs: 10_000, callMs: 1000, config };
  lines.assign('s', assigned);
  lines.assign('s', { ...assigned, name: 'other' });
  expect(late).toEqual(['b']);
});

test('a certificate that a collector finds too old or too new is told with its clock, if that is wrong', async () => {
  const { say, tell, observed, clock } = hostile();
  await Promise.resolve();
  const sentence = {
    id: 'call.untrusted',
    values: { host: 'https://192.0.2.1:8006', code: 'CERT_HAS_EXPIRED' },
  } as const;
  const error = { kind: 'tls', message: 'no', sentence } as const;
  tell({ ...heard('a', 0, {}), outcome: { ok: false, error } });
  const at = clock.now() + 86_400_000;
  say({ type: 'clock', asked: clock.now(), at, answeredAt: at });
  tell({ ...heard('a', 1, {}), outcome: { ok: false, error } });
  tell({ ...heard('a', 2, {}), outcome: { ok: false, error: { kind: 'timeout', message: 'slow' } } });
  expect(observed.map(({ outcome }) => (outcome.ok ? '' : outcome.error.message))).toEqual([
    'no',
    expect.stringMatching(/CERT_HAS_EXPIRED.*the clock of the collector of the site "Cologne" is 24 hours ahead/),
    'slow',
  ]);
});

test('who reports a host of another place is told that it was not given to it; the centre is told whose it is. A host that was just taken from it is no claim', async () => {
  const { tell, lines, observed, told } = hostile();
  await Promise.resolve();
  tell(heard('no-such', 0, {}));
  expect(lines.shown()[0]?.refused?.sentence).toMatchObject({ id: 'collect.notAssigned' });
  tell(heard('other', 0, {}));
  expect(lines.shown()[0]?.refused?.sentence).toMatchObject({
    id: 'collect.claimed',
    values: { host: 'The other', place: { id: 'collect.claimedHere' } },
  });
  expect(told).toEqual(['no-such', 'other'].map((host) => ({ id: 'collect.notAssigned', values: { host } })));
  expect(observed).toEqual([]);
  const honest = hostile();
  await Promise.resolve();
  honest.lines.withdraw('s', 'a');
  honest.tell(heard('a', 0, {}));
  expect([honest.told, honest.lines.shown()[0]?.refused]).toEqual([[], undefined]);
  for (let seconds = 0; seconds < 60; seconds += 20) {
    honest.tell(heard('a', 0, {}));
    await honest.clock.advance(20_000);
  }
  honest.tell(heard('a', 0, {}));
  expect(honest.told).toHaveLength(1);
});

test('when another run of a collector takes the line, what it says is not taken while it is older than what was said before', async () => {
  const { tell, observed, clock } = hostile();
  await Promise.resolve();
  tell(heard('a', 0, {}));
  await clock.advance(1000);
  tell({ ...heard('a', 1, {}), run: 'another' }, 6000);
  expect(observed).toHaveLength(1);
  tell({ ...heard('a', 2, {}), run: 'another' });
  // Within a run the order of the messages counts: a slow line makes ages differ.
  tell({ ...heard('a', 3, {}), run: 'another' }, 6000);
  expect(observed.map(({ run }) => run)).toEqual(['one', 'another', 'another']);
});

test('what another run says over a slow line is not taken for newer than it can be, until it has answered a question of the server', async () => {
  const { say, tell, observed, clock } = hostile();
  await Promise.resolve();
  await clock.advance(10_000);
  tell(heard('a', 0, {}));
  await clock.advance(10_000);
  // The host answered just now, or 20 s ago.
  tell({ ...heard('a', 1, {}), run: 'another' });
  expect(observed).toHaveLength(1);
  say({ type: 'clock', asked: START + 15_000, at: START, answeredAt: START });
  tell({ ...heard('a', 2, {}), run: 'another' }, 6000);
  expect(observed).toHaveLength(1);
  tell({ ...heard('a', 3, {}), run: 'another' }, 5000);
  expect(observed.map(({ run }) => run)).toEqual(['one', 'another']);
});

test('two programs that take the line from each other are shown, and one that was started again is not', async () => {
  const { dial, lines } = hostile();
  const after = async (run: string) => {
    dial(run);
    await Promise.resolve();
    return lines.shown()[0]?.refused?.sentence;
  };
  await Promise.resolve();
  expect(await after('r')).toBeUndefined();
  expect(await after('started again')).toBeUndefined();
  expect(await after('a copy')).toBeUndefined();
  expect(await after('started again')).toEqual({ id: 'collect.twice' });
  expect(await after('a copy')).toEqual({ id: 'collect.twice' });
  expect(await after('a copy')).toBeUndefined();
});
