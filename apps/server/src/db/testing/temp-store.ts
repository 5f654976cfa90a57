// A store in a folder of its own that goes away with the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDice } from '@belfry/lab/dice';
import { inject, onTestFinished } from 'vitest';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import type { AuditBounds } from '../audit-store.ts';
import { type Database, openDatabase } from '../open.ts';
import { openDataDir, type StoreOptions, storeOf } from '../open-store.ts';
import type { Store } from '../store.ts';
import { lateBackend } from './late-backend.ts';

export const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A store and its database, for tests that look into it or make it fail. */
export interface TestStore extends Store {
  db: Database;
  /** What another process would do to the database. */
  elsewhere(sql: string): Promise<void>;
}

export function tempDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-store-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

declare module 'vitest' {
  interface ProvidedContext {
    database: 'late' | undefined;
  }
}
/** Whether this run is over a database that answers late. */
const isLate = inject('database') === 'late';
const { roll } = createDice(1);

export async function openTestStore(options: StoreOptions): Promise<TestStore> {
  const opened = openDataDir(options);
  if (!opened.ok) throw new Error(opened.error.message);
  const store = await storeOf(opened.value, options, isLate ? (backend) => lateBackend(backend, roll) : undefined);
  return {
    ...store,
    db: opened.value.db,
    async elsewhere(sql) {
      const other = openDatabase(path.join(options.dataDir, 'belfry.db'));
      other.exec(sql);
      other.close();
      await store.refresh();
    },
  };
}

export interface TempOptions {
  clock?: FakeClock | undefined;
  dataDir?: string;
  log?: Logger;
  auditBounds?: AuditBounds;
}

export async function tempStore({
  clock = fakeClock(START),
  dataDir = tempDir(),
  log = createLogger('silent'),
  auditBounds,
}: TempOptions = {}): Promise<TestStore> {
  const store = await openTestStore({ dataDir, clock, log, auditBounds });
  onTestFinished(store.close);
  return store;
}
