// A private cluster of PostgreSQL on loopback, for tests: Debian's package, or the folder in POSTGRES_BIN.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of the programs. */
function programs(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.POSTGRES_BIN ?? '', ...versions.map((version) => path.join(DEBIAN, version, 'bin'))];
  return folders.find((folder) => folder !== '' && existsSync(path.join(folder, 'initdb')));
}

/** Why there is no PostgreSQL here, as the reason of a skip. */
export const noPostgres =
  programs() === undefined ? 'PostgreSQL is not installed (Debian: apt-get install postgresql-15)' : undefined;

export interface Cluster {
  port: number;
  /** The address of a new and empty database, or of another one of this user. */
  database(name?: string): Promise<string>;
  /** Statements of the administrator of the cluster. */
  run(sql: string, database?: string): Promise<pg.QueryResult>;
  stop(): Promise<void>;
  /** As a machine that goes off: nothing is finished. */
  kill(): Promise<void>;
  start(): Promise<void>;
  isRunning(): boolean;
  /** Stops it and removes its folder. */
  end(): Promise<void>;
}

/** Whom a program runs as: PostgreSQL refuses root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const SETTINGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'];

/** `home`: an empty folder for it; it is not removed. `settings`: more of them, which win. `initial`: words for initdb. */
interface ClusterOptions {
  home?: string;
  settings?: readonly string[];
  initial?: readonly string[];
}

export async function startCluster(given: ClusterOptions = {}): Promise<Cluster> {
  const { settings = [], initial = [] } = given;
  const folder = programs();
  if (folder === undefined) throw new Error(noPostgres);
  const who = unprivileged();
  const home = given.home ?? mkdtempSync(path.join(tmpdir(), 'belfry-postgres-'));
  if (who) chownSync(home, who.uid, who.gid);
  const data = path.join(home, 'data');
  const options = { ...who, cwd: home };
  execFileSync(
    path.join(folder, 'initdb'),
    ['-D', data, '-U', 'belfry', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C', ...initial],
    { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const addressOf = (database: string, user = 'belfry') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  let server: ReturnType<typeof spawn> | undefined;
  let made = 0;

  async function run(sql: string, database = 'postgres'): Promise<pg.QueryResult> {
    const client = new pg.Client(addressOf(database));
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  }
  async function start(): Promise<void> {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home];
    const all = [...SETTINGS, ...settings].flatMap((one) => ['-c', one]);
    const started = spawn(path.join(folder ?? '', 'postgres'), [...args, ...all], { ...options, stdio: 'ignore' });
    server = started;
    while (!(await run('SELECT 1').catch(() => undefined))) {
      if (started.exitCode !== null) throw new Error('PostgreSQL does not start');
      await pause(20);
    }
  }
  const isRunning = (): boolean => server !== undefined && server.exitCode === null && server.signalCode === null;
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || !isRunning()) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
  const stop = () => end('SIGINT');
  await start();
  return {
    ...{ port, run, start, stop, isRunning, kill: () => end('SIGKILL') },
    async database(name = `belfry_${process.pid}_${made++}`) {
      await run(`CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    async end() {
      await stop();
      if (given.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}
