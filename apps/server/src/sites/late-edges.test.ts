// The questions to a collector about what changed during an outage, and what it may answer.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Edge } from '@belfry/schema/collect/edges';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createState } from '../state/state.ts';
import { guest, heard, moment, node } from '../state/testing/observations.ts';
import { createLateEdges, type LateEdgesDeps } from './late-edges.ts';

const [START, MINUTE] = [Date.UTC(2026, 10, 28), 60_000];

/** The instances `a` and `a-b` were heard until the line was cut, an hour ago. The clock of the collector is a day ahead. */
async function setUp(protocol = 2) {
  const AHEAD = 86_400_000;
  const clock = fakeClock(START);
  const asked: { instance: string; from: number }[] = [];
  const recorded: string[] = [];
  let kept: unknown;
  const state = createState({ started: moment(START), version: 'test' });
  const deps: LateEdgesDeps = {
    memory: {
      recall: () => kept,
      keep(value) {
        kept = value;
      },
    },
    state: state.current,
    config: () => factoryConfig,
    record: async (occurrences) =>
      void recorded.push(...occurrences.map(({ transitions }) => transitions[0]?.alert.id ?? '')),
    send: (_, { type: __, ...question }) => void asked.push(question),
    guardedTask: (_, run) => run(),
    clock,
  };
  const late = createLateEdges(deps);
  for (const name of ['a', 'a-b']) {
    const observation = heard(name, START, {
      ...{ nodes: [node(name, 'n', { uptime: 1e6 })], vms: [guest(name, 100, { node: 'n', onboot: true })] },
    });
    state.apply(observation);
    late.observed('site', observation);
  }
  await clock.advance(60 * MINUTE);
  const [running, stopped] = [{ status: 'running' }, { status: 'stopped' }];
  const edges = (id: string): Edge[] => [
    { at: START + 10 * MINUTE + AHEAD, list: 'vms', id, before: running, after: stopped },
    { at: START + 20 * MINUTE + AHEAD, list: 'vms', id, before: stopped, after: running },
  ];
  const part = (instance: string, more: object = {}) => ({
    ...{ type: 'edges' as const, instance, edges: edges(`${instance}-100`), dropped: 0, isLast: true },
    ...more,
  });
  late.opened('site', ['a', 'a-b'], protocol);
  return { AHEAD, clock, late, asked, recorded, edges, part, again: () => createLateEdges(deps) };
}

test('each instance is asked for what changed since shortly before the cut, one after the other, and nothing else is asked meanwhile', async () => {
  const { AHEAD, clock, late, asked, recorded, part } = await setUp();
  expect(late.goOn('site', AHEAD)).toBe(true);
  expect(asked).toEqual([{ instance: 'a', from: START - 5 * MINUTE + AHEAD }]);
  expect(late.goOn('site', AHEAD)).toBe(true);
  expect(late.received('site', part('a'))).toBeUndefined();
  await clock.advance(1000);
  expect(asked.map(({ instance }) => instance)).toEqual(['a', 'a-b']);
  late.received('site', part('a-b', { dropped: 7 }));
  await clock.advance(1000);
  expect(late.goOn('site', AHEAD)).toBe(false);
  expect(recorded).toEqual(['guest-powered-off-a-100', 'guest-powered-off-a-b-100']);
  expect(late.dropped('site')).toBe(7);
});

test('changes that nobody asked for, of a foreign entity, or of more than a collector keeps are refused', async () => {
  const { AHEAD, clock, late, recorded, part, edges } = await setUp();
  expect(late.received('site', part('a'))).toBe('changes that nobody asked for');
  late.goOn('site', AHEAD);
  expect(late.received('site', part('a-b'))).toBe('changes that nobody asked for');
  expect(late.received('other', part('a'))).toBe('changes that nobody asked for');
  expect(late.received('site', part('a', { edges: edges('a-b-100') }))).toBe('a change of a foreign entity');
  const many = Array.from({ length: 500 }, () => edges('a-100')).flat();
  const answers = Array.from({ length: 21 }, () => late.received('site', part('a', { edges: many, isLast: false })));
  expect(answers.at(-1)).toBe('more changes than a collector keeps');
  await clock.advance(1000);
  expect(recorded).toEqual([]);
});

test('a collector that does not answer is asked three times and holds up nothing after that; one that is too old is not asked', async () => {
  const { clock, late, asked } = await setUp();
  for (let minutes = 0; minutes < 20; minutes++) {
    late.goOn('site', 0);
    await clock.advance(MINUTE);
  }
  expect(asked.map(({ instance }) => instance)).toEqual(['a', 'a', 'a', 'a-b', 'a-b', 'a-b']);
  expect(late.goOn('site', 0)).toBe(false);
  const old = await setUp(1);
  expect(old.late.goOn('site', 0)).toBe(false);
});

test('a line that is cut before the answer, and a restart of the server, ask again from the same time', async () => {
  const { clock, late, asked, again } = await setUp();
  late.goOn('site', 0);
  late.close();
  await clock.advance(MINUTE);
  const after = again();
  after.opened('site', ['a', 'a-b'], 2);
  after.goOn('site', 0);
  expect(asked.map(({ from }) => from)).toEqual([START - 5 * MINUTE, START - 5 * MINUTE]);
});

test('changes of another time, because the clock of the collector was set meanwhile, are left out and counted; the others are evaluated', async () => {
  const { AHEAD, clock, late, recorded, part, edges } = await setUp();
  late.goOn('site', AHEAD);
  const shifted = edges('a-101').map((edge) => ({ ...edge, at: edge.at - AHEAD }));
  expect(late.received('site', part('a', { edges: [...shifted, ...edges('a-100')] }))).toBe('a change of another time');
  await clock.advance(1000);
  expect(recorded).toEqual(['guest-powered-off-a-100']);
  expect(late.dropped('site')).toBe(2);
});

test('after a time in which a line stood still, and nobody saw it end, a collector is asked too', async () => {
  const { AHEAD, clock, late, asked, part } = await setUp();
  late.goOn('site', AHEAD);
  for (const instance of ['a', 'a-b']) {
    late.received('site', part(instance, { edges: [] }));
    await clock.advance(1000);
  }
  const observe = () => late.observed('site', heard('a', clock.now(), {}));
  observe();
  late.goOn('site', AHEAD);
  late.received('site', part('a', { edges: [] }));
  await clock.advance(1000);
  observe();
  expect(late.goOn('site', AHEAD)).toBe(false);
  const since = clock.now();
  await clock.advance(3 * MINUTE);
  observe();
  expect(late.goOn('site', AHEAD)).toBe(true);
  expect(asked.at(-1)).toEqual({ instance: 'a', from: since - 5 * MINUTE + AHEAD });
});
