import type { GuestRuns } from '@belfry/domain/protection/guest-runs';
import { expect, onTestFinished, test } from 'vitest';
import { type JournalFileOptions, openJournalFile } from '../db/journal-file.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createParts } from '../lib/parts.ts';
import { createRunMemory } from './run-memory.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1);
type Run = GuestRuns['runs'][number];
const run = (day: number, result: Run['result']): Run => ({
  ...{ job: 'j', at: START + day * DAY, result, startedAt: result === 'ok' ? START + day * DAY + 5000 : undefined },
});

function begin(options: { dataDir?: string; file?: undefined; change?: JournalFileOptions['change'] } = {}) {
  const { dataDir = tempDir(), change } = options;
  const clock = fakeClock(START + 10 * DAY);
  const defects: unknown[] = [];
  const log = { error: () => {} };
  const opened = openJournalFile({ dataDir, clock, log, setAside: { leaveOut: () => {} }, ...(change && { change }) });
  onTestFinished(() => opened.close());
  const known: Record<string, Run[]> = {};
  const asked: number[] = [];
  const memory = createRunMemory({
    file: 'file' in options ? undefined : opened,
    state: () => ({ vms: Object.keys(known).map((id) => ({ id })), containers: [] }) as never,
    runs(guest, from, until) {
      asked.push(until - from);
      return { runs: (known[guest] ?? []).filter(({ at }) => at >= from && at < until), before: undefined };
    },
    guardedTask: createParts({ onDefect: (error) => void defects.push(error), clock }).guardedTask,
    clock,
  });
  const results = async (guest: string) =>
    ((await memory.between(0, START + 99 * DAY)).get(guest) ?? []).map(({ at, result }) => [
      (at - START) / DAY,
      result,
    ]);
  return { memory, known, results, clock, defects, asked, dataDir, opened };
}

test('what became of a planned backup is still known when its backup and its task are gone', async () => {
  const { memory, known, results, dataDir, opened } = begin();
  known.a = [run(7, 'ok'), run(8, 'failed'), run(9, 'missed')];
  await memory.note();
  known.a = [run(7, 'missed'), run(8, 'unknown'), run(9, 'ok')];
  await memory.note();
  expect(await results('a')).toEqual([
    [7, 'ok'],
    [8, 'failed'],
    [9, 'ok'],
  ]);
  await opened.close();
  expect(await begin({ dataDir }).results('a')).toHaveLength(3);
});

test('what is not decided is not noted, and a later verification changes what was', async () => {
  const { memory, known, results } = begin();
  known.a = [run(7, 'unknown'), run(8, 'ambiguous'), run(9, 'running'), run(9.5, 'ok')];
  await memory.note();
  expect(await results('a')).toEqual([[9.5, 'ok']]);
  known.a = [run(9.5, 'damaged')];
  await memory.note();
  expect(await results('a')).toEqual([[9.5, 'damaged']]);
});

test('the whole past of a guest is looked at once, then only what may still change', async () => {
  const { memory, known, asked } = begin();
  known.a = [run(9, 'ok')];
  await memory.note();
  await memory.note();
  expect(asked.map((ms) => ms / DAY)).toEqual([40, 3]);
});

test('runs of more guests than fit into one part, once each', async () => {
  const { memory, known, results } = begin();
  for (let n = 0; n < 250; n++) known[`g${n}`] = [run(9, n % 2 ? 'ok' : 'missed')];
  await memory.note();
  await memory.note();
  expect(await results('g0')).toEqual([[9, 'missed']]);
  expect(await results('g249')).toEqual([[9, 'ok']]);
});

test('without the file nothing is noted and nothing fails', async () => {
  const { memory, known, results } = begin({ file: undefined });
  known.a = [run(9, 'ok')];
  await memory.note();
  expect(await results('a')).toEqual([]);
});

test('a write that fails is a defect of this part, and is tried again with the next one', async () => {
  let isBroken = true;
  const change: JournalFileOptions['change'] = (backend) => ({
    ...backend,
    run: async (sql, ...values) => {
      if (isBroken && sql.includes('INTO runs')) throw new Error('the disk is full');
      return backend.run(sql, ...values);
    },
  });
  const { memory, known, results, defects } = begin({ change });
  known.a = [run(9, 'ok')];
  await memory.note();
  expect(defects).toHaveLength(1);
  isBroken = false;
  await memory.note();
  expect(await results('a')).toEqual([[9, 'ok']]);
});

test('after two years it is removed', async () => {
  const { memory, known, results, clock } = begin();
  known.a = [run(9, 'ok')];
  await memory.note();
  await clock.advance(2000);
  expect(await results('a')).toHaveLength(1);
  clock.step(730 * DAY);
  await clock.advance(3_600_000);
  expect(await results('a')).toEqual([]);
});
