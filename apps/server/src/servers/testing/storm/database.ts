// The database of two servers in a storm: a PostgreSQL whose clock is that of the storm, may be wrong by a day, and notes who writes.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import type { StormClock } from '../../../contract/testing/storm/clock.ts';
import { startCluster } from '../../../db/testing/postgres-cluster.ts';

export interface StormDatabase {
  /** Host and port. */
  host: string;
  urlFor(server: string): string;
  /** It works, as far as the storm knows. */
  isWell(): boolean;
  sql(text: string): Promise<QueryResult>;
  /** Of its clock. */
  setAhead(ms: number): Promise<void>;
  /** Notes from now on who writes without being the holder, and what is written of attempts. */
  watch(): Promise<void>;
  /** Every connection of a server ends. */
  drop(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  fill(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

const NAME = 'belfry_storm';
const DISK_MB = 110;
/** Of what it keeps of the past, so that a full disk is full at once. */
const SMALL = ['max_wal_size=4MB', 'min_wal_size=2MB', 'max_connections=60', 'synchronous_commit=on'];

/** The clock of a database that all its statements read before that of PostgreSQL. */
const clockSql = ({ since, speed }: StormClock) => {
  const at = (real: string) =>
    `SELECT pg_catalog.to_timestamp((${since} + (extract(epoch FROM ${real}) * 1000 - ${since}) * ${speed} + ahead) / 1000.0) FROM storm.clock`;
  return `CREATE SCHEMA storm; CREATE TABLE storm.clock (ahead FLOAT8 NOT NULL); INSERT INTO storm.clock VALUES (0);
    CREATE FUNCTION storm.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ ${at('pg_catalog.now()')} $$;
    CREATE FUNCTION storm.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ ${at('pg_catalog.clock_timestamp()')} $$;
    ALTER DATABASE ${NAME} SET search_path = public, storm, pg_catalog`;
};

/** What is written of each attempt of a message, and each change of the holder, with the real time in ms. */
const ATTEMPTS = `
  CREATE TABLE storm.attempts (number BIGSERIAL, id TEXT, state TEXT, attempt BIGINT, who TEXT, at FLOAT8);
  CREATE TABLE storm.holders (epoch BIGINT, at FLOAT8);
  CREATE FUNCTION storm.real_ms() RETURNS FLOAT8 LANGUAGE sql AS $$ SELECT extract(epoch FROM pg_catalog.clock_timestamp()) * 1000 $$;
  CREATE FUNCTION storm.note_attempt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO storm.attempts (id, state, attempt, who, at)
      VALUES (NEW.id, NEW.state, NEW.attempts, current_setting('application_name'), storm.real_ms());
    RETURN NULL; END $$;
  CREATE FUNCTION storm.note_holder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.epoch <> OLD.epoch THEN INSERT INTO storm.holders VALUES (NEW.epoch, storm.real_ms()); END IF;
    RETURN NULL; END $$;
  CREATE TRIGGER note_attempt AFTER INSERT OR UPDATE ON public.deliveries FOR EACH ROW EXECUTE FUNCTION storm.note_attempt();
  CREATE TRIGGER note_holder AFTER UPDATE ON public.belfry_lease FOR EACH ROW EXECUTE FUNCTION storm.note_holder();`;

/** A standby greets and takes the lease. Everything else is written by the holder alone. */
const WATCH = `
  CREATE TABLE storm.strangers (who TEXT, what TEXT, holder TEXT);
  CREATE FUNCTION storm.note() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE held TEXT; BEGIN
    SELECT holder INTO held FROM public.belfry_lease;
    IF held <> current_setting('application_name') THEN
      INSERT INTO storm.strangers VALUES (current_setting('application_name'), TG_TABLE_NAME, held);
    END IF; RETURN NULL; END $$;
  DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
      AND tablename NOT IN ('belfry_servers', 'belfry_lease', 'belfry_switches') LOOP
      EXECUTE format('CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON public.%I FOR EACH ROW EXECUTE FUNCTION storm.note()', name);
    END LOOP; END $$`;

export async function startStormDatabase(home: string, clock: StormClock): Promise<StormDatabase> {
  mkdirSync(home);
  // PostgreSQL runs as another user.
  chmodSync(path.dirname(home), 0o755);
  chmodSync(home, 0o777);
  const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=777`, 'tmpfs', home]).status === 0;
  const cluster = await startCluster({ home, settings: SMALL, initial: ['--wal-segsize=1'] });
  await cluster.database(NAME);
  const sql = (text: string) => cluster.run(text, NAME);
  await sql(clockSql(clock));
  const ballast = path.join(home, 'ballast');
  let isWell = true;
  /** A machine starts its database again when it has ended. */
  async function startAgain(): Promise<void> {
    for (let left = 200; ; left--) {
      try {
        if (!cluster.isRunning()) await cluster.start();
        await sql('SELECT 1');
        isWell = true;
        return;
      } catch (error) {
        if (left === 0) throw error;
        await wait(50);
      }
    }
  }
  return {
    host: `127.0.0.1:${cluster.port}`,
    urlFor: (server) => `postgres://belfry@127.0.0.1:${cluster.port}/${NAME}?application_name=${server}`,
    isWell: () => isWell,
    sql,
    setAhead: async (ms) => void (await sql(`UPDATE storm.clock SET ahead = ${ms}`)),
    watch: async () => void (await sql(`${WATCH}; ${ATTEMPTS}`)),
    drop: async () =>
      void (await sql(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )),
    stop() {
      isWell = false;
      return cluster.stop();
    },
    kill() {
      isWell = false;
      return cluster.kill();
    },
    fill() {
      if (!hasDisk) return;
      isWell = false;
      fill(ballast);
    },
    async mend() {
      rmSync(ballast, { force: true });
      await startAgain();
    },
    async close() {
      rmSync(ballast, { force: true });
      await cluster.kill();
      if (hasDisk) spawnSync('umount', ['-l', home]);
    },
  };
}

/** Until the disk takes nothing more. */
export function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(16_384));
  } catch {
    closeSync(handle);
  }
}
