import { CollectUp } from '@belfry/schema/collect/up';
import type { Findings, Observation } from '@belfry/schema/messages/observation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guest, heard, node } from '../state/testing/observations.ts';
import { createDifferences, listsOf } from './differences.ts';
import { decode, encode } from './frames.ts';
import { createRebuilding, type Rebuilt } from './rebuilding.ts';

type Said = Extract<CollectUp, { type: 'observation' | 'part' }>;

/** Both ends of a line. `spoil` changes a message on its way; undefined loses it. */
function line(spoil: (said: Said) => object | undefined = (said) => said) {
  let now = 0;
  let bytes = 0;
  const asked: string[] = [];
  const differences = createDifferences();
  const rebuilding = createRebuilding(
    (instance) => void asked.push(instance),
    () => now,
  );
  const say = (observation: Observation): (Rebuilt | string | undefined)[] =>
    differences.of(observation, 0).map((said) => {
      const spoiled = spoil(said as Said);
      if (!spoiled) return 'not sent';
      const frame = encode(spoiled);
      bytes += frame.length;
      const message = decode(CollectUp, frame);
      if (!message.ok) return message.error.id;
      const taken = rebuilding.take(message.value as Said);
      return taken.ok ? taken.value : taken.error.id;
    });
  return {
    asked,
    differences,
    say,
    /** Of the last message, after its way. */
    last: (observation: Observation) => say(observation).at(-1),
    pass(ms: number) {
      now += ms;
    },
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
}

/** An observation without its time, as the other end must have it: each list sorted, and given away where there are lists. */
function whole({ at: _, monotonic: __, ...observation }: Observation) {
  const { outcome } = observation;
  if (!outcome.ok) return observation;
  const { slices: ___, counters: ____, ...rest } = outcome.value;
  const lists = Object.fromEntries(listsOf(outcome.value));
  const { counters, ...slices } = lists;
  const back = counters && Object.fromEntries((counters as { id: string }[]).map((own) => [own.id, own] as const));
  const value = { ...rest, slices, ...(back && { counters: back }) };
  return { ...observation, handsOver: true, outcome: { ok: true, value } };
}

const guests = fc.uniqueArray(
  fc.record({ vmid: fc.integer({ min: 100, max: 106 }), cpu: fc.constantFrom(0, 0.5, 0.25), used: fc.nat(3) }),
  { selector: ({ vmid }) => vmid },
);
const counters = fc.dictionary(fc.constantFrom('a-100', 'a-101', 'node/a-pve1'), fc.record({ networkIn: fc.nat(5) }));
const observations = fc
  .tuple(fc.constantFrom('a', 'a-b'), fc.constantFrom('vms', 'containers'), guests, fc.option(counters), fc.boolean())
  .map(([instance, list, some, counted, hasNodes]): Observation => {
    const vms = some.map(({ vmid, cpu, used }) => {
      const plain = guest(instance, vmid);
      const { lock: _, ...rest } = { ...plain, lock: undefined };
      return { ...rest, cpu, memory: { ...plain.memory, used }, ...(used === 1 && { lock: 'backup' }) };
    });
    const slices = { [list]: vms, ...(hasNodes && { nodes: [node(instance, 'pve1')] }) } as Findings['slices'];
    const plain = heard(instance, 0, slices);
    const value = { slices, ...(counted && { counters: counted }) };
    return { ...plain, outcome: cutOff(some.length) ?? { ok: true, value } };
  });
const cutOff = (count: number) =>
  count === 7 ? { ok: false as const, error: { kind: 'timeout' as const, message: 'late' } } : undefined;

test('whatever is observed arrives as it was, whatever was said before', () => {
  fc.assert(
    fc.property(fc.array(observations, { maxLength: 12 }), (all) => {
      const { last } = line();
      for (const each of all) expect(last(each)).toEqual(whole(each));
    }),
  );
});

test('an observation that is as before costs less than a tenth, and its lists stay the same objects', () => {
  const { last, takeBytes } = line();
  const vms = Array.from({ length: 500 }, (_, i) => guest('a', 100 + i, { cpu: Math.sin(i), uptime: i * i * 7 }));
  const many = () => heard('a', 0, { vms: structuredClone(vms) });
  const first = last(many()) as Rebuilt;
  const whole = takeBytes();
  const second = last(many()) as Rebuilt;
  expect(takeBytes()).toBeLessThan(whole / 10);
  const listOf = ({ outcome }: Rebuilt) => (outcome.ok ? outcome.value.slices.vms : undefined);
  expect(listOf(second)).toHaveLength(500);
  expect(listOf(second)).toBe(listOf(first));
});

test('a list that is longer than a message goes in parts, and is one observation', () => {
  const { say } = line();
  const many = heard('a', 0, { vms: Array.from({ length: 5000 }, (_, i) => guest('a', 100 + i)) });
  const arrived = say(many);
  expect(arrived.slice(0, -1)).toEqual([undefined, undefined]);
  expect(arrived.at(-1)).toEqual(whole(many));
});

test('after a message that was lost nothing of the instance is taken until it begins again; others go on', () => {
  let isLost = false;
  const { last, asked, differences } = line((said) => (isLost ? undefined : said));
  const at = (instance: string, cpu: number) => heard(instance, 0, { vms: [{ ...guest(instance, 100), cpu }] });
  const arrives = (observation: Observation) => expect(last(observation)).toEqual(whole(observation));
  for (const instance of ['a', 'b']) arrives(at(instance, 0.1));
  isLost = true;
  expect(last(at('a', 0.2))).toBe('not sent');
  isLost = false;
  expect(last(at('a', 0.3))).toBe('collect.lost');
  expect(last(at('a', 0.3))).toBe('collect.lost');
  arrives(at('b', 0.3));
  expect(asked).toEqual(['a']);
  differences.forget('a');
  arrives(at('a', 0.4));
});

test('a list that cannot be read costs the observations with it, and is asked for once a minute', () => {
  const spoiled = { put: [{ id: 'a-1', instance: 'a' }] };
  const { last, asked, pass, differences } = line((said) => {
    if (said.type === 'part' || !said.observation.outcome.ok) return said;
    const { outcome } = said.observation;
    const { vms, ...lists } = outcome.value.lists;
    const value = { ...outcome.value, lists: { ...lists, ...(vms && { vms: spoiled }) } };
    return { ...said, observation: { ...said.observation, outcome: { ...outcome, value } } };
  });
  const vms = heard('a', 0, { vms: [guest('a', 100)] });
  const nodes = heard('a', 0, { nodes: [node('a', 'pve1')] });
  expect(last(vms)).toBe('field.is');
  expect(last(nodes)).toEqual(whole(nodes));
  expect(last(vms)).toBe('collect.lost');
  differences.forget('a');
  expect(last(vms)).toBe('field.is');
  expect(asked).toEqual(['a']);
  pass(60_000);
  expect(last(vms)).toBe('collect.lost');
  expect(asked).toEqual(['a', 'a']);
});

const column = (field: string, more: object, at = [0]) => ({ columns: [{ field, at, ...more }] });
test.for<[string, object, string]>([
  ['a figure that is no number', column('cpu', { to: ['high'] }), 'field.is'],
  ['a number that is not whole', column('memory.used', { by: [0.5] }), 'field.is'],
  ['a field that must be there', column('name', { drop: true }), 'field.is'],
  ['a place that is not there', column('cpu', { to: [1] }, [7]), 'collect.lost'],
  ['fewer values than places', column('cpu', { to: [] }), 'field.is'],
  ['an id', column('id', { to: ['b-100'] }), 'collect.lost'],
  ['an object where none is', column('name.x', { to: [1] }), 'collect.lost'],
])('changes that do not fit are refused: %s', ([, changes, problem]) => {
  let isSpoiled = false;
  const { last } = line((said) => {
    if (!isSpoiled || said.type === 'part' || !said.observation.outcome.ok) return said;
    const value = { ...said.observation.outcome.value, lists: { vms: changes } };
    return { ...said, observation: { ...said.observation, outcome: { ok: true, value } } };
  });
  const observation = heard('a', 0, { vms: [guest('a', 100)] });
  expect(last(observation)).toEqual(whole(observation));
  isSpoiled = true;
  expect(last(observation)).toBe(problem);
});

test('fields and lists of a newer version are left out', () => {
  let isSpoiled = false;
  const { last } = line((said) => {
    if (!isSpoiled || said.type === 'part' || !said.observation.outcome.ok) return said;
    const { outcome } = said.observation;
    const columns = [
      { field: 'fromTheFuture', at: [0], to: [1] },
      { field: '__proto__', at: [0], to: [{ x: 1 }] },
      { field: 'memory.fromTheFuture', at: [0], to: [1] },
    ];
    const value = { ...outcome.value, lists: { vms: { columns }, ofTheFuture: { put: [{ id: 'a-1' }] } } };
    return { ...said, observation: { ...said.observation, outcome: { ...outcome, value } } };
  });
  const observation = heard('a', 0, { vms: [guest('a', 100)] });
  last(observation);
  isSpoiled = true;
  expect(last(observation)).toEqual(whole(observation));
});

test('a collector that adds entities without end is stopped, and the server forgets what it has sent', () => {
  let isSpoiled = false;
  let count = 0;
  const { last, asked } = line((said) => {
    if (!isSpoiled || said.type === 'part' || !said.observation.outcome.ok) return said;
    const put = [{ ...guest('a', 100), id: `a-${++count}`, name: 'x'.repeat(7 << 20) }];
    const value = { ...said.observation.outcome.value, lists: { vms: { put } } };
    return { ...said, observation: { ...said.observation, outcome: { ok: true, value } } };
  });
  const observation = heard('a', 0, { vms: [guest('a', 100)] });
  last(observation);
  isSpoiled = true;
  const answers = Array.from({ length: 20 }, () => last(observation));
  expect(answers).toContain('collect.tooLarge');
  expect(asked).toEqual(['a']);
  expect(answers.at(-1)).toBe('collect.lost');
});

test('what the state adds to guests is not taken from a collector, in whole guests and in changes of them', () => {
  const { last } = line();
  const derived = { lastBackup: '2026-11-28T22:00:00Z', staleSince: '2026-01-01T00:00:00Z' };
  const lastKnown = { at: '2026-01-01T00:00:00Z', uptime: 1, cpu: 1, memory: { total: 1, used: 1, usage: 100 } };
  const found = (more: object) => {
    const arrived = last(heard('a', 0, { vms: [guest('a', 100, more)], containers: [guest('a', 101, more)] }));
    return typeof arrived === 'object' && arrived.outcome.ok ? arrived.outcome.value.slices : arrived;
  };
  const plain = { vms: [guest('a', 100)], containers: [guest('a', 101)] };
  expect(found({ ...derived, lastKnown })).toEqual(plain);
  expect(found({ lastBackup: '2026-11-29T22:00:00Z' })).toEqual(plain);
});
