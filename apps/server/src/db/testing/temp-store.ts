// A store in a folder of its own that goes away with the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import type { AuditBounds } from '../audit-store.ts';
import type { Database } from '../open.ts';
import { openDataDir, type StoreOptions, storeOf } from '../open-store.ts';
import { openPostgresStore, type PostgresOptions } from '../postgres/open-postgres.ts';
import type { Store } from '../store.ts';
import { type Behind, behindFile, behindServer, databaseOf } from './behind-the-store.ts';

export const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A store and its database, for tests that look into it or make it fail. */
export interface TestStore extends Store {
  /** Throws when the store has none. */
  readonly db: Database;
  behind: Pick<Behind, 'textOf' | 'refuse'>;
  /** What another process would do to the database. Two texts: SQLite and PostgreSQL write it differently. */
  elsewhere(sql: string, postgres?: string): Promise<void>;
}

export function tempDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-store-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a cluster, when this run is over PostgreSQL. */
    postgres: string | undefined;
  }
}

export async function openTestStore(options: StoreOptions): Promise<TestStore> {
  const cluster = inject('postgres');
  const { dataDir, databaseUrl = cluster && (await databaseOf(cluster, dataDir)) } = options;
  return databaseUrl === undefined ? overFile(options) : overServer({ ...options, databaseUrl });
}

async function overFile(options: StoreOptions): Promise<TestStore> {
  const opened = openDataDir(options);
  if (!opened.ok) throw new Error(opened.error.message);
  const store = await storeOf(opened.value, options);
  const behind = behindFile(options.dataDir);
  return {
    ...{ ...store, db: opened.value.db, behind },
    async elsewhere(sql) {
      await behind.run(sql);
      await store.refresh();
    },
  };
}

async function overServer(options: PostgresOptions): Promise<TestStore> {
  const opened = await openPostgresStore(options);
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const behind = behindServer(options.databaseUrl);
  return {
    ...{ ...store, behind },
    get db(): Database {
      throw new Error('This store has no file.');
    },
    async elsewhere(sql, postgres = sql) {
      await behind.run(postgres);
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
