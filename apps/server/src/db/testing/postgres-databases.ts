// New databases of PostgreSQL for the tests of a file, in one cluster that ends with the file.
import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { type OpenedPostgres, openPostgres, type PostgresOptions } from '../postgres/open-postgres.ts';
import { type Cluster, startCluster } from './postgres-cluster.ts';
import { tempDir } from './temp-store.ts';

export function postgresDatabases() {
  let cluster: Promise<Cluster> | undefined;
  afterAll(async () => (await cluster)?.end());
  return () => {
    cluster ??= startCluster();
    return cluster;
  };
}

const KEY = randomBytes(32).toString('hex');

/** As a server opens it. */
export async function openedPostgres(
  databaseUrl: string,
  more: Partial<PostgresOptions> = {},
): Promise<OpenedPostgres> {
  const log = createLogger('silent');
  const own = { dataDir: tempDir(), encryptionKey: KEY, clock: systemClock, log, patienceMs: 0 };
  const opened = await openPostgres({ ...own, databaseUrl, ...more });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
