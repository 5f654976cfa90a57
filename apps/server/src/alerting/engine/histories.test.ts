// Properties of alerts that hold for every history of observations, for any answers at any time.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Observation } from '@belfry/schema/messages/observation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failed, guest, heard, node } from '../../state/testing/observations.ts';
import { createStage, type Stage } from '../testing/stage.ts';
import { steppedClock } from '../testing/stepped-clock.ts';

const POLL_MS = 10_000;
/** The interval of evaluations without an observation. In the product it is a second: too slow for thousands of histories. */
const TICK_MS = 5000;
const START = Date.parse('2026-01-01T00:00:00Z');
const RUNS = 250;

/** One poll of an instance: it fails, or reports its node and two guests. */
interface Answer {
  fails: boolean;
  node: 'online' | 'offline';
  guests: readonly (Partial<Guest> | undefined)[];
}

const cpu = fc.constantFrom(0.1, 0.75, 0.76, 0.79, 0.8, 0.82, 0.85, 0.86, 0.9, 0.95);
const oneGuest: fc.Arbitrary<Partial<Guest> | undefined> = fc.oneof(
  { weight: 8, arbitrary: cpu.map((value) => ({ status: 'running', cpu: value })) },
  { weight: 2, arbitrary: fc.constant({ status: 'stopped', cpu: 0 }) },
  { weight: 1, arbitrary: fc.constant({ status: 'stopped', cpu: 0, lock: 'backup' }) },
  { weight: 1, arbitrary: fc.constant({ status: 'unknown', cpu: 0 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const answer: fc.Arbitrary<Answer> = fc.record({
  fails: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  node: fc.oneof(
    { weight: 6, arbitrary: fc.constant('online' as const) },
    { weight: 1, arbitrary: fc.constant('offline' as const) },
  ),
  guests: fc.tuple(oneGuest, oneGuest),
});
/** The same answer several times, as hosts do, and any answer after any other. */
const history = fc
  .array(fc.tuple(answer, fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.flatMap(([each, times]) => new Array<Answer>(times).fill(each)));

const observationOf = (instance: string, { fails, ...answer }: Answer, at: number): Observation =>
  fails
    ? failed(instance, at)
    : heard(instance, at, {
        nodes: [node(instance, 'n', { status: answer.node })],
        vms: answer.guests.flatMap((fields, place) =>
          fields ? [guest(instance, place + 1, { node: 'n', ...fields })] : [],
        ),
      });

const createRun = (): Stage => createStage({ clock: steppedClock(START) });

/** The next polls, ten seconds apart; `instances` in this order, all at the same moment. */
function play(stage: Stage, answers: readonly Answer[], instances: readonly string[] = ['a']): void {
  for (const each of answers) {
    stage.clock.advance(POLL_MS, TICK_MS);
    for (const instance of instances) stage.observe(observationOf(instance, each, stage.clock.monotonic()));
  }
}
const check = (property: fc.IProperty<unknown[]>) => fc.assert(property, { numRuns: RUNS });
const openIds = (stage: Stage) => stage.state().activeAlerts.map(({ id }) => id);
/** What a restart must keep of each active alert. */
const kept = (stage: Stage) =>
  stage.state().activeAlerts.map(({ id, level, startTime, acknowledged, metadata }) => {
    return { id, level, startTime, acknowledged, occurrence: metadata?.occurrence, cause: metadata?.cause };
  });
/** What happened, without the opaque ids. */
const story = (stage: Stage) =>
  stage.transitions.map(({ kind, alert, at, reason }) => [kind, alert.id, alert.level, alert.value, at, reason]);

test('each occurrence is raised once and resolved at most once, and an alert has one occurrence at a time', () =>
  check(
    fc.property(history, (answers) => {
      const stage = createRun();
      play(stage, answers);
      const open = new Map<string, string>();
      const raised = new Set<string>();
      for (const { kind, alert, occurrence } of stage.transitions) {
        if (kind === 'raised') {
          expect(raised.has(occurrence)).toBe(false);
          expect(open.has(alert.id)).toBe(false);
          raised.add(occurrence);
          open.set(alert.id, occurrence);
        } else expect(open.get(alert.id)).toBe(occurrence);
        if (kind === 'resolved') open.delete(alert.id);
      }
      expect([...open.keys()].sort()).toEqual(openIds(stage));
    }),
  ));

test('between its two values a threshold changes nothing: no start, no end, no other level', () =>
  check(
    fc.property(history, fc.array(fc.constantFrom(0.751, 0.77, 0.7999), { maxLength: 20 }), (answers, band) => {
      const stage = createRun();
      play(stage, answers);
      // The first answer decides about pending readings.
      const inside = band.map((value): Answer => {
        return { fails: false, node: 'online', guests: [{ status: 'running', cpu: value }, undefined] };
      });
      play(stage, inside.slice(0, 1));
      const isWarning = (each: Stage) =>
        each
          .state()
          .activeAlerts.filter(({ id }) => id === 'a-1-cpu')
          .map(({ level }) => level);
      const before = isWarning(stage);
      const count = stage.transitions.length;
      play(stage, inside.slice(1));
      expect(isWarning(stage)).toEqual(before);
      const known = stage.transitions
        .slice(count)
        .filter(({ alert, kind }) => alert.id === 'a-1-cpu' && kind !== 'detached');
      expect(known).toEqual([]);
    }),
  ));

test('the order in which instances are polled does not matter', () =>
  check(
    fc.property(history, (answers) => {
      const [one, other] = [createRun(), createRun()];
      play(one, answers, ['a', 'b', 'c']);
      play(other, answers, ['c', 'a', 'b']);
      const sorted = (stage: Stage) => story(stage).map(String).sort();
      expect(sorted(other)).toEqual(sorted(one));
    }),
  ));

test('a replay gives the same transitions', () =>
  check(
    fc.property(history, (answers) => {
      const [one, other] = [createRun(), createRun()];
      play(one, answers);
      play(other, answers);
      expect(story(other)).toEqual(story(one));
      expect(other.state().activeAlerts).toEqual(one.state().activeAlerts);
    }),
  ));

test('an observation that arrives twice counts once', () =>
  check(
    fc.property(history, (answers) => {
      const [one, other] = [createRun(), createRun()];
      for (const each of answers) {
        for (const stage of [one, other]) stage.clock.advance(POLL_MS, TICK_MS);
        const observation = observationOf('a', each, one.clock.monotonic());
        one.observe(observation);
        for (let i = 0; i < 3; i++) other.observe(observation);
      }
      expect(story(other)).toEqual(story(one));
    }),
  ));

test('missing data changes nothing: an outage of any length leaves every alert unchanged', () =>
  check(
    fc.property(history, fc.integer({ min: 1, max: 60 }), (answers, failures) => {
      const stage = createRun();
      play(stage, answers);
      const before = stage.state().activeAlerts.map(({ id, level, startTime }) => ({ id, level, startTime }));
      const count = stage.transitions.length;
      const last = answers.at(-1) as Answer;
      play(stage, new Array<Answer>(failures).fill({ ...last, fails: true }));
      expect(stage.transitions.slice(count)).toEqual([]);
      expect(stage.state().activeAlerts.map(({ id, level, startTime }) => ({ id, level, startTime }))).toEqual(before);
    }),
  ));

test('a restart at any moment raises nothing twice, ends nothing, and keeps every occurrence', () =>
  check(
    fc.property(history, fc.array(fc.nat(60), { minLength: 1, maxLength: 3 }), history, (answers, cuts, rest) => {
      let stage = createRun();
      const all = [...answers, ...rest];
      const places = new Set(cuts.map((cut) => cut % all.length));
      for (const [place, each] of all.entries()) {
        if (places.has(place)) {
          const before = kept(stage);
          const count = stage.transitions.length;
          stage = stage.restart();
          stage.clock.advance(TICK_MS, TICK_MS);
          // The alert is in the state at once and unchanged, and nothing is announced.
          expect(kept(stage)).toEqual(before);
          expect(stage.transitions.slice(count)).toEqual([]);
          stage.clock.advance(POLL_MS - TICK_MS, TICK_MS);
        } else stage.clock.advance(POLL_MS, TICK_MS);
        stage.observe(observationOf('a', each, stage.clock.monotonic()));
      }
      const open = new Map<string, string>();
      for (const { kind, alert, occurrence } of stage.transitions) {
        if (kind === 'raised') {
          expect(open.has(alert.id)).toBe(false);
          open.set(alert.id, occurrence);
        } else expect(open.get(alert.id)).toBe(occurrence);
        if (kind === 'resolved') open.delete(alert.id);
      }
    }),
  ));

/**
 * These answers are clearly good or clearly bad for each guest. A restart forgets pending readings, so with values between the two
 * limits the result would not be determined.
 */
const clearAnswer: fc.Arbitrary<Answer> = fc.record({
  fails: fc.constant(false),
  node: fc.constant('online' as const),
  guests: fc.tuple(clearGuest(), clearGuest()),
});
function clearGuest(): fc.Arbitrary<Partial<Guest> | undefined> {
  return fc.constantFrom(
    { status: 'running', cpu: 0.1 },
    { status: 'running', cpu: 0.85 },
    { status: 'running', cpu: 0.95 },
    { status: 'stopped', cpu: 0 },
    undefined,
  );
}

test('some time after a restart, with stable answers, the alerts are the same as without the restart', () =>
  check(
    fc.property(history, fc.nat(60), clearAnswer, (answers, cut, last) => {
      const steady = new Array<Answer>(100).fill(last);
      const straight = createRun();
      play(straight, [...answers, ...steady]);
      const place = cut % answers.length;
      let stage = createRun();
      play(stage, answers.slice(0, place));
      stage = stage.restart();
      play(stage, [...answers.slice(place), ...steady]);
      expect(openIds(stage)).toEqual(openIds(straight));
    }),
  ));
