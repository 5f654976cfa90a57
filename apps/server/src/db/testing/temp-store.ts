// A store in a folder of its own that goes away with the test.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDice, type Dice } from '@belfry/lab/dice';
import { inject, onTestFinished, type TestContext } from 'vitest';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import type { AuditBounds } from '../audit-store.ts';
import { type Database, openDatabase } from '../open.ts';
import { openDataDir, type StoreOptions, storeOf } from '../open-store.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { openSetAside } from '../set-aside.ts';
import { createStore, type Store } from '../store.ts';
import { createMemoryBackend, emptyDisk, type MemoryDisk } from './memory-backend.ts';

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
/** Whether this run is over the second database, see `memory-backend.ts`. */
const isLate = inject('database') === 'late';

/** For a test that looks into the file of SQLite, or changes it. */
export function needsSqlite(context: TestContext): void {
  if (isLate) context.skip('this test looks into the file of SQLite');
}

export async function openTestStore(options: StoreOptions): Promise<TestStore> {
  return isLate ? openLate(options) : openSqlite(options);
}

async function openSqlite(options: StoreOptions): Promise<TestStore> {
  const opened = openDataDir(options);
  if (!opened.ok) throw new Error(opened.error.message);
  const store = await storeOf(opened.value, options);
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

/** By data directory: a store that is opened again finds what it left. */
const lateDisks = new Map<string, { disk: MemoryDisk; sealing: Secrets; dice: Dice }>();

async function openLate(options: StoreOptions): Promise<TestStore> {
  const known = lateDisks.get(options.dataDir);
  const kept = known ?? {
    disk: emptyDisk(),
    sealing: createSecrets(randomBytes(32)),
    dice: createDice(lateDisks.size),
  };
  lateDisks.set(options.dataDir, kept);
  const backend = createMemoryBackend(kept.disk, kept.dice.roll);
  const store = await createStore({ ...options, backend, sealing: kept.sealing, setAside: openSetAside(options) });
  const none = (): never => {
    throw new Error('The second database has no file: this test begins with `needsSqlite(context)`.');
  };
  return {
    ...store,
    elsewhere: none,
    get db() {
      return none();
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
