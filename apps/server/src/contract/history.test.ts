// The history on the whole server: what is reported is sampled, stored for as long as the settings say, and answered.
import { HistoryReply, HistoryStatusReply } from '@belfry/schema/http/history';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { createEmbeddedHistory } from '../history/embedded-history.ts';
import { createMemoryHistory } from '../history/testing/memory-history.ts';
import { iso, systemClock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { wholeApp } from './testing/whole-app.ts';

const START = Date.parse('2026-06-01T12:00:00Z');
const MINUTE = 60_000;

async function setUp() {
  const clock = fakeClock(START);
  const history = createMemoryHistory(clock.now);
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, clock, history });
  return {
    clock,
    app,
    /** A Docker host reports every half minute, for that many minutes. */
    async report(minutes: number) {
      for (let nth = 0; nth < minutes * 2; nth++) {
        const containers = [containerBody('c1', { name: 'web', cpuPercent: 12 })];
        const body = reportBody({ timestamp: iso(clock.now()), containers });
        expect((await app.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
        await clock.advance(30_000);
      }
    },
    async cpu(): Promise<(number | null)[]> {
      const { id } =
        ((await app.call('GET', '/api/state')).json as { dockerHosts: { id: string }[] }).dockerHosts[0] ?? {};
      const ids = encodeURIComponent(`container/docker:${id}/name:web`);
      const range = `from=${clock.now() - 10 * MINUTE}&to=${clock.now()}&points=10`;
      const { json } = await app.call('GET', `/api/history?ids=${ids}&metrics=cpu&${range}`);
      return HistoryReply.parse(json).series[0]?.mean ?? [];
    },
  };
}

test('what is reported can be asked for; while nothing is reported there is a gap, and no last value', async () => {
  const { clock, report, cpu } = await setUp();
  await report(4);
  expect((await cpu()).slice(6)).toEqual([12, 12, 12, 12]);
  await clock.advance(6 * MINUTE);
  expect((await cpu()).slice(-4)).toEqual([null, null, null, null]);
});

test('switched off it records nothing, and what is stored stays', async () => {
  const { app, report, cpu } = await setUp();
  const save = (body: object) => app.call('POST', '/api/system/settings/update', { body });
  await report(3);
  expect((await save({ historyEnabled: false })).status).toBe(200);
  await report(3);
  expect((await cpu()).slice(4)).toEqual([12, 12, 12, expect.anything(), null, null]);
  expect((await save({ historyEnabled: true })).status).toBe(200);
  await report(1);
  expect((await cpu()).at(-1)).toBe(12);
});

test('the settings limit what is kept, at once; the status and the diagnostics say how much there is', async () => {
  const { app, report } = await setUp();
  await report(1);
  const body = { historyFineHours: 2, historyMaxMegabytes: 100 };
  await app.call('POST', '/api/system/settings/update', { body });
  const status = HistoryStatusReply.parse((await app.call('GET', '/api/history/status')).json);
  expect(status).toMatchObject({ enabled: true, maxBytes: 100 * 1024 ** 2, damagedBlocks: 0, imports: [] });
  expect(status.tiers[0]).toMatchObject({ stepMs: 10_000, retentionMs: 2 * 60 * MINUTE });
  expect((await app.call('GET', '/api/diagnostics')).json).toMatchObject({ history: { resources: status.resources } });
});

test('Belfry records what it costs itself', async () => {
  const { app, clock } = await setUp();
  await clock.advance(2 * MINUTE);
  const { json } = await app.call('GET', `/api/history?ids=belfry/belfry&from=${START}&to=${clock.now()}&points=2`);
  const { series } = HistoryReply.parse(json);
  const last = Object.fromEntries(series.map(({ metric, mean }) => [metric, mean.at(-1)]));
  expect(last['memory.used']).toBeGreaterThan(10_000_000);
  expect(last.browsers).toBe(0);
});

test('with the worker and the file that main.ts gives it: what is reported is stored, answered, and there after a restart', async () => {
  const env = { BELFRY_AUTH_DISABLED: 'true' };
  const dataDir = tempDir();
  async function start() {
    const history = createEmbeddedHistory({ dataDir, clock: systemClock, log: createLogger('silent') });
    const app = await wholeApp({ env, dataDir, history });
    history.start();
    return { app, history };
  }
  const mean = async ({ app }: Awaited<ReturnType<typeof start>>, id: string): Promise<(number | null)[]> => {
    const { status, json } = await app.call('GET', `/api/history?ids=${encodeURIComponent(id)}&metrics=cpu`);
    return status === 200 ? (HistoryReply.parse(json).series[0]?.mean ?? []) : [];
  };
  const first = await start();
  const body = reportBody({ containers: [containerBody('c1', { name: 'web', cpuPercent: 12 })] });
  const { json } = await first.app.call('POST', '/api/agents/docker/report', { body });
  const id = `container/docker:${(json as { hostId: string }).hostId}/name:web`;
  await expect.poll(() => mean(first, id), { timeout: 60_000 }).toContain(12);
  await first.app.stop();
  const second = await start();
  expect(await mean(second, id)).toContain(12);
  expect(second.history.problems()).toEqual({});
}, 120_000);
