// What a host has kept becomes blocks, over a real file.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import { expect, onTestFinished, test } from 'vitest';
import { openHistoryFile } from '../db/history-file.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { systemClock } from '../lib/clock.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import { createDirectory } from './directory.ts';
import { stageForeign } from './foreign.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000] as const;
const START = Date.UTC(2026, 0, 2);
const guest: Resource = { kind: 'guest', id: 'a-100' };

test('a fill asks for each block once, and decodes none that it has just made', async () => {
  const file = openHistoryFile({ dataDir: tempDir(), clock: systemClock, log: { error: () => {} } });
  onTestFinished(() => file.close());
  const real = createBlocks(createDirectory());
  const read: string[] = [];
  const blocks: Blocks = {
    ...real,
    read(rows, place) {
      read.push(`${place.tier} ${place.at}`);
      return real.read(rows, place);
    },
  };
  const mean = metricsOf('guest').map(() => new Float64Array(24 * 60).fill(5));
  await file.use((rows) => stageForeign(blocks, rows, guest, { from: START, stepMs: MINUTE, mean }, [0, 0, 0, 0]));
  // Twelve blocks of two hours, one of a day, one of ten days; and the other nine days, of which nothing is known.
  expect(real.staged()).toBe(14);
  expect(new Set(read).size).toBe(read.length);
  expect(read.filter((name) => name.startsWith('1 '))).toHaveLength(12);
  expect(read.at(0)).toBe(`1 ${START}`);
  expect(slotsOf(read, 2).filter((at) => at !== START)).toHaveLength(9);
});

const slotsOf = (read: readonly string[], tier: number): number[] =>
  read.flatMap((name) => (name.startsWith(`${tier} `) ? [Number(name.slice(2))] : []));

test('a coarser block is made of the finer ones that were there before, too', async () => {
  const file = openHistoryFile({ dataDir: tempDir(), clock: systemClock, log: { error: () => {} } });
  onTestFinished(() => file.close());
  const blocks = createBlocks(createDirectory());
  const hours = (value: number) => metricsOf('guest').map(() => new Float64Array(120).fill(value));
  const place = { tier: 2, at: START, resource: guest, source: 'proxmox' } as const;
  await file.use((rows) => {
    for (const [n, value] of [10, 30].entries()) {
      const from = START + n * 2 * HOUR;
      stageForeign(blocks, rows, guest, { from, stepMs: MINUTE, mean: hours(value) }, [0, 0, 0, 0]);
      blocks.commit(rows);
    }
    const points = blocks.read(rows, place)?.[0];
    expect([0, 11, 12, 23].map((n) => points?.count[n])).toEqual([60, 60, 60, 60]);
    expect(points?.mean[12]).toBe(3 * (points?.mean[0] ?? 0));
    expect(points?.count[24]).toBe(0);
  });
});
