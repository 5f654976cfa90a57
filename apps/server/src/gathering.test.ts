import { diff } from '@belfry/domain/delta/diff';
import { patch } from '@belfry/domain/delta/patch';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAlerting } from './alerting/engine/alerting.ts';
import type { AnyRuleSet } from './alerting/engine/rule-set.ts';
import type { Transition } from './alerting/engine/transition.ts';
import { guestRules, nodeRules } from './alerting/testing/stage.ts';
import type { Clock } from './lib/clock.ts';
import { createParts } from './lib/parts.ts';
import { createPipeline } from './pipeline.ts';
import { createState } from './state/state.ts';
import { EVERY_MS, failed, guest, heard, moment, node } from './state/testing/observations.ts';

/** Time that a test moves, and that work takes. */
function createTime() {
  let time = 0;
  let timers: { at: number; run: () => unknown; every?: number }[] = [];
  const clock: Clock = {
    now: () => time,
    monotonic: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((each) => each !== timer));
    },
    every(ms, run) {
      timers.push({ at: time + ms, run, every: ms });
      return () => {};
    },
  };
  return {
    clock,
    spend: (ms: number) => (time += ms),
    until(end: number) {
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        time = Math.max(time, next.at);
        if (next.every === undefined) timers = timers.filter((each) => each !== next);
        else next.at += next.every;
        next.run();
      }
      time = Math.max(time, end);
    },
  };
}

/** `costMs`: of looking at everything once. */
function setUp(costMs: number, wrap: (state: ReturnType<typeof createState>) => ReturnType<typeof createState>) {
  const { clock, spend, until } = createTime();
  const state = wrap(createState({ started: moment(0), version: '1' }));
  const rules = [nodeRules, guestRules] as AnyRuleSet[];
  const alerting = createAlerting({ rules, config: () => factoryConfig, started: moment(0) });
  let evaluations = 0;
  const shown = { times: 0, costMs: 0 };
  const defects: unknown[] = [];
  const transitions: Transition[] = [];
  /** As a browser has it. */
  let replica = state.current();
  let published = replica;
  const pipeline = createPipeline({
    state,
    serverProblems: () => ({}),
    alerting: {
      ...alerting,
      evaluate(...given) {
        evaluations++;
        spend(costMs);
        return alerting.evaluate(...given);
      },
    },
    record(made) {
      shown.times++;
      spend(shown.costMs);
      transitions.push(...made);
    },
    push: {
      publish(next) {
        const changes = diff(published, next);
        if (changes) replica = patch(replica, changes);
        published = next;
      },
      announce() {},
      clients: () => 1,
    },
    parts: createParts({ onDefect: (error) => void defects.push(error), clock }),
    clock,
  });
  return {
    ...{ pipeline, state, until, transitions, defects, shown },
    start: pipeline.start,
    evaluations: () => evaluations,
    replica: () => replica,
  };
}
const plain = (state: ReturnType<typeof createState>) => state;

const answerOf = (instance: string, at: number, cpu = 0.1): Observation =>
  heard(instance, at, { vms: [guest(instance, 1, { cpu })] });

test('an observation alone is settled at once; those that come while the last settling rests are settled once for all', () => {
  const { pipeline, state, until, evaluations } = setUp(50, plain);
  const names = Array.from({ length: 100 }, (_, n) => `host${n}`);
  pipeline.observe(answerOf('first', 0));
  expect(state.current().vms).toHaveLength(1);
  for (const name of names) pipeline.observe(answerOf(name, 1));
  expect(evaluations()).toBe(1);
  until(299);
  expect(evaluations()).toBe(1);
  until(1000);
  expect(evaluations()).toBe(2);
  expect(state.current().vms).toHaveLength(101);
  pipeline.observe(answerOf('last', 1000));
  expect(evaluations()).toBe(3);
  expect(state.current().vms).toHaveLength(102);
});

test.each([
  [20, 180],
  [100, 250],
  [5000, 5000],
])('after a settling that took %i ms an observation waits for %i ms at most', (costMs, waitMs) => {
  const { pipeline, until, evaluations } = setUp(costMs, plain);
  pipeline.observe(answerOf('a', 0));
  pipeline.observe(answerOf('b', costMs));
  until(costMs + waitMs - 1);
  expect(evaluations()).toBe(1);
  until(costMs + waitMs);
  expect(evaluations()).toBe(2);
});

test('each answer of one poll is settled, because each of them counts', () => {
  const { pipeline, transitions, until, evaluations } = setUp(50, plain);
  const off = (poll: number) => heard('a', poll * EVERY_MS, { nodes: [node('a', 'n', { status: 'offline' })] });
  for (let poll = 0; poll < 4; poll++) pipeline.observe(off(poll));
  until(2000);
  expect(evaluations()).toBe(4);
  expect(transitions.map(({ kind, alert }) => `${kind} ${alert.id}`)).toEqual(['raised node-offline-a-n']);
});

test('what has piled up while everything took long is settled in a few steps, not one by one', () => {
  const { pipeline, state, until, evaluations } = setUp(50, plain);
  const names = Array.from({ length: 100 }, (_, n) => `host${n}`);
  // All answers of one instance after another, as sockets give what is in their buffers.
  for (const name of names) for (let poll = 0; poll < 5; poll++) pipeline.observe(answerOf(name, poll, poll / 10));
  until(5000);
  expect(evaluations()).toBeLessThanOrEqual(6);
  expect(state.current().vms.map(({ cpu }) => cpu)).toEqual(names.map(() => 0.4));
});

test('an instance that says something twice at once is heard again, also when others speak all the time', () => {
  const { pipeline, state, until, start } = setUp(50, plain);
  start();
  pipeline.observe(answerOf('other', 0));
  for (const cpu of [0.2, 0.3]) pipeline.observe(answerOf('a', 0, cpu));
  for (let at = 20; at <= 5000; at += 20) {
    until(at);
    pipeline.observe(answerOf(`other${(at / 20) % 50}`, at, at / 10_000));
  }
  const cpuOfA = () => state.current().vms.find(({ instance }) => instance === 'a')?.cpu;
  expect(cpuOfA()).toBe(0.3);
  pipeline.observe(answerOf('a', 5000, 0.4));
  until(6000);
  expect(cpuOfA()).toBe(0.4);
});

test('alerts that take long to show are shown once a second, so one that begins waits a second at most', () => {
  const { pipeline, state, until, start, shown, transitions } = setUp(0, plain);
  start();
  shown.costMs = 60;
  let at = 0;
  const settle = (nodes: Parameters<typeof node>[2]) => {
    at += 100;
    until(at);
    pipeline.observe(heard('a', at, { nodes: [node('a', 'n', nodes)] }));
  };
  for (let poll = 0; poll < 50; poll++) settle({});
  expect(shown.times).toBeLessThanOrEqual(7);
  for (let poll = 0; state.current().activeAlerts.length === 0 && poll < 20; poll++) settle({ status: 'offline' });
  expect(state.current().activeAlerts.map(({ id }) => id)).toEqual(['node-offline-a-n']);
  const raised = transitions.map(({ kind, alert, at: since }) => ({ kind, id: alert.id, isSoon: at - since <= 1000 }));
  expect(raised).toEqual([{ kind: 'raised', id: 'node-offline-a-n', isSoon: true }]);
});

test('an instance that is removed while its answers are held does not come back', () => {
  const { pipeline, state, until } = setUp(50, plain);
  for (let poll = 0; poll < 4; poll++) pipeline.observe(answerOf('a', poll));
  pipeline.forget('a');
  until(5000);
  expect(state.current().instances).toEqual([]);
});

test('a report is in the state before its sender is told so, also while settling rests', () => {
  const { pipeline, state } = setUp(50, plain);
  pipeline.observe(answerOf('a', 0));
  for (let poll = 0; poll < 3; poll++) pipeline.observe(answerOf('b', poll, poll / 10));
  expect(state.current().vms).toHaveLength(1);
  pipeline.catchUp();
  expect(state.current().vms.map(({ cpu }) => cpu)).toEqual([0.1, 0.2]);
});

test('what an operator does, and what is removed, comes after the observations that arrived before', () => {
  const { pipeline, state } = setUp(50, plain);
  pipeline.observe(answerOf('a', 0));
  pipeline.observe(answerOf('b', 1));
  pipeline.forget('b');
  expect(state.current().instances.map(({ id }) => id)).toEqual(['a']);
});

test('an observation that throws costs itself: those that wait with it are settled', () => {
  const broken = (state: ReturnType<typeof createState>) => ({
    ...state,
    take(observation: Observation) {
      if (observation.instance.id === 'bad') throw new Error('cannot be taken');
      return state.take(observation);
    },
  });
  const { pipeline, state, until, defects } = setUp(50, broken);
  for (const name of ['first', 'a', 'bad', 'b']) pipeline.observe(answerOf(name, 0));
  until(1000);
  expect(defects.map(String)).toEqual(['Error: cannot be taken']);
  expect(state.current().vms.map(({ instance }) => instance)).toEqual(['a', 'b', 'first']);
});

/** No number of these is near a limit of the rules, where a moment more or less would matter. */
const ROUND_MS = 9700;

interface Step {
  instance: string;
  fails: boolean;
  isOnline: boolean;
  guests: readonly (Partial<Guest> | undefined)[];
}
const oneGuest: fc.Arbitrary<Partial<Guest> | undefined> = fc.constantFrom(
  ...[{ cpu: 0.1 }, { cpu: 0.82 }, { cpu: 0.95 }, { status: 'stopped' as const, cpu: 0 }, undefined],
);
const step: fc.Arbitrary<Step> = fc.record({
  instance: fc.constantFrom('a', 'b', 'c', 'd'),
  fails: fc.constantFrom(false, false, false, true),
  isOnline: fc.constantFrom(true, true, true, false),
  guests: fc.tuple(oneGuest, oneGuest),
});
/** Rounds of polls of several instances, some of them twice, all within a moment. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 16 });

function play(costMs: number, given: readonly (readonly Step[])[]) {
  const all = setUp(costMs, plain);
  all.start();
  let at = 300;
  const last = new Map<string, Step>();
  const say = ({ instance, fails, isOnline, guests }: Step) =>
    all.pipeline.observe(
      fails
        ? failed(instance, at)
        : heard(instance, at, {
            nodes: [node(instance, 'n', { status: isOnline ? 'online' : 'offline' })],
            vms: guests.flatMap((fields, n) => (fields ? [guest(instance, n, { node: 'n', ...fields })] : [])),
          }),
    );
  for (const round of given) {
    all.until(at);
    for (const each of round) {
      say(each);
      last.set(each.instance, each);
    }
    at += ROUND_MS;
  }
  // The same answers for a while, until what was pending is decided.
  for (let more = 0; more < 34; more++, at += ROUND_MS) {
    all.until(at);
    for (const each of last.values()) say(each);
  }
  all.until(at);
  return all;
}

/** A settling of 30 ms and its rest, for each answer of one instance in a round. */
const LONGEST_WAIT_MS = 6 * 300;

const facts = ({ vms, nodes, instances, connectionHealth, activeAlerts }: State) => ({
  ...{ vms, nodes, connectionHealth },
  instances: instances.map(({ id, health }) => [id, health]),
  alerts: activeAlerts.map(({ id, level, value, metadata }) => [id, level, value, metadata?.cause]).sort(),
});

test('settled once for many and settled each give the same state, the same alerts a moment later, and the same to browsers', () => {
  fc.assert(
    fc.property(rounds, (given) => {
      const [each, once] = [play(0, given), play(30, given)];
      expect(once.evaluations()).toBeLessThanOrEqual(each.evaluations());
      expect(facts(once.state.current())).toEqual(facts(each.state.current()));
      expect(once.replica()).toEqual(once.state.current());
      const story = (transitions: readonly Transition[]) =>
        transitions
          .map(({ kind, alert, reason, at }) => ({ what: `${alert.id} ${kind} ${reason}`, at }))
          .sort((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : a.at - b.at));
      const [wanted, found] = [story(each.transitions), story(once.transitions)];
      expect(found.map(({ what }) => what)).toEqual(wanted.map(({ what }) => what));
      for (const [n, { at }] of found.entries())
        expect(Math.abs(at - (wanted[n]?.at ?? 0))).toBeLessThanOrEqual(LONGEST_WAIT_MS);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
