import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { createAlerting } from './alerting/engine/alerting.ts';
import type { Transition } from './alerting/engine/transition.ts';
import { occurrence } from './db/testing/occurrences.ts';
import { fakeClock } from './lib/fake-clock.ts';
import { createPasses } from './lib/passes.ts';
import { createPipeline } from './pipeline.ts';
import { createState } from './state/state.ts';
import { EVERY_MS, failed, heard, moment, node } from './state/testing/observations.ts';

function setUp() {
  const clock = fakeClock();
  const published: State[] = [];
  let problems: State['serverProblems'] = {};
  const state = createState({ started: moment(0), version: '1' });
  const push = { publish: (next: State) => published.push(next), announce: () => {}, clients: () => 0 };
  const alerting = createAlerting({ rules: [], config: () => factoryConfig, started: moment(0) });
  const pipeline = createPipeline({ state, serverProblems: () => problems, alerting, push, clock });
  pipeline.start();
  return {
    clock,
    pipeline,
    published,
    last: () => published.at(-1),
    fill: (next: State['serverProblems']) => {
      problems = next;
    },
  };
}

test('derived changes are published in the same state as their cause', async () => {
  const { clock, pipeline, published, last } = setUp();
  pipeline.observe(heard('a', 0, { nodes: [node('a', 'pve1')] }));
  pipeline.observe(failed('b', 0));
  expect(last()).toMatchObject({ connectionHealth: { a: true, b: false } });
  await clock.advance(3 * EVERY_MS + 1000);
  expect(last()).toMatchObject({ instances: [{ health: 'error' }, {}], connectionHealth: { a: false, b: false } });
  pipeline.forget('b');
  expect(last()).toMatchObject({ connectionHealth: { a: false } });
  for (const { instances, connectionHealth } of published)
    expect(connectionHealth).toEqual(Object.fromEntries(instances.map(({ id, health }) => [id, health !== 'error'])));
});

test('a poll that runs once an hour does not hide that polling has stopped', async () => {
  const clock = fakeClock();
  const passes = createPasses(clock);
  const state = createState({ started: moment(0), version: '1' });
  const push = { publish: () => {}, announce: () => {}, clients: () => 0 };
  const alerting = createAlerting({ rules: [], config: () => factoryConfig, started: moment(0) });
  const pipeline = createPipeline({ state, serverProblems: () => ({}), alerting, push, clock, passes });
  pipeline.observe(heard('a', 0, { nodes: [node('a', 'pve1')] }));
  pipeline.observe({ ...heard('a', 0, {}), poll: 'disks', essential: false, everyMs: 3_600_000 });
  expect(passes.late()).not.toContain('poll');
  await clock.advance(60_000);
  expect(passes.late()).toContain('poll');
});

test('a full disk appears in the state within a second and disappears again, even without a new observation', async () => {
  const { clock, fill, last } = setUp();
  const disk = { message: 'Belfry cannot write to its disk.', since: '2026-01-01T00:00:00.000Z' };
  fill({ disk });
  await clock.advance(1000);
  expect(last()?.serverProblems).toEqual({ disk });
  fill({});
  await clock.advance(1000);
  expect(last()?.serverProblems).toEqual({});
});

test('while nothing changes, the published state is the same object', async () => {
  const { clock, pipeline, published } = setUp();
  pipeline.observe(heard('a', 0, { nodes: [node('a', 'pve1')] }));
  await clock.advance(5000);
  expect(published).toHaveLength(6);
  expect(new Set(published).size).toBe(1);
});

test('an alert is announced as the state shows it, with the marks of silences; the history gets it without them', () => {
  const metadata = { ...{ resourceType: 'guest', unit: '%', instanceId: 'dc', list: 'vms' }, occurrence: 'a' };
  const alert = { ...occurrence('a').alert, metadata };
  const raised: Transition = { kind: 'raised', alert, occurrence: 'a', at: 0, peak: 85 };
  const outcome = { transitions: [raised], lists: () => ({ activeAlerts: [alert], recentlyResolved: [] }) };
  const silenced = { ...alert, message: 'silenced' };
  const seen: unknown[] = [];
  const pipeline = createPipeline({
    state: createState({ started: moment(0), version: '1' }),
    serverProblems: () => ({}),
    alerting: { evaluate: () => outcome, act: () => ({ ...outcome, results: [] }) },
    mark: () => [silenced],
    record: (transitions, active) => seen.push(transitions[0]?.alert, active[0]),
    push: {
      publish: ({ activeAlerts }) => seen.push(activeAlerts[0]),
      announce: (message) => seen.push('data' in message && message.data),
      clients: () => 0,
    },
    clock: fakeClock(),
  });
  pipeline.reconsider();
  expect(seen).toEqual([alert, silenced, silenced, silenced]);
});

test('an alert that begins and ends while showing rests is announced by its end alone', () => {
  const { alert } = occurrence('a');
  const both = (['raised', 'resolved'] as const).map((kind) => ({ kind, alert, occurrence: 'a', at: 0, peak: 85 }));
  const outcome = { transitions: both, lists: () => ({ activeAlerts: [], recentlyResolved: [] }) };
  const announced: string[] = [];
  const pipeline = createPipeline({
    state: createState({ started: moment(0), version: '1' }),
    serverProblems: () => ({}),
    alerting: { evaluate: () => outcome, act: () => ({ ...outcome, results: [] }) },
    push: { publish: () => {}, announce: ({ type }) => announced.push(type), clients: () => 0 },
    clock: fakeClock(),
  });
  pipeline.reconsider();
  expect(announced).toEqual(['alertResolved']);
});
