// A program of Belfry in a process of its own, on the clock of a storm. What it writes is kept.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { StormClock } from './clock.ts';

const main = path.join(import.meta.dirname, '../../../main.ts');
const preload = path.join(import.meta.dirname, 'fast-time.ts');

export interface ProgramOptions {
  words: readonly string[];
  env: Record<string, string>;
  clock: StormClock;
  /** A file with the number of ms that its wall clock is ahead. */
  aheadFile: string;
  /** Of collectors, if it is not that of this version. */
  protocol?: number | undefined;
  cache: string;
  /** The port to which a port leads, for this program. */
  routes?: Readonly<Record<string, number>>;
}

export interface Program {
  child: ChildProcess;
  /** All that it has written. */
  said(): string;
  /** The first part of a line that it writes from now on, or has written. */
  find(what: RegExp): Promise<string>;
  isRunning(): boolean;
  kill(): Promise<void>;
  /** Asks it to end. Returns how it ended. */
  end(): Promise<number | null>;
  freeze(): void;
  thaw(): void;
}

/** A stop takes 8 s at most, on a machine that is not busy. */
const END_MS = 40_000;

export function startProgram({ words, env, clock, aheadFile, protocol, cache, routes }: ProgramOptions): Program {
  const child = spawn(process.execPath, ['--import', preload, main, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: cache, LANG: 'C', TZ: 'UTC' },
      ...{ STORM_SINCE: String(clock.since), STORM_SPEED: String(clock.speed), STORM_AHEAD: aheadFile },
      ...(protocol !== undefined && { STORM_PROTOCOL: String(protocol) }),
      ...(routes && { STORM_ROUTES: JSON.stringify(routes) }),
      ...env,
    },
  });
  let text = '';
  const arrived = new EventTarget();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
      arrived.dispatchEvent(new Event('text'));
    });
  const closed = once(child, 'close').then(([code]) => {
    arrived.dispatchEvent(new Event('text'));
    return code as number | null;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    said: () => text,
    async find(what) {
      for (;;) {
        const found = what.exec(text);
        if (found) return found[1] ?? found[0];
        if (!isRunning()) throw new Error(`the program has ended: ${text}`);
        await once(arrived, 'text');
      }
    },
    isRunning,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async end() {
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
      const code = await closed;
      clearTimeout(late);
      return code;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
