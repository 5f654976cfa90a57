// A store in a folder of its own that goes away with the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import { openStore, type Store } from '../store.ts';

export const START = Date.UTC(2026, 0, 2, 3, 4, 5);

export function tempDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-store-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function tempStore(
  clock: FakeClock = fakeClock(START),
  dataDir: string = tempDir(),
  log: Logger = createLogger('silent'),
): Store {
  const opened = openStore({ dataDir, clock, log });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  onTestFinished(() => {
    if (store.db.isOpen) store.close();
  });
  return store;
}
