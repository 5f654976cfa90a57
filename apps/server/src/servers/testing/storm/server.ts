// One of two servers in a storm: a process on a disk and at an address of its own, with a line to everything that it needs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StormClock } from '../../../contract/testing/storm/clock.ts';
import { type StormLine, stormLine } from '../../../contract/testing/storm/line.ts';
import { type Program, startProgram } from '../../../contract/testing/storm/program.ts';
import { freePort } from '../../../db/testing/free-port.ts';
import { fill } from './database.ts';
import type { Place } from './plan.ts';

const DISK_MB = 24;
const KEY = '5a'.repeat(32);
const ASK_MS = 30;
const LIMIT_MS = 1000;
/** A machine starts a program again when it has ended, after so long. */
const AGAIN_MS = 5000;

export interface StormServer {
  name: string;
  host: string;
  lines: Record<Place, StormLine>;
  /** Real ms at which it last said that it is the active one. */
  readyAt(): number;
  /** Real ms at which it last began to be active. */
  begunAt(): number;
  /** Since when it runs, is not stopped and reaches the database, in real ms. Undefined: it does not. */
  ableSince(): number | undefined;
  /** What its processes wrote. */
  said(): string;
  /** How processes ended that nobody ended. */
  ends: string[];
  kill(): Promise<void>;
  start(): void;
  freeze(): void;
  thaw(): void;
  /** Its data directory takes nothing more. */
  fill(): void;
  setAhead(ms: number): void;
  command(...words: string[]): Promise<string>;
  /** All is well again. */
  mend(): void;
  /** Asks it to end. Returns how it ended. */
  end(): Promise<number | null>;
  close(): Promise<void>;
}

export interface StormServerOptions {
  name: string;
  dir: string;
  clock: StormClock;
  cache: string;
  databaseUrl: string;
  /** Host and port of each. */
  places: Record<Place, string>;
  /** Whether the database works. */
  isDatabaseWell(): boolean;
}

export async function startStormServer(options: StormServerOptions): Promise<StormServer> {
  const { name, dir, clock, cache, databaseUrl, places, isDatabaseWell } = options;
  const [dataDir, aheadFile] = [path.join(dir, name), path.join(dir, `${name}-ahead`)];
  mkdirSync(dataDir);
  const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', dataDir]).status === 0;
  const ballast = path.join(dataDir, 'ballast');
  const lineTo = (place: Place) => stormLine(places[place]);
  const lines = { database: await lineTo('database'), receiver: await lineTo('receiver'), lab: await lineTo('lab') };
  const portIn = (place: string) => Number(place.split(':')[1]);
  const kinds = ['database', 'receiver', 'lab'] as const;
  const routes = Object.fromEntries(kinds.map((place) => [portIn(places[place]), portIn(lines[place].host)]));
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const env = {
    ...{ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: String(port), BELFRY_DATA_DIR: dataDir, BELFRY_LOG_LEVEL: 'info' },
    ...{ BELFRY_SERVER_NAME: name, BELFRY_SERVER_ADDRESS: `http://${host}`, BELFRY_ENCRYPTION_KEY: KEY },
    ...{ BELFRY_DATABASE_URL: databaseUrl, BELFRY_AUTH_DISABLED: 'true' },
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const run = (words: readonly string[]) => startProgram({ words, env, clock, aheadFile, cache, routes });
  const programs: Program[] = [];
  const ends: string[] = [];
  let [isFrozen, isWanted, isOver] = [false, false, false];
  let readyAt = 0;
  let begunAt = 0;
  let ableSince: number | undefined;
  let heard = 0;
  const said = () => programs.map((program) => program.said()).join('');

  function start(): void {
    isWanted = true;
    const program = run([]);
    programs.push(program);
    const exits = () => {
      if (!isWanted || programs.at(-1) !== program) return;
      ends.push(`${isDatabaseWell() ? '' : '(without a database) '}${program.said().slice(-600)}`);
      void clock.pass(AGAIN_MS).then(() => isWanted && start());
    };
    program.child.once('close', exits);
  }
  const isAnswering = () => programs.at(-1)?.isRunning() === true && !isFrozen;

  async function ask(): Promise<void> {
    for (; !isOver; await wait(ASK_MS)) {
      const status = await fetch(`http://${host}/api/ready`, { signal: AbortSignal.timeout(LIMIT_MS) }).then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
        () => 0,
      );
      const now = performance.now();
      if (status === 200) readyAt = now;
      const text = said();
      if (text.indexOf('"msg":"this server is active"', heard) >= 0) begunAt = now;
      heard = text.length;
      const isAble = isAnswering() && status !== 0 && isDatabaseWell() && isReached;
      ableSince = isAble ? (ableSince ?? now) : undefined;
    }
  }
  let isReached = true;
  const { database } = lines;
  for (const fault of ['cut', 'stall', 'hold', 'mend'] as const) {
    const own = database[fault];
    database[fault] = () => {
      isReached = fault === 'mend';
      own();
    };
  }
  function thaw(): void {
    programs.at(-1)?.thaw();
    isFrozen = false;
  }
  const asking = ask();
  start();

  return {
    ...{ name, host, lines, ends, said, start },
    readyAt: () => readyAt,
    begunAt: () => begunAt,
    ableSince: () => (isAnswering() && isDatabaseWell() && isReached ? ableSince : undefined),
    async kill() {
      isWanted = false;
      await programs.at(-1)?.kill();
    },
    freeze() {
      isFrozen = true;
      programs.at(-1)?.freeze();
    },
    thaw,
    fill: () => hasDisk && fill(ballast),
    setAhead: (ms) => writeFileSync(aheadFile, String(ms)),
    async command(...words) {
      const program = run(words);
      await new Promise((done) => program.child.on('close', done));
      return program.said();
    },
    mend() {
      rmSync(ballast, { force: true });
      for (const line of Object.values(lines)) line.mend();
      thaw();
      if (!isWanted) start();
    },
    async end() {
      isWanted = false;
      return (await programs.at(-1)?.end()) ?? null;
    },
    async close() {
      isOver = true;
      isWanted = false;
      await asking;
      for (const program of programs) if (program.isRunning()) await program.kill();
      for (const line of Object.values(lines)) line.close();
      if (hasDisk) spawnSync('umount', ['-l', dataDir]);
    },
  };
}
