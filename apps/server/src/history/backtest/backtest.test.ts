// A week with the real engine and the real history, at the same time: the past gives the same alerts.
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { metricsOf } from '@belfry/schema/history/metrics';
import type { BacktestReply } from '@belfry/schema/http/backtest';
import { expect, test, vi } from 'vitest';
import { createGuestRules } from '../../alerting/rules/guest.ts';
import { createStage } from '../../alerting/testing/stage.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { guest, heard } from '../../state/testing/observations.ts';
import { type HistoryStore, HistoryUnavailable } from '../history-store.ts';
import { openEngineHistory } from '../testing/engine-history.ts';
import { backtest } from './backtest.ts';

const MINUTE = 60_000;
const STEP = 10 * MINUTE;
const STEP_MINUTES = STEP / MINUTE;
const WEEK = 7 * 24 * 60;
const VMIDS = [101, 102, 103];
const cpuColumn = metricsOf('guest').findIndex(({ id }) => id === 'cpu');

/** Percent of CPU in each minute: a level for some time between 20 minutes and 8 hours, and then another one. */
function changing(random: () => number): number[] {
  const minutes: number[] = [];
  while (minutes.length < WEEK) {
    const level = random() < 0.3 ? 80 + 20 * random() : 74 * random();
    for (let left = 20 + Math.floor(460 * random()); left > 0; left--) minutes.push(level);
  }
  return minutes.slice(0, WEEK);
}

/**
 * The same two levels again and again, so that most alerts are like the one before; between the thresholds for a while at times. They change
 * where a step begins, because the mean of a step with two levels is neither of them. The first value is two minutes after such a time.
 */
function returning(random: () => number): number[] {
  const minutes: number[] = [];
  const add = (level: number, length: number) => {
    for (let left = length; left > 0; left--) minutes.push(level);
  };
  add(30, STEP_MINUTES - 2);
  while (minutes.length < WEEK) {
    add(30, STEP_MINUTES * (1 + Math.floor(20 * random())));
    add(random() < 0.7 ? 88 : 95, STEP_MINUTES * (1 + Math.floor(8 * random())));
    if (random() < 0.5) add(78, STEP_MINUTES * (1 + Math.floor(6 * random())));
    if (random() < 0.3) add(88, STEP_MINUTES * (1 + Math.floor(6 * random())));
  }
  return minutes.slice(0, WEEK);
}

async function week(load: (random: () => number) => number[], rules: Partial<AlertConfig>) {
  const config: AlertConfig = { ...factoryConfig, ...rules };
  const stage = createStage({ rules: createGuestRules(), config });
  const history = await openEngineHistory({ now: stage.clock.now });
  const random = seeded(11);
  const loads = VMIDS.map(() => load(random));
  for (let minute = 0; minute < WEEK; minute += 2) {
    stage.clock.advance(2 * MINUTE, 2 * MINUTE);
    const vms = VMIDS.map((vmid, nth) => guest('a', vmid, { node: 'n1', cpu: (loads[nth]?.[minute] ?? 0) / 100 }));
    stage.observe(heard('a', stage.clock.monotonic(), { vms }));
    history.record(
      stage.clock.now(),
      vms.map(({ id, cpu }) => {
        const values = new Float64Array(metricsOf('guest').length).fill(Number.NaN);
        values[cpuColumn] = cpu * 100;
        return { kind: 'guest' as const, id, values };
      }),
    );
    if (minute % 1000 === 0) await history.work();
  }
  await history.flush();
  await history.work();
  /** Of the engine, as it happened. */
  const live = VMIDS.map((vmid) => {
    const own = stage.transitions.filter(({ alert }) => alert.id === `a-${vmid}-cpu`);
    const times = (kind: string) => own.filter((each) => each.kind === kind).map(({ at }) => at);
    return { started: times('raised').length, starts: times('raised'), ends: times('resolved') };
  });
  const clock = { ...fakeClock(), now: stage.clock.now, after: atOnce };
  const ask = (after: AlertConfig) =>
    backtest(
      { store: history, state: stage.state, clock },
      { before: config, after, days: 8, timeZone: 'UTC', signal: new AbortController().signal },
    );
  return { config, live, ask };
}

/** A pause is over at once, and no deadline is reached. */
const atOnce = (ms: number, run: () => unknown) => {
  if (ms === 0) run();
  return () => {};
};

const withCpu = (config: AlertConfig, trigger: number) => ({
  ...config,
  guestDefaults: { ...config.guestDefaults, cpu: { trigger, clear: trigger - 5 } },
});

const holding = (seconds: number): Partial<AlertConfig> => ({
  timeThresholds: { ...factoryConfig.timeThresholds, guest: seconds },
});

/** Returns how many there were. */
function expectSame(reply: BacktestReply | undefined, live: Awaited<ReturnType<typeof week>>['live']): number {
  expect(reply?.stepMs).toBe(STEP);
  const count = live.reduce((sum, { started }) => sum + started, 0);
  expect(reply?.before.alerts).toBe(count);
  for (const [nth, { started, starts, ends }] of live.entries()) {
    const own = reply?.before.resources.find(({ id }) => id === `a-${VMIDS[nth]}`);
    expect(own?.alerts).toBe(started);
    const activeMs = starts.reduce((sum, start, each) => sum + ((ends[each] ?? Number.NaN) - start), 0);
    if (ends.length === starts.length) expect(Math.abs((own?.activeMs ?? 0) - activeMs)).toBeLessThan(started * STEP);
  }
  return count;
}

test('with a delay of 25 minutes, and values that soon return, the past and the engine give the same alerts too', async () => {
  const rules = { ...holding(1500), minimumDelta: 2, suppressionWindow: 240 };
  const { config, live, ask } = await week(returning, rules);
  const count = expectSame(await ask(config), live);
  expect(count).toBeGreaterThan(20);
  // Each rule matters here: without it the past has other alerts.
  for (const other of [{ suppressionWindow: 0 }, holding(300), withCpu(config, 90)]) {
    const { after } = (await ask({ ...config, ...other })) ?? {};
    expect(after?.alerts).not.toBe(count);
  }
});

test('the past gives the same alerts as the engine gave, each begun and ended within a step', async () => {
  const { config, live, ask } = await week(changing, holding(300));
  const reply = await ask(config);
  const count = expectSame(reply, live);
  expect(count).toBeGreaterThan(20);
  expect(reply?.after).toEqual(reply?.before);

  const stricter = await ask(withCpu(config, 95));
  expect(stricter?.before.alerts).toBe(count);
  expect(stricter?.after.alerts).toBeLessThan(count);
  expect(stricter?.after.alerts).toBeGreaterThan(0);
  expect(stricter?.figures).toBe(VMIDS.length);
  expect(stricter?.after.hours.reduce((sum, each) => sum + each, 0)).toBe(stricter?.after.alerts);

  const { suggestion } = stricter ?? {};
  expect(suggestion).toMatchObject({ kind: 'guest', type: 'cpu', aYear: 7 });
  const counts = suggestion?.tried.map(({ alertsAYear }) => alertsAYear) ?? [];
  expect(counts[0]).toBeGreaterThan(counts.at(-1) ?? 0);
  expect(suggestion?.tried.find(({ alertsAYear }) => alertsAYear <= 7)?.trigger).toBe(suggestion?.trigger);

  // An override of one guest is tried with that guest, and an alert that is switched off with the threshold that it had.
  const own = await ask({ ...config, overrides: { 'a-101': { cpu: { trigger: 95, clear: 90 } } } });
  expect(own?.figures).toBe(1);
  expect(own?.suggestion?.tried[0]?.alertsAYear).toBeGreaterThan(7);
  const off = await ask(withCpu(config, 0));
  expect(off?.after.alerts).toBe(0);
  expect(off?.suggestion?.tried[0]?.alertsAYear).toBeGreaterThan(7);
  // Two thresholds at once have no suggestion.
  const both = { ...withCpu(config, 95), overrides: { 'a-101': { cpu: { trigger: 90, clear: 85 } } } };
  expect(await ask(both)).not.toHaveProperty('suggestion');

  const unchanged = await ask({ ...config });
  expect(unchanged).toMatchObject({ figures: 0, before: { alerts: 0 } });
  expect(unchanged).not.toHaveProperty('suggestion');
});

/** Two guests, and a history that does what the test says. */
function asking(series: HistoryStore['series'], clock = fakeClock()) {
  const stage = createStage({ rules: createGuestRules() });
  stage.observe(heard('a', 0, { vms: [guest('a', 1), guest('a', 2)] }));
  return (signal: AbortSignal) =>
    backtest(
      { store: { series }, state: stage.state, clock },
      { before: factoryConfig, after: factoryConfig, days: 30, timeZone: 'UTC', signal },
    );
}

test('a question that nobody waits for any more reads nothing', async () => {
  const series = vi.fn(async () => []);
  const ask = asking(series);
  expect(await ask(AbortSignal.abort())).toBeUndefined();
  expect(series).not.toHaveBeenCalled();
  expect(await ask(new AbortController().signal)).toMatchObject({ figures: 6, unknown: 6, before: { alerts: 0 } });
  expect(series).toHaveBeenCalledTimes(1);
});

test('a caller that leaves in the middle ends it: not one more figure is compared, and everybody else has a turn between two figures', async () => {
  const turns: (() => unknown)[] = [];
  const after = (ms: number, run: () => unknown) => {
    if (ms === 0) turns.push(run);
    return () => {};
  };
  let read = 0;
  const busy: HistoryStore['series'] = async ({ resources, metrics, from, to }) => {
    read++;
    return resources.flatMap((resource) =>
      metrics.map((metric) => {
        const mean = new Float64Array((to - from) / STEP).fill(99);
        return { resource, metric, from, stepMs: STEP, min: mean, mean, max: mean, parts: [] };
      }),
    );
  };
  const over = new AbortController();
  const asked = asking(busy, { ...fakeClock(), after })(over.signal);
  await expect.poll(() => turns.length).toBe(1);
  turns[0]?.();
  await expect.poll(() => turns.length).toBe(2);
  const until = read;
  over.abort();
  turns[1]?.();
  expect(await asked).toBeUndefined();
  expect([turns.length, read]).toEqual([2, until]);
});

test('a history that hangs keeps nobody: the question ends with its caller, and by itself after a minute', async () => {
  const clock = fakeClock();
  const ask = asking(() => new Promise(() => {}), clock);
  const over = new AbortController();
  const left = ask(over.signal);
  over.abort();
  expect(await left).toBeUndefined();
  const asked = ask(new AbortController().signal);
  clock.advance(60_000);
  await expect(asked).rejects.toThrow(HistoryUnavailable);
});

test('what the history throws reaches the caller, and the next question is answered', async () => {
  let isBroken = true;
  const ask = asking(async () => {
    if (isBroken) throw new HistoryUnavailable('The history does not answer: a fault of the test');
    return [];
  });
  await expect(ask(new AbortController().signal)).rejects.toThrow('a fault of the test');
  isBroken = false;
  expect(await ask(new AbortController().signal)).toMatchObject({ figures: 6 });
});
