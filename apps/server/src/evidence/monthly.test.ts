// The report that Belfry makes by itself: when, where it goes, and what is shown while one could not be made.
import { ok } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import { MonthlyReports } from '@belfry/schema/http/monthly-reports';
import { expect, test } from 'vitest';
import { openTestStore, tempDir } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { refuse } from '../lib/refusal.ts';
import { createMonthly, type PlaceName } from './monthly.ts';
import type { OwnedOrder } from './reporter.ts';
import type { Kept } from './shelf.ts';

const HOUR_MS = 3_600_000;
const on = (more: Partial<MonthlyReports> = {}) => MonthlyReports.parse({ enabled: true, ...more });

/** Begins on October 20 at noon in Berlin. `broken`: places that refuse. */
async function setUp(dataDir = tempDir()) {
  const clock = fakeClock(Date.UTC(2026, 9, 20, 10));
  const store = await openTestStore({ dataDir, clock: fakeClock(0), log: createLogger('error', () => {}) });
  const asked: string[] = [];
  const put: string[] = [];
  const kept = new Map<string, Kept>();
  const broken = new Set<string>();
  const start = () =>
    createMonthly({
      ...{ settings: store.settings, clock, zone: 'Europe/Berlin' },
      parts: { guardedTask: (_part, run) => run() },
      orders: {
        async wait({ owner: _, ...order }: OwnedOrder) {
          asked.push(order.period);
          if (broken.has('history')) return refuse('unavailable', { id: 'report.noHistory' });
          const made = { ...order, id: `r${kept.size}`, file: 'f.pdf', at: 0, about: '', by: '', sizeBytes: 1 };
          kept.set(made.id, made);
          return ok(made);
        },
      },
      find: async (id) => kept.get(id),
      check: async (scope) => (scope === 'all' ? ok(true) : refuse('not_found')),
      places: () =>
        Object.fromEntries(
          (['mail', 'folder'] as const satisfies PlaceName[]).map((name) => [
            name,
            {
              name,
              async put({ period }: Kept) {
                if (broken.has(name)) return otherWords(`${name} is broken.`);
                put.push(`${name} ${period}`);
                return undefined;
              },
            },
          ]),
        ),
    });
  /** Looks once an hour until then. */
  async function until(monthly: ReturnType<typeof start>, at: number) {
    while (clock.now() < at) {
      await clock.advance(HOUR_MS);
      await monthly.look();
    }
  }
  return { clock, asked, put, broken, start, until };
}

test('the first one is about the present month, six hours after its end on the clock of the server; then each month, over a restart', async () => {
  const { start, until, asked, put } = await setUp();
  const monthly = start();
  expect((await monthly.change(on({ mail: true, folder: true }), 'me')).ok).toBe(true);
  expect(monthly.status().next).toBe('2026-11-01T05:00:00.000Z');
  await until(monthly, Date.UTC(2026, 10, 1, 4));
  expect(asked).toEqual([]);
  await until(monthly, Date.UTC(2026, 10, 1, 5));
  expect([asked, put]).toEqual([['2026-10'], ['mail 2026-10', 'folder 2026-10']]);
  const restarted = start();
  await until(restarted, Date.UTC(2026, 11, 2));
  expect(asked).toEqual(['2026-10', '2026-11']);
  expect(restarted.status().last).toMatchObject({ period: '2026-11' });
});

test('one that cannot be made is a problem, is tried each hour, and the problem ends when it is made', async () => {
  const { start, until, asked, broken, put } = await setUp();
  const monthly = start();
  await monthly.change(on({ folder: true }), 'me');
  broken.add('history');
  await until(monthly, Date.UTC(2026, 10, 1, 8));
  expect(asked).toHaveLength(4);
  const { evidence } = monthly.problems();
  expect(evidence?.message).toMatch(/2026-10 could not be made or sent\. The history does not answer/);
  expect(monthly.problems()).toBe(monthly.problems());
  broken.clear();
  await until(monthly, Date.UTC(2026, 10, 1, 9));
  expect([monthly.problems(), put]).toEqual([{}, ['folder 2026-10']]);
});

test('a place that refuses keeps no other waiting, and gets the same report later, without another being made', async () => {
  const { start, until, asked, broken, put } = await setUp();
  const monthly = start();
  await monthly.change(on({ mail: true, folder: true }), 'me');
  broken.add('mail');
  await until(monthly, Date.UTC(2026, 10, 1, 6));
  expect([asked, put]).toEqual([['2026-10'], ['folder 2026-10']]);
  expect(monthly.problems().evidence?.message).toContain('mail: mail is broken.');
  broken.clear();
  await until(start(), Date.UTC(2026, 10, 1, 7));
  expect([asked, put]).toEqual([['2026-10'], ['folder 2026-10', 'mail 2026-10']]);
});

test('while it is off nothing is made; a scope that is not there and a place that Belfry does not have are refused', async () => {
  const { start, until, asked } = await setUp();
  const monthly = start();
  expect(await monthly.change(on({ scope: 'site:x' }), 'me')).toMatchObject({ error: { code: 'not_found' } });
  expect(await monthly.change(on({ s3: true }), 'me')).toMatchObject({ error: { sentence: { id: 'report.noPlace' } } });
  await until(monthly, Date.UTC(2026, 10, 3));
  expect(asked).toEqual([]);
  expect(monthly.status().next).toBeUndefined();
});

test('now means the last whole month, made again', async () => {
  const { start, asked, put } = await setUp();
  const monthly = start();
  await monthly.change(on({ folder: true }), 'me');
  expect([await monthly.runNow(), await monthly.runNow()]).toEqual([ok(true), ok(true)]);
  expect([asked, put]).toEqual([
    ['2026-09', '2026-09'],
    ['folder 2026-09', 'folder 2026-09'],
  ]);
});

test('the logo is its bytes', async () => {
  const monthly = (await setUp()).start();
  await monthly.change(on({ logo: 'data:image/png;base64,iVBORw==', name: 'Systemhaus Nord' }), 'me');
  expect(monthly.head()).toEqual({ name: 'Systemhaus Nord', logo: Buffer.from([0x89, 0x50, 0x4e, 0x47]) });
});
