// The noise report, with a history of alerts and of values.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { NoiseReply } from '@belfry/schema/http/noise';
import { expect, test } from 'vitest';
import { createGuestRules } from '../../alerting/rules/guest.ts';
import { createStage } from '../../alerting/testing/stage.ts';
import type { Occurrence } from '../../db/alerts-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { guest, heard } from '../../state/testing/observations.ts';
import { type HistoryStore, HistoryUnavailable } from '../history-store.ts';
import { noise } from './noise.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const STEP = 600_000;

const alert = (id: string, resourceName: string) => ({
  ...{ id, type: 'cpu', level: 'warning' as const, resourceId: 'a-1', resourceName, node: 'n1', instance: 'a' },
  ...{ message: `${resourceName} is busy`, value: 85, threshold: 80, startTime: '', acknowledged: false },
});

/** One at each of these steps before now. */
const occurrences = (id: string, name: string, ...stepsAgo: number[]): Occurrence[] =>
  stepsAgo.map((ago) => {
    const openedAt = NOW - ago * STEP;
    return {
      ...{ id: `${id} ${ago}`, alert: alert(id, name), level: 'warning', peak: 85, openedAt, known: {}, changes: [] },
      ...{ resolvedAt: openedAt + STEP, reason: 'recovered', notified: true },
    };
  });

/** Its values: bad at these steps before now. */
const series =
  (levels: ReadonlyMap<number, number>): HistoryStore['series'] =>
  async ({ resources, metrics, from, to }) =>
    resources.flatMap((resource) =>
      metrics.map((metric) => {
        const mean = Float64Array.from({ length: (to - from) / STEP }, (_, n) =>
          metric === 'cpu' ? (levels.get((NOW - from) / STEP - n) ?? 10) : Number.NaN,
        );
        return { resource, metric, from, stepMs: STEP, min: mean, mean, max: mean, parts: [] };
      }),
    );

function ask(rows: readonly Occurrence[], store: Pick<HistoryStore, 'series'> | undefined, signal?: AbortSignal) {
  const stage = createStage({ rules: createGuestRules() });
  stage.observe(heard('a', 0, { vms: [guest('a', 1, { name: 'web' })] }));
  const pages = async function* () {
    yield rows;
  };
  // A pause is over at once, and no deadline is reached.
  const after = (ms: number, run: () => unknown) => {
    if (ms === 0) run();
    return () => {};
  };
  const asked = { days: 30, order: 'most', timeZone: 'UTC', signal: signal ?? new AbortController().signal } as const;
  return noise(
    { occurrences: { pages }, store, state: stage.state, config: factoryConfig, clock: { ...fakeClock(NOW), after } },
    asked,
  );
}

test('an alert about a value has the edit that would have halved it, and one about an event says that there is none', async () => {
  const levels = new Map([30, 20, 10, 5].map((ago) => [ago, ago === 10 ? 97 : 83]));
  const rows = [...occurrences('a-1-cpu', 'web', 30, 20, 10, 5), ...occurrences('guest-powered-off-a-1', 'web', 40, 3)];
  const reply = await ask(rows, { series: series(levels) });
  expect(NoiseReply.parse(reply)).toEqual(reply);
  expect(reply).toMatchObject({ total: 6, kinds: 2, stepMs: STEP });
  expect(reply?.alerts).toMatchObject([
    {
      id: 'a-1-cpu',
      place: 'n1 · a',
      alerts: 4,
      replayed: 4,
      aloneMs: STEP,
      edits: [{ is: 'trigger', key: 'a-1', to: 84, alerts: 1 }, { is: 'delay' }],
    },
    { id: 'guest-powered-off-a-1', alerts: 2, edits: [], why: 'event' },
  ]);
});

test('without values, and while the history fails, the list is the same and says that nothing could be tried', async () => {
  const rows = occurrences('a-1-cpu', 'web', 30, 20);
  const failing = async () => {
    throw new HistoryUnavailable('a fault of the test');
  };
  for (const store of [undefined, { series: failing }, { series: async () => [] }])
    expect((await ask(rows, store))?.alerts).toMatchObject([{ id: 'a-1-cpu', alerts: 2, edits: [], why: 'noPast' }]);
  const quiet = { series: series(new Map()) };
  expect((await ask(rows, quiet))?.alerts).toMatchObject([{ replayed: 0, edits: [], why: 'coarse' }]);
});

test('nobody waits any more: nothing is tried', async () => {
  expect(await ask(occurrences('a-1-cpu', 'web', 30, 20), undefined, AbortSignal.abort())).toBeUndefined();
});

test('without alerts the list is empty', async () => {
  expect(await ask([], undefined)).toMatchObject({ total: 0, kinds: 0, alerts: [] });
});
