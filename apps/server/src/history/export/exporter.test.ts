// How values get to an engine that fails, refuses, or is away, and what a process that ends loses.
import { gunzipSync } from 'node:zlib';
import { fail, ok } from '@belfry/domain/result';
import { ExportConfig } from '@belfry/schema/history/exports';
import { expect, onTestFinished, test } from 'vitest';
import { type ExportQueue, openExportQueue } from '../../db/export-queue-file.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { momentOf } from '../../lib/clock.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import type { GuardedRequest } from '../../lib/outgoing/request.ts';
import type { Readings } from '../exposition/collect.ts';
import { readingOf } from '../exposition/subject.ts';
import { alerts } from '../exposition/subjects.ts';
import { createExporter } from './exporter.ts';
import { influxdb } from './influxdb.ts';

const START = Date.UTC(2026, 0, 2);
const SECOND = 1000;
const log = createLogger('silent');
const url = 'http://influx.lan:8086/write?db=belfry';

type Answer = { status: number; body?: string; headers?: Record<string, string> } | 'away' | 'never';

/** Settles all that is asked of the disk, which is not on the fake clock. */
const settled = async (clock: FakeClock) => {
  for (let n = 0; n < 20; n++) await clock.advance(0);
};

interface Given {
  clock?: FakeClock;
  dataDir?: string;
  config?: Partial<ExportConfig>;
  answer?: Answer;
  /** The disk has no room for what is added. */
  isFull?: () => boolean;
}

async function setUp({ clock = fakeClock(START), dataDir = tempDir(), config: given = {}, ...more }: Given = {}) {
  const config = { value: ExportConfig.parse({ enabled: true, url, intervalSeconds: 10, ...given }) };
  const received: { at: number; text: string; credentials: string | undefined }[] = [];
  let answer: Answer = more.answer ?? { status: 204 };
  const request: GuardedRequest = async ({ body, headers, signal }) => {
    const text = gunzipSync(body ?? '').toString();
    received.push({ at: (clock.now() - START) / SECOND, text, credentials: headers?.authorization });
    if (answer === 'away') return fail({ message: 'influx.lan cannot be reached (ECONNREFUSED).', sent: false });
    if (answer !== 'never') return ok({ headers: {}, body: '', ...answer });
    await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
    return fail({ message: 'given up', sent: true });
  };
  let reading = 0;
  let added = 0;
  const readings = (): Readings => [
    [alerts, [readingOf(alerts, { labels: [['level', 'x']] }, { active: ++reading, open: undefined })]],
  ];
  const opened = openExportQueue({ dataDir, clock, log });
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const queue: ExportQueue = {
    ...opened,
    add(...batch) {
      added++;
      return more.isFull?.() ? Promise.reject(full) : opened.add(...batch);
    },
  };
  const noted: unknown[] = [];
  const exporter = createExporter({
    ...{ key: 'influxdb', format: influxdb, config: () => config.value, readings, queue, request, clock },
    disk: { note: (error) => noted.push(error) > 0 },
    onDefect(error) {
      throw error;
    },
  });
  const cancel = clock.every(SECOND, () => exporter.tick(momentOf(clock)));
  let isOver = false;
  /** The process ends here. */
  const kill = () => {
    if (isOver) return;
    isOver = true;
    cancel();
    opened.close();
  };
  onTestFinished(kill);
  return {
    ...{ clock, dataDir, exporter, received, noted, kill },
    async run(seconds: number) {
      for (let n = 0; n < seconds; n++) {
        await clock.advance(SECOND);
        await settled(clock);
      }
    },
    answerWith(next: Answer) {
      answer = next;
    },
    configure: (change: Partial<ExportConfig>) => {
      config.value = { ...config.value, ...change };
      return exporter.follow();
    },
    /** How often something was put on the disk. */
    added: () => added,
    /** The readings that were received, by their numbers. */
    numbers: () => received.map(({ text }) => Number(/active=(\d+)/.exec(text)?.[1])),
  };
}

test('each interval is sent once, at once, and nothing of it is written to the disk', async () => {
  const { run, numbers, received, exporter, added } = await setUp();
  await run(31);
  expect(added()).toBe(0);
  expect(numbers()).toEqual([1, 2, 3, 4]);
  expect(received[1]?.text).toBe(`belfry_alerts,level=x active=2 ${START + 10 * SECOND}`);
  expect(await exporter.status()).toMatchObject({ sent: 4, waiting: 0, waitingBytes: 0, dropped: 0 });
});

test('while the engine fails values wait on the disk, attempts become rarer, and then all arrive in their order', async () => {
  const { run, numbers, received, exporter, answerWith } = await setUp({ answer: { status: 503, body: 'no leader' } });
  await run(61);
  expect(new Set(numbers())).toEqual(new Set([1]));
  expect(received.map(({ at }) => at)).toEqual([1, 2, 4, 8, 16, 32]);
  expect(await exporter.status()).toMatchObject({ waiting: 7, problem: 'HTTP 503: no leader', sent: 0 });
  answerWith({ status: 204 });
  received.length = 0;
  await run(5);
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await exporter.status()).toMatchObject({ waiting: 0, sent: 7 });
  expect(exporter.trouble()).toBeUndefined();
});

test.each([401, 403, 407])(
  'after HTTP %i values wait, because it is about the credentials; with others all arrive, none is dropped',
  async (status) => {
    const refused = { status, body: 'unauthorized access' };
    const { run, numbers, received, exporter, answerWith, configure } = await setUp({
      answer: refused,
      config: { secret: 'old' },
    });
    await run(31);
    const problem = `HTTP ${status}: unauthorized access`;
    expect(await exporter.status()).toMatchObject({ waiting: 4, dropped: 0, refused: true, problem });
    expect(new Set(received.map(({ credentials }) => credentials))).toEqual(new Set(['Token old']));
    answerWith({ status: 204 });
    received.length = 0;
    await configure({ secret: 'new' });
    await run(1);
    expect([numbers(), received[0]?.credentials]).toEqual([[1, 2, 3, 4], 'Token new']);
    const after = await exporter.status();
    expect([after.sent, after.dropped, after.refused, after.problem]).toEqual([4, 0, undefined, undefined]);
  },
);

test('what waits because of the credentials keeps to the bounds of the queue', async () => {
  const { run, exporter } = await setUp({
    answer: { status: 401 },
    config: { maxQueueHours: 1, intervalSeconds: 600 },
  });
  await run(2 * 3600);
  const { waiting, dropped, dropReason, refused } = await exporter.status();
  expect([waiting <= 8, dropped > 0, dropReason, refused]).toEqual([
    ...[true, true, 'More waited than the settings allow.', true],
  ]);
});

test('the time that an engine asks for with 429 is kept', async () => {
  const { run, received } = await setUp({ answer: { status: 429, headers: { 'retry-after': '25' } } });
  await run(40);
  expect(received.map(({ at }) => at)).toEqual([1, 26]);
});

test('a page of a sign-in in front of the engine is no success: what was sent waits', async () => {
  const answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' };
  const { exporter, run } = await setUp({ answer });
  await run(15);
  expect(await exporter.status()).toMatchObject({ sent: 0, problem: expect.stringContaining('web page ("Sign in")') });
});

test('what is refused is dropped with the words of the engine, and what follows is sent', async () => {
  const { run, numbers, exporter, answerWith } = await setUp({ answer: { status: 400, body: 'out of order sample' } });
  await run(5);
  expect(await exporter.status()).toMatchObject({
    dropped: 1,
    dropReason: 'HTTP 400: out of order sample',
    waiting: 0,
  });
  answerWith({ status: 204 });
  await run(10);
  expect(numbers()).toEqual([1, 2]);
});

test('a stop loses nothing; a process that is killed loses the present interval at most', async () => {
  const stopped = await setUp({ answer: 'never' });
  await stopped.run(12);
  await stopped.exporter.stop();
  stopped.kill();
  const again = await setUp({ clock: stopped.clock, dataDir: stopped.dataDir });
  await again.run(1);
  expect(again.received.map(({ text }) => text.split(' ').at(-1))).toEqual([
    ...[START + SECOND, START + 10 * SECOND, START + 13 * SECOND].map(String),
  ]);

  const killed = await setUp({ answer: 'away' });
  await killed.run(35);
  killed.answerWith('never');
  await killed.run(10);
  const made = 5;
  killed.kill();
  const next = await setUp({ clock: killed.clock, dataDir: killed.dataDir });
  await next.run(1);
  const times = next.received.map(({ text }) => Number(text.split(' ').at(-1)));
  expect(times.filter((at) => at < killed.clock.now() - SECOND).length).toBeGreaterThanOrEqual(made - 1);
});

test('more than the bounds allow is dropped, the oldest first', async () => {
  const old = await setUp({ answer: 'away', config: { maxQueueHours: 1, intervalSeconds: 600 } });
  await old.run(2 * 3600);
  const status = await old.exporter.status();
  expect(status.dropReason).toBe('More waited than the settings allow.');
  expect(status.oldestAt).toBeGreaterThanOrEqual(old.clock.now() - 3_600_000 - 600_000);

  const { clock, dataDir } = await setUp();
  const queue = openExportQueue({ dataDir, clock, log });
  const body = new Uint8Array(400_000);
  await queue.add(
    'prometheus',
    [1, 2, 3, 4].map((at) => ({ at, values: 10, body })),
  );
  expect(await queue.prune('prometheus', { before: 0, maxBytes: 1_000_000 })).toBe(20);
  expect(await queue.size('prometheus')).toEqual({ batches: 2, values: 20, bytes: 800_000, oldest: 3 });
  queue.close();
});

test('while the disk is full nothing waits and the reason is named; afterwards values wait again', async () => {
  let isFull = true;
  const { run, exporter, noted, answerWith, numbers, received } = await setUp({ answer: 'away', isFull: () => isFull });
  await run(25);
  expect(noted.length).toBeGreaterThan(0);
  expect(await exporter.status()).toMatchObject({ waiting: 0, dropReason: 'The disk does not accept what waits.' });
  isFull = false;
  await run(20);
  const { waiting } = await exporter.status();
  expect(waiting).toBeGreaterThan(0);
  received.length = 0;
  answerWith({ status: 204 });
  await run(60);
  expect(numbers().slice(0, 2)).toEqual([4, 5]);
});

test('an export that is switched off drops what waits, and asks nothing', async () => {
  const { run, configure, exporter, received } = await setUp({ answer: 'away' });
  await run(15);
  await configure({ enabled: false });
  received.length = 0;
  await run(30);
  expect([received, (await exporter.status()).waiting]).toEqual([[], 0]);
});
