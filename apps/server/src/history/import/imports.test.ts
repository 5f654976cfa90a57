// What is missing after a restart, from the real store.
import { ok } from '@belfry/domain/result';
import { BELFRY, metricsOf } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';
import type { Past } from '../../config/past.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { openEngineHistory } from '../testing/engine-history.ts';
import { SAMPLE_MS } from '../tiers.ts';
import { createImports } from './imports.ts';

const START = Date.parse('2026-06-02T12:00:00Z');
const MINUTE = 60_000;

/** The calls of an import after Belfry ran for two minutes and was stopped for `pauseMs`. */
async function callsAfter(pauseMs: number): Promise<number> {
  const clock = fakeClock(START);
  const first = await openEngineHistory({ now: clock.now });
  const values = new Float64Array(metricsOf('belfry').length).fill(1);
  for (; clock.now() < START + 2 * MINUTE; await clock.advance(SAMPLE_MS))
    first.record(clock.now(), [{ kind: 'belfry', id: BELFRY, values }]);
  await first.close();
  await clock.advance(pauseMs);
  const store = await openEngineHistory({ now: clock.now, dataDir: first.dataDir });
  let calls = 0;
  const past: Past = {
    frames: () => [{ name: 'day', stepMs: MINUTE, spanMs: 24 * 60 * MINUTE }],
    subjects: () => [
      {
        resource: { kind: 'guest', id: 'dc-100' },
        async read() {
          calls++;
          return ok(undefined);
        },
      },
    ],
  };
  const memoryOf = () => ({ recall: () => ({ importedAt: START }), keep() {} });
  const imports = createImports({ store, memoryOf, isEnabled: () => true, clock, log: { info() {} } });
  const stop = imports.start('dc', past, () => true);
  await clock.advance(5000);
  stop();
  return calls;
}

test('a gap of some minutes is imported, also within the ten minutes of the last block; a shorter one is left', async () => {
  expect(await callsAfter(5 * MINUTE)).toBe(1);
  expect(await callsAfter(MINUTE)).toBe(0);
});
