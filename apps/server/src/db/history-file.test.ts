// The file of the history, as a file.
import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { openHistoryFile } from './history-file.ts';
import { openDatabase } from './open.ts';
import { tempDir } from './testing/temp-store.ts';

const log = { error: () => {} };

function openIn(dataDir: string) {
  const file = openHistoryFile({ dataDir, clock: systemClock, log });
  onTestFinished(() => file.close());
  return file;
}

const blockOf = (n: number) => new Uint8Array(700).fill(n % 251);

const written = () => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

test.skipIf(process.platform !== 'linux')(
  'what is stored in bulk is written once, and little beside it; other rows go to the log as before',
  async () => {
    const dataDir = tempDir();
    const file = openIn(dataDir);
    const before = written();
    // Ten slots of a tier, each in five commits, as an import writes them.
    for (let part = 0; part < 5; part++) {
      const blocks = Array.from({ length: 10 }, (_, slot) =>
        Array.from({ length: 200 }, (_, n) => ({
          tier: 2,
          key: slot * 1_000_000 + part * 1000 + n,
          block: blockOf(n),
        })),
      );
      await file.use((rows) => rows.inBulk(() => rows.put(blocks.flat())));
    }
    const { size } = statSync(path.join(dataDir, 'history.db'));
    expect(size).toBeGreaterThan(7_000_000);
    expect((written() - before) / size).toBeLessThan(1.4);
    await file.use((rows) => rows.put([{ tier: 1, key: 8, block: blockOf(8) }]));
    expect(statSync(path.join(dataDir, 'history.db-wal')).size).toBeGreaterThan(0);
  },
);

test('a bulk that throws stores nothing, and the next one is stored', async () => {
  const file = openIn(tempDir());
  const failing = file.use((rows) =>
    rows.inBulk(() => {
      rows.put([{ tier: 1, key: 1, block: blockOf(1) }]);
      throw new Error('no');
    }),
  );
  await expect(failing).rejects.toThrow('no');
  expect(await file.use((rows) => rows.has(1, 1))).toBe(false);
  await file.use((rows) => rows.inBulk(() => rows.put([{ tier: 1, key: 2, block: blockOf(2) }])));
  expect(await file.use((rows) => rows.block(1, 2))).toEqual(blockOf(2));
});

test('what a process that was killed within a bulk had changed is as before', async () => {
  const [killed, dataDir] = [tempDir(), tempDir()];
  const first = openIn(killed);
  await first.use((rows) => rows.put([{ tier: 1, key: 1, block: blockOf(1) }]));
  const names = () => readdirSync(killed).filter((name) => name.startsWith('history.db'));
  const many = Array.from({ length: 3000 }, (_, key) => ({ tier: 1, key, block: blockOf(9) }));
  await first.use((rows) =>
    rows.inBulk(() => {
      rows.put(many);
      // More than the pages in memory: some are in the file already, and the journal has what they were.
      for (const name of names()) copyFileSync(path.join(killed, name), path.join(dataDir, name));
    }),
  );
  expect(statSync(path.join(dataDir, 'history.db-journal')).size).toBeGreaterThan(0);
  const file = openIn(dataDir);
  expect(await file.use((rows) => [rows.block(1, 1), rows.has(1, 2)])).toEqual([blockOf(1), false]);
});

test('while another program reads the file, a bulk is stored through the log', async () => {
  const dataDir = tempDir();
  const file = openIn(dataDir);
  await file.use((rows) => rows.put([{ tier: 1, key: 1, block: blockOf(1) }]));
  const other = openDatabase(path.join(dataDir, 'history.db'));
  onTestFinished(() => other.close());
  other.exec('BEGIN');
  expect(other.prepare('SELECT count(*) AS n FROM blocks_1').get()).toEqual({ n: 1 });
  await file.use((rows) => rows.inBulk(() => rows.put([{ tier: 1, key: 2, block: blockOf(2) }])));
  other.exec('COMMIT');
  expect(other.prepare('SELECT count(*) AS n FROM blocks_1').get()).toEqual({ n: 2 });
});
