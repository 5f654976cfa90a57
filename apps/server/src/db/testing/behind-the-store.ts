// What another process, or an administrator, does to the database of a store. For tests that look into it or make it fail.
import { hash } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../open.ts';

export interface Behind {
  run(sql: string): Promise<void>;
  /** Everything in a table. */
  textOf(table: string): Promise<string>;
  /** New rows of a table are refused with `disk full` until the result is called. */
  refuse(table: string): Promise<() => Promise<void>>;
}

export function behindFile(dataDir: string): Behind {
  const ask = (sql: string) => {
    const db = openDatabase(path.join(dataDir, 'belfry.db'));
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };
  const run = async (sql: string) => void ask(sql);
  return {
    run,
    textOf: async (table) => JSON.stringify(ask(`SELECT * FROM ${table}`)),
    async refuse(table) {
      await run(`CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
      return () => run('DROP TRIGGER broken');
    },
  };
}

async function asked(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

export function behindServer(url: string): Behind {
  /** Other processes notice what is written with a change of this number. */
  const run = async (sql: string) => void (await asked(url, `${sql}; UPDATE belfry_parts SET changes = changes + 1`));
  return {
    run,
    textOf: async (table) => JSON.stringify((await asked(url, `SELECT * FROM ${table}`)).rows),
    async refuse(table) {
      await asked(
        url,
        `CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;
          CREATE TRIGGER broken BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION broken()`,
      );
      return async () => void (await asked(url, `DROP TRIGGER broken ON ${table}`));
    },
  };
}

/** The address of the database of a data directory in this cluster. It is made when it is first asked for. */
export async function databaseOf(cluster: string, dataDir: string): Promise<string> {
  const name = `belfry_${hash('sha256', dataDir).slice(0, 20)}`;
  const { rowCount } = await asked(cluster, `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
  if (rowCount === 0) await asked(cluster, `CREATE DATABASE ${name}`);
  const address = new URL(cluster);
  address.pathname = name;
  return address.href;
}
