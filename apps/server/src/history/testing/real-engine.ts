// Real engines for time series as the distribution packages them, started on free ports with folders of their own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'];

/** Why a program cannot be used, as the reason of a skip. */
export function missing(program: string, debian: string): string | undefined {
  return pathOf(program) ? undefined : `${program} is not installed (Debian: apt-get install ${debian})`;
}

function pathOf(program: string): string | undefined {
  return folders.map((folder) => path.join(folder, program)).find((file) => isExecutable(file));
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Runs a program to its end with this on its standard input. */
export async function runWith(program: string, args: readonly string[], input: string) {
  const child = spawn(pathOf(program) ?? program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Started when `ready`, an address, answers 2xx. It ends with the test. */
export async function startEngine(program: string, args: readonly string[], ready: string): Promise<ChildProcess> {
  const { child, stop } = await runEngine(program, args, ready);
  onTestFinished(() => stop('SIGKILL'));
  return child;
}

/** The same for several tests. */
export async function runEngine(program: string, args: readonly string[], ready: string) {
  const child = spawn(pathOf(program) ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2000)));
  const ended = once(child, 'close');
  const stop = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    const isReady = await fetch(ready).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, stop };
    await pause(50);
  }
}
