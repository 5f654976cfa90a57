import { emptyState } from '@belfry/domain/delta/empty-state';
import { plain } from '@belfry/domain/testing/plain-state';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createState } from '../state/state.ts';
import { guest, heard, node } from '../state/testing/observations.ts';
import { createPlainText, type PlainText } from './plain-text.ts';

const textOf = (text: PlainText, state: State): string => String(Buffer.concat(text.of(state).whole().buffers));

const setUp = (mostBytes?: number) => {
  const lines: string[] = [];
  const log = createLogger('warn', (line) => lines.push(line));
  const clock = fakeClock();
  return { lines, clock, text: createPlainText({ clock, log, mostBytes }) };
};

const snapshot = (i: number, description: string): State['guestSnapshots'][number] => ({
  id: `a-${i}-before`,
  name: 'before',
  node: 'n',
  instance: 'a',
  type: 'qemu',
  vmid: i,
  time: '2026-01-01T00:00:00.000Z',
  vmstate: false,
  description,
});

test('the text always equals the plain state, whatever was written before', () => {
  const { text } = setUp();
  const store = createState({ started: { at: 0, monotonic: 0 }, version: '1' });
  for (const [at, count] of [0, 1, 31, 32, 33, 100, 64, 65, 5, 0].entries()) {
    const vms = Array.from({ length: count }, (_, i) => guest('a', i + 100, { cpu: i % 2 ? 0.5 : at / 100 }));
    store.apply(heard('a', at * 10_000, { vms, nodes: [node('a', 'n')] }));
    const state = store.apply(
      heard('b', at * 10_000 + 1, { containers: vms.slice(3).map((g) => guest('b', g.vmid ?? 0)) }),
    );
    for (const each of [state.before, state.after])
      expect(JSON.parse(textOf(text, each))).toEqual(JSON.parse(JSON.stringify(plain(each))));
  }
  expect(JSON.parse(textOf(text, emptyState))).toEqual(plain(emptyState));
});

test('only changed objects are serialised: a poll of one cluster serialises no objects of the others', () => {
  const { text } = setUp();
  const store = createState({ started: { at: 0, monotonic: 0 }, version: '1' });
  const hear = (name: string, at: number) => {
    const vms = Array.from({ length: 320 }, (_, i) => guest(name, i + 1000, { uptime: at }));
    return store.apply(heard(name, at, { vms, guestSnapshots: [snapshot(1, name)] })).after;
  };
  hear('a', 1);
  const before = text.of(hear('b', 1)).keys;
  const after = text.of(hear('b', 2)).keys;
  const shared = new Set([...before.values()].flat());
  expect(after.get('vms')?.filter((buffer) => shared.has(buffer))).toHaveLength(10);
  expect(after.get('pveBackups')).toBe(before.get('pveBackups'));
  expect(after.get('storage')).toBe(before.get('storage'));
});

test('the text of a state is made once, and is released when it is not requested for a minute', async () => {
  const { text, clock } = setUp();
  const state = { ...emptyState, vms: [guest('a', 1)], guestSnapshots: [snapshot(1, '')] };
  const first = text.of(state);
  await clock.advance(59_000);
  expect(text.of(state)).toBe(first);
  await clock.advance(60_000);
  const { keys } = text.of(state);
  for (const name of ['vms', 'pveBackups']) {
    const buffers = new Set(first.keys.get(name));
    expect(keys.get(name)?.some((buffer) => buffers.has(buffer))).toBe(false);
  }
});

test('a state that is too large for one message is sent without its longest archive, and one log line reports that', () => {
  const { text, lines } = setUp(100_000);
  const guestSnapshots = Array.from({ length: 90 }, (_, i) => snapshot(i, 'x'.repeat(2000)));
  const state = { ...emptyState, guestSnapshots, vms: [guest('a', 1)] };
  expect(text.of(state).leftOut).toEqual(['guestSnapshots']);
  expect(JSON.parse(textOf(text, state))).toMatchObject({ vms: [{ vmid: 1 }], pveBackups: { guestSnapshots: [] } });
  text.of({ ...state, lastUpdate: 1 });
  expect(lines).toHaveLength(1);
});

/** Each look at this clock takes a second, so a turn ends after each step. */
function slowClock() {
  let now = 0;
  const clock = fakeClock();
  return {
    ...clock,
    monotonic: () => (now += 1000),
    after: (_ms: number, run: () => unknown) => stopper(setImmediate(run)),
  };
}
const stopper = (timer: NodeJS.Immediate) => () => clearImmediate(timer);

const hundred = (uptime: number): State => ({
  ...emptyState,
  vms: Array.from({ length: 320 }, (_, i) => guest('a', i + 1000, { uptime })),
});

test('a long state is written in turns: other work and other states come in between, and the text is of one state', async () => {
  const log = createLogger('silent');
  const text = createPlainText({ clock: slowClock(), log });
  let state = hundred(1);
  let others = 0;
  const count = () => {
    state = hundred(++others + 1);
    text.of(state);
    timer = setImmediate(count);
  };
  const writing = text.inTurns(() => state);
  await Promise.resolve();
  let timer = setImmediate(count);
  const { whole } = await writing;
  clearImmediate(timer);
  expect(others).toBeGreaterThan(5);
  const { vms } = JSON.parse(String(Buffer.concat(whole().buffers))) as { vms: { uptime: number }[] };
  expect(new Set(vms.map(({ uptime }) => uptime))).toEqual(new Set([1]));
});

test('however many ask meanwhile, one more writing serves them all, with a state that is not older than their question', async () => {
  const log = createLogger('silent');
  const text = createPlainText({ clock: slowClock(), log });
  let uptime = 1;
  let begun = 0;
  const current = () => {
    begun++;
    return hundred(uptime);
  };
  const first = text.inTurns(current);
  await Promise.resolve();
  uptime = 2;
  const later = await Promise.all(Array.from({ length: 50 }, () => text.inTurns(current)));
  expect(new Set(later).size).toBe(1);
  expect(begun).toBe(2);
  expect(String(Buffer.concat((later[0] ?? (await first)).whole().buffers))).toContain('"uptime":2');
});

test('a writing that fails ends for those who asked for it, and for nobody else', async () => {
  const { text } = setUp();
  const failing = text.inTurns(() => {
    throw new Error('no state');
  });
  const failed = expect(failing).rejects.toThrow('no state');
  await Promise.resolve();
  const next = text.inTurns(() => hundred(1));
  await failed;
  expect((await next).leftOut).toEqual([]);
});
