// A week of the whole engine with all its rules, the sampler and the history in its file, at the same time: what the past says afterwards, by the
// same rules, is what was alerted. Hosts fall silent, guests move, stop and vanish, and Belfry is started again in between.
import { allMeasured, holdMsOf } from '@belfry/domain/backtest/measured';
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { aStorage } from '@belfry/domain/testing/storage';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import type { Transition } from '../../alerting/engine/transition.ts';
import { createRules } from '../../alerting/rules/registry.ts';
import { createStage } from '../../alerting/testing/stage.ts';
import { momentOf } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { failed, guest, heard, node } from '../../state/testing/observations.ts';
import { createSampler } from '../sampling/sampler.ts';
import { openEngineHistory } from '../testing/engine-history.ts';
import { backtest } from './backtest.ts';
import { alertsUnder, readSteps } from './stored-steps.ts';

const MINUTE = 60_000;
const POLL = 5 * MINUTE;
const STEP = 10 * MINUTE;
const HOUR = 60 * MINUTE;
const DAYS = 7;
const POLLS = (DAYS * 24 * HOUR) / POLL;
const DELAY_S = 1500;
/** The nightly tests play many. */
const WEEKS = Number(process.env.BELFRY_WEEKS ?? 1);

const { guestDefaults } = factoryConfig;
const config: AlertConfig = {
  ...factoryConfig,
  guestDefaults: { ...guestDefaults, cpu: { trigger: 80, clear: 75, critical: 92 } },
  overrides: {
    'tag:batch': { cpu: { trigger: 95, clear: 70 } },
    'a-104': { cpu: { trigger: 60, clear: 50 } },
    'tag:ignored': { disabled: true },
  },
  metricTimeThresholds: { guest: { memory: DELAY_S } },
  schedule: {
    ...factoryConfig.schedule,
    quietHours: { ...factoryConfig.schedule.quietHours, enabled: true },
  },
};

/** Percent at each poll: a level for 20 minutes to 8 hours, often one at or beside a threshold, and then another one. */
function levels(random: () => number, edges: readonly number[]): number[] {
  const made: number[] = [];
  while (made.length < POLLS) {
    const edge = edges[Math.floor(random() * edges.length)] ?? 0;
    const level = random() < 0.4 ? edge : (random() < 0.5 ? 60 : 100) * random();
    for (let left = 4 + Math.floor(90 * random()); left > 0; left--) made.push(Math.round(level * 10) / 10);
  }
  return made;
}

const usage = (percent: number, total = 1000) => ({
  ...{ total, used: (total * percent) / 100, free: total - (total * percent) / 100, usage: percent },
});

const isBetween = (hour: number, from: number, to: number) => hour >= from && hour < to;
/** Only this guest is stopped, and it is busy before and after. */
const isStopped = (hour: number) => isBetween(hour, 30, 34) || isBetween(hour, 100, 101);
const isBusy = (hour: number) => isBetween(hour, 28, 36) || isBetween(hour, 98, 103);
/** From these polls on no host answers, for three hours and for half an hour. */
const silentAt = new Map([
  [660, 36],
  [1440, 6],
]);
/** Belfry is away from these polls on: for none, half an hour and three hours. */
const awayAt = new Map([
  [600, 1],
  [1040, 6],
  [1600, 36],
]);
const GONE_AT = 90;
/** Polls of which nothing is known: the first, and the first after them. */
const gaps = [...silentAt, ...awayAt].map(([from, polls]) => [from, from + polls] as const).sort(([a], [b]) => a - b);
const STEADY = 6;
/** Beside a gap a level lasts half an hour, as everywhere else: what is shorter than a step is not seen. */
const steady = (nth: number): number => {
  for (const [from, until] of gaps) {
    if (isBetween(nth, from - STEADY, from)) return from - STEADY;
    if (isBetween(nth, until, until + STEADY)) return until;
  }
  return nth;
};

/** What the hosts say at the nth poll. */
function createHosts(seed: number) {
  const random = seeded(seed);
  const many = (edges: readonly number[]) => Array.from({ length: 7 }, () => levels(random, edges));
  const cpu = many([80, 79.9, 75, 75.1, 92, 91.9, 95, 70, 60, 50]);
  const memory = many([85, 84.9, 80, 80.1]);
  const [machine, room] = [levels(random, [80, 79.9, 75]), levels(random, [85, 84.9, 80, 80.1])];
  return (nth: number) => {
    const [hour, own] = [(nth * POLL) / HOUR, steady(nth)];
    const of = (index: number, fields: object = {}) =>
      guest('a', 101 + index, {
        ...{ node: 'n1', cpu: (cpu[index]?.[own] ?? 0) / 100, memory: usage(memory[index]?.[own] ?? 0), ...fields },
      });
    return {
      vms: [
        of(0),
        of(1, { tags: ['batch'], ...(isBetween(hour, 10, 12) && { cpu: 0.97 }) }),
        of(2, { node: Math.floor(hour / 5) % 2 === 0 ? 'n1' : 'n2' }),
        of(3),
        ...(hour < GONE_AT ? [of(4)] : []),
        of(5, isStopped(hour) ? { status: 'stopped', cpu: 0, memory: usage(0) } : isBusy(hour) ? { cpu: 0.97 } : {}),
        of(6, { tags: ['Ignored'] }),
      ],
      nodes: [
        node('a', 'n1', { cpu: (machine[own] ?? 0) / 100, disk: usage(20) }),
        node('a', 'n2', { disk: usage(20) }),
      ],
      storage: [aStorage({ instance: 'a', node: 'n1', name: 'tank', ...usage(room[own] ?? 0, 1e12) })],
    };
  };
}

interface Span {
  start: number;
  end: number | undefined;
}

async function week(seed: number) {
  let stage = createStage({ rules: createRules(), config });
  const { clock } = stage;
  const begun = clock.now();
  let history = await openEngineHistory({ now: clock.now });
  const { dataDir } = history;
  const startSampler = () =>
    createSampler({
      store: history,
      isEnabled: () => true,
      isHeard: () => true,
      usage: () => ({ cpuSeconds: 0, residentBytes: 0, writtenBytes: 0, sentBytes: 0, browsers: 0, calls: [] }),
      later: (run) => run(),
    });
  let sample = startSampler();
  const hosts = createHosts(seed);
  for (let nth = 0; nth < POLLS; nth++) {
    clock.advance(POLL, POLL);
    const away = awayAt.get(nth);
    if (away !== undefined) {
      await history.close();
      nth += away - 1;
      if (away > 1) clock.advance((away - 1) * POLL, (away - 1) * POLL);
      stage = stage.restart(createRules());
      history = await openEngineHistory({ now: clock.now, dataDir });
      sample = startSampler();
    }
    const at = clock.monotonic();
    const isAnswered = ![...silentAt].some(([from, polls]) => isBetween(nth, from, from + polls));
    stage.observe({ ...(isAnswered ? heard('a', at, hosts(nth)) : failed('a', at)), everyMs: POLL });
    sample(stage.state(), momentOf(clock));
    if (nth % 200 === 0) await history.work();
  }
  await history.flush();
  await history.work();
  return { stage, history, begun };
}

/** What the engine alerted, as it happened. */
function spansOf(transitions: readonly Transition[], id: string): Span[] {
  const spans: Span[] = [];
  for (const { kind, alert, at } of transitions) {
    if (alert.id !== id) continue;
    if (kind === 'raised') spans.push({ start: at, end: undefined });
    const last = spans.at(-1);
    if (kind === 'resolved' && last) last.end = at;
  }
  return spans;
}

const textOf = ({ start, end }: Span): string =>
  `${new Date(start).toISOString()} to ${end === undefined ? 'now' : new Date(end).toISOString()}`;

/** So much of the week was known at a time since its beginning: a step of which only a part is known counts as a whole one. */
const knownTime = (time: number): number =>
  gaps.reduce((known, [from, until]) => known - Math.max(0, Math.min(time, until * POLL) - from * POLL), time);

/**
 * A start of Belfry begins every delay again, which the past does not tell: an alert whose delay was running may have begun so much later, or never.
 * The others are compared. Times since the beginning of the week.
 */
const wasWaiting = ({ start }: Span, begun: number, holdMs: number): boolean =>
  [...awayAt].some(([nth, polls]) =>
    isBetween(start - begun, nth * POLL - holdMs - STEP, (nth + polls + 1) * POLL + holdMs + STEP),
  );

test.for(Array.from({ length: WEEKS }, (_, nth) => nth + 1))(
  'week %i of the whole engine: the past gives the same alerts, each begun and ended within a step',
  async (seed) => {
    const { stage, history, begun } = await week(seed);
    const { clock } = stage;
    const to = Math.floor(clock.now() / STEP) * STEP;
    const measured = allMeasured(stage.state());
    const steps = await readSteps(history, measured, { from: to - 8 * 24 * HOUR, to, stepMs: STEP });
    const differences: string[] = [];
    let [compared, replayed] = [0, 0];
    for (const each of measured) {
      const own = steps.get(each);
      const past = own ? alertsUnder(config, each, own) : [];
      replayed += past.length;
      const isCompared = (span: Span) => !wasWaiting(span, begun, holdMsOf(config, each));
      const [live, found] = [spansOf(stage.transitions, each.alert).filter(isCompared), past.filter(isCompared)];
      compared += live.length;
      const isNear = (a = to, b = to) => Math.abs(knownTime(a - begun) - knownTime(b - begun)) <= STEP;
      const isSame = (a: Span, b: Span | undefined) =>
        b !== undefined && isNear(a.start, b.start) && isNear(a.end, b.end);
      if (live.length !== found.length || !live.every((span, nth) => isSame(span, found[nth])))
        differences.push(`${each.alert}: ${live.map(textOf).join(', ')}; in the past ${found.map(textOf).join(', ')}`);
    }
    expect(differences).toEqual([]);
    // At the edges of thresholds, with a delay, by a tag, by an own threshold, and over each gap.
    expect(compared).toBeGreaterThan(50);
    for (const alert of ['a-102-cpu', 'a-103-memory', 'a-104-cpu', 'a-106-cpu', 'a-n1-cpu', 'a-n1-tank-usage'])
      expect([alert, spansOf(stage.transitions, alert).length]).not.toEqual([alert, 0]);
    expect(spansOf(stage.transitions, 'a-107-cpu')).toEqual([]);

    const asked = { before: config, after: config, days: 8, timeZone: 'UTC', signal: new AbortController().signal };
    const atOnce = (ms: number, run: () => unknown) => {
      if (ms === 0) run();
      return () => {};
    };
    const deps = { store: history, state: stage.state, clock: { ...fakeClock(), now: clock.now, after: atOnce } };
    expect(await backtest(deps, asked)).toMatchObject({ stepMs: STEP, before: { alerts: replayed } });
    // Nothing is asked about what is gone.
    expect(measured.map(({ id }) => id)).not.toContain('a-105');
  },
);
