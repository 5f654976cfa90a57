// The stores through a pooler that gives a connection of the server to somebody else after each transaction.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { missing } from '../../history/testing/real-engine.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { freePort } from '../testing/free-port.ts';
import { noPostgres } from '../testing/postgres-cluster.ts';
import { postgresDatabases } from '../testing/postgres-databases.ts';
import { tempDir } from '../testing/temp-store.ts';
import { fenceStatement } from './lease.ts';
import { openLeaseLine } from './lease-line.ts';
import { openPostgresStore } from './open-postgres.ts';

const cluster = postgresDatabases();
const reason = noPostgres ?? missing('pgbouncer', 'pgbouncer');

/** The same database through PgBouncer with one connection to the server, which all its clients share. */
async function pooled(url: string): Promise<string> {
  const dir = tempDir();
  chmodSync(dir, 0o755);
  const port = await freePort();
  const { port: behind, pathname } = new URL(url);
  const config = path.join(dir, 'pgbouncer.ini');
  writeFileSync(path.join(dir, 'users'), '"belfry" ""\n');
  writeFileSync(
    config,
    `[databases]\n* = host=127.0.0.1 port=${behind}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\nunix_socket_dir=\n` +
      `auth_type=trust\nauth_file=${dir}/users\npool_mode=transaction\ndefault_pool_size=1\n`,
  );
  const who = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('/usr/sbin/pgbouncer', [config], { ...who, stdio: 'ignore' });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const address = `postgres://belfry@127.0.0.1:${port}${pathname}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('pgbouncer does not start');
    const client = new pg.Client(address);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return address;
    await pause(50);
  }
}

test('two processes that share one connection of a pooler in transaction mode write and read each for itself', async ({
  skip,
}) => {
  if (reason !== undefined) return skip(reason);
  const databaseUrl = await pooled(await (await cluster()).database());
  const options = { dataDir: tempDir(), clock: systemClock, log: createLogger('silent'), databaseUrl };
  const open = async () => {
    const opened = await openPostgresStore(options);
    if (!opened.ok) throw new Error(opened.error.message);
    onTestFinished(opened.value.close);
    return opened.value;
  };
  const [one, other] = [await open(), await open()];
  const count = z.number();
  const raise = (store: typeof one) =>
    store.atomically(async (tx) => {
      await tx.audit.list(1);
      await tx.settings.put('count', (tx.settings.get('count', count) ?? 0) + 1);
    });
  await Promise.all(Array.from({ length: 20 }, (_, n) => raise(n % 2 === 0 ? one : other)));
  await one.refresh();
  expect(one.settings.get('count', count)).toBe(20);
});

test('through a pooler in transaction mode too, a server that lost the lease writes nothing', async ({ skip }) => {
  if (reason !== undefined) return skip(reason);
  const databaseUrl = await pooled(await (await cluster()).database());
  const line = openLeaseLine(databaseUrl);
  onTestFinished(line.close);
  await line.prepare();
  const facts = (name: string) => ({ name, id: name, address: '', version: '' });
  const epoch = await line.take(facts('a'), 'start');
  const fence = { statement: fenceStatement('a', epoch ?? 0), isHeld: () => true, refused() {} };
  const options = { dataDir: tempDir(), clock: systemClock, log: createLogger('silent'), databaseUrl, fence };
  const opened = await openPostgresStore(options);
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(opened.value.close);
  await opened.value.settings.put('a', 'of the holder');
  await line.release('a', epoch ?? 0);
  expect(await line.take(facts('b'), 'takeover')).toBe(2);
  await expect(opened.value.settings.put('a', 'too late')).rejects.toThrow(/does not hold the lease/);
  expect(opened.value.settings.get('a', z.string())).toBe('of the holder');
});
