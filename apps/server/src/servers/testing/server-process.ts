// A server as a process of its own, at a port that stays the same, with its own data directory and the key of the other one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../db/testing/free-port.ts';
import { tempDir } from '../../db/testing/temp-store.ts';

export interface ServerProcess {
  name: string;
  url: string;
  dataDir: string;
  /** Starts it again after its end. */
  start(): void;
  signal(signal: NodeJS.Signals): void;
  /** Also one that sleeps. Waits for its end. */
  kill(): Promise<void>;
  /** Its exit code, or null after a signal. */
  ended(): Promise<number | null>;
  /** What a command on its machine prints. */
  command(...words: string[]): Promise<string>;
  /** Everything that it has printed. */
  said(): string;
  /** The status of `/api/ready`; 0: nothing answers. */
  ready(): Promise<number>;
}

const KEY = '5a'.repeat(32);

export async function serverProcess(name: string, env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = tempDir();
  let child: ChildProcess;
  let said = '';
  const whole = {
    ...{ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: String(port), BELFRY_DATA_DIR: dataDir, BELFRY_LOG_LEVEL: 'info' },
    ...{ BELFRY_SERVER_NAME: name, BELFRY_SERVER_ADDRESS: url, BELFRY_ENCRYPTION_KEY: KEY, ...env },
  };
  const program = (...words: string[]) =>
    spawn(process.execPath, [path.join(import.meta.dirname, '../../main.ts'), ...words], {
      ...{ env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...whole }, stdio: ['ignore', 'pipe', 'pipe'] },
    });
  const start = () => {
    child = program();
    const hear = (chunk: Buffer) => {
      said += chunk;
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
  };
  async function ended(): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }
  start();
  return {
    ...{ name, url, dataDir, start },
    signal: (signal) => void child.kill(signal),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended();
    },
    async command(...words) {
      const run = program(...words);
      let text = '';
      for (const stream of [run.stdout, run.stderr]) stream?.on('data', (chunk) => (text += chunk));
      await once(run, 'close');
      return text;
    },
    said: () => said,
    ready: () =>
      fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(1000) }).then(
        ({ status }) => status,
        () => 0,
      ),
  };
}

/** Milliseconds until it is so. */
export async function until(isSo: () => Promise<boolean>, limitMs = 40_000): Promise<number> {
  const begin = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begin > limitMs) throw new Error(`not within ${limitMs} ms`);
    await pause(50);
  }
  return performance.now() - begin;
}
