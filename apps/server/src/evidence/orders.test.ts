// Reports that somebody ordered, and those that are kept: one that fails, throws or hangs harms no other.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ok } from '@belfry/domain/result';
import { expect, test, vi } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { type Answer, refuse } from '../lib/refusal.ts';
import { createOrders } from './orders.ts';
import type { OwnedOrder, Step } from './reporter.ts';
import { createShelf, newReportId } from './shelf.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const order = (period = '2026-10'): OwnedOrder => ({
  ...{ period, scope: 'all', format: 'json', language: 'en', paper: 'a4', owner: 'me' },
});
type Report = (order: OwnedOrder, onStep?: (step: Step) => void) => Promise<Answer<Uint8Array>>;

function setUp(report: Report = async () => ok(Buffer.from('content')), folder = path.join(tempDir(), 'reports')) {
  const clock = fakeClock(START);
  const shelf = createShelf(folder);
  const defects: string[] = [];
  const orders = createOrders({
    ...{ shelf, clock, mostKept: 3, onDefect: (error: unknown) => void defects.push(String(error)) },
    reporter: {
      report,
      check: async ({ scope }) =>
        scope === 'all'
          ? ok({ name: 'Kanzlei Brandt' })
          : refuse('not_found', { id: 'report.noScope', values: { scope } }),
    },
  });
  const states = async () => (await orders.list()).map(({ state }) => state);
  return { clock, shelf, orders, defects, folder, states };
}

test('an order is made, kept, listed over a restart, and deleted', async () => {
  const { orders, shelf, folder, states } = setUp();
  const kept = await orders.wait(order(), 'marek');
  expect(kept).toMatchObject({ ok: true, value: { by: 'marek', about: 'Kanzlei Brandt', sizeBytes: 7 } });
  const id = kept.ok ? kept.value.id : '';
  expect(kept.ok && kept.value.file).toBe('belfry-report-2026-10-kanzlei-brandt-20261101T000000Z.json');
  expect(await states()).toEqual(['made']);
  const again = createShelf(folder);
  expect((await again.list()).map((each) => each.id)).toEqual([id]);
  expect((await again.content(id))?.content.toString()).toBe('content');
  expect(await orders.remove(id)).toEqual(ok(true));
  expect([await states(), await shelf.content(id), readdirSync(folder)]).toEqual([[], undefined, []]);
  expect(await orders.remove(id)).toMatchObject({ error: { code: 'not_found' } });
});

test('while one is made, the list says how far it is; those behind it wait, and one that waits can be given up', async () => {
  const steps: ((step: Step) => void)[] = [];
  const ends: (() => void)[] = [];
  const { orders, states } = setUp((_, onStep = () => {}) => {
    steps.push(onStep);
    return new Promise((resolve) => ends.push(() => resolve(ok(Buffer.from('x')))));
  });
  await orders.order(order(), 'a');
  const waiting = await orders.order(order('2026-09'), 'b');
  steps[0]?.({ state: 'reading', done: 0.5 });
  expect(await orders.list()).toMatchObject([{ state: 'waiting' }, { state: 'reading', done: 0.5 }]);
  steps[0]?.({ state: 'writing' });
  expect(await states()).toEqual(['waiting', 'writing']);
  const [, running] = await orders.list();
  expect(await orders.remove(running?.id ?? '')).toMatchObject({ error: { code: 'conflict' } });
  expect(await orders.remove(waiting.ok ? waiting.value.id : '')).toEqual(ok(true));
  ends[0]?.();
  await vi.waitFor(async () => expect(await states()).toEqual(['made']));
  expect(ends).toHaveLength(1);
});

test('one that throws, is refused or never answers is shown with its reason, and the next one is made', async () => {
  const reports: Report[] = [
    () => Promise.reject(new Error('the state is gone')),
    async () => refuse('unavailable', { id: 'report.noHistory' }),
    () => new Promise(() => {}),
    async () => ok(Buffer.from('good')),
  ];
  const { orders, clock, states, defects } = setUp((...given) => (reports.shift() as Report)(...given));
  for (const period of ['2026-07', '2026-08', '2026-09', '2026-10']) await orders.order(order(period), '');
  await vi.waitFor(async () => expect(await states()).toEqual(['waiting', 'reading', 'failed', 'failed']));
  await clock.advance(600_000);
  await vi.waitFor(async () => expect(await states()).toEqual(['failed', 'failed', 'failed', 'made']));
  const problems = (await orders.list()).flatMap(({ problem }) => problem?.message ?? []);
  expect(problems.join(' ')).toMatch(/too long.*history does not answer.*the state is gone/s);
  expect(defects).toEqual(['Error: the state is gone']);
});

test('a folder that cannot be written fails that report only, and nothing of it stays in the list', async () => {
  const folder = path.join(tempDir(), 'file');
  writeFileSync(folder, 'no folder');
  const { orders, states } = setUp(undefined, folder);
  expect(await orders.wait(order(), '')).toMatchObject({ ok: false, error: { sentence: { id: 'report.notMade' } } });
  expect(await states()).toEqual([]);
});

test('an unknown scope is refused at once, and so are more orders than may wait', async () => {
  const { orders } = setUp(() => new Promise(() => {}));
  expect(await orders.order({ ...order(), scope: 'site:x' }, '')).toMatchObject({ error: { code: 'not_found' } });
  for (let n = 0; n < 20; n++) expect((await orders.order(order(), '')).ok).toBe(true);
  expect(await orders.order(order(), '')).toMatchObject({ error: { sentence: { id: 'report.tooMany' } } });
});

test('what is older than it should be kept goes, with what was never finished; the files of others stay', async () => {
  const { shelf, folder } = setUp();
  const { owner: _, ...what } = order();
  for (const days of [0, 29, 31]) {
    const at = START - days * DAY_MS;
    await shelf.add({ ...what, id: newReportId(at), file: 'f', at, about: '', by: '' }, Buffer.from('x'));
  }
  const old = new Date(START - 3 * DAY_MS);
  for (const name of ['20260101T000000Z-1.report', '20260101T000000Z-2.report.new', 'notes.txt', 'other.json']) {
    writeFileSync(path.join(folder, name), '{}');
    utimesSync(path.join(folder, name), old, old);
  }
  await shelf.prune(30, START);
  expect((await shelf.list()).map(({ at }) => (START - at) / DAY_MS)).toEqual([0, 29]);
  expect(readdirSync(folder).filter((name) => !/^2026(10|11)/.test(name))).toEqual(['notes.txt', 'other.json']);
});

test('a damaged description, and one that names another file, are no reports', async () => {
  const folder = path.join(tempDir(), 'reports');
  mkdirSync(folder);
  const { owner: _, ...what } = order();
  const good = { ...what, id: '../../etc/passwd', file: 'f', at: 1, about: '', by: '', sizeBytes: 1 };
  writeFileSync(path.join(folder, 'a.json'), '{"id":');
  writeFileSync(path.join(folder, 'b.json'), JSON.stringify(good));
  writeFileSync(path.join(folder, 'c.json'), JSON.stringify({ ...good, id: 'd' }));
  expect(await createShelf(folder).list()).toEqual([]);
});

test('there are never more than so many', async () => {
  const { orders } = setUp();
  for (let n = 0; n < 3; n++) expect((await orders.wait(order(), '')).ok).toBe(true);
  expect(await orders.order(order(), '')).toMatchObject({ error: { sentence: { id: 'report.full' } } });
});
