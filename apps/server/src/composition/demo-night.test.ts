// The night before a demo, and its operator.
import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { openAlerts } from '../db/testing/opened-alerts.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { employOperator, nightBefore } from './demo-night.ts';

const start = Date.UTC(2026, 10, 18, 8);

test('the invented alerts of the last night have ended, are stored like real ones, and exist for a cluster of any size', async () => {
  const clock = fakeClock(start);
  const history = await openAlerts({ dataDir: tempDir(), clock, log: createLogger('silent') });
  const rows = nightBefore({ id: 'pve-east', name: 'pve-east', nodes: ['n1', 'n2'] }, start);
  await history.save(rows);
  const stored = await history.find({}, 100, 0);
  expect(stored).toHaveLength(rows.length);
  expect(stored.filter(({ resolvedAt = start, openedAt }) => resolvedAt >= start || openedAt >= resolvedAt)).toEqual(
    [],
  );
  expect(await history.open()).toEqual([]);
  expect(new Set(stored.map(({ alert }) => alert.node))).toEqual(new Set(['n1', 'n2']));
  expect(nightBefore({ id: 'x', name: 'x', nodes: [] }, start)).toEqual([]);
  history.close();
});

test('the operator of a demo acknowledges one alert and leaves the others alone', async () => {
  const clock = fakeClock(start);
  const acknowledged: string[] = [];
  let active: Partial<Alert>[] = [{ id: 'disk', type: 'disk-health', acknowledged: false }];
  employOperator(
    { active: () => active as Alert[], acknowledge: (ids, by) => void acknowledged.push(...ids, by) },
    clock,
  );
  await clock.advance(60_000);
  expect(acknowledged).toEqual([]);
  active = [...active, { id: 'mail-memory', type: 'memory', acknowledged: false }];
  await clock.advance(60_000);
  expect(acknowledged).toEqual(['mail-memory', 'maria']);
});
