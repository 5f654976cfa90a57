// The built agent as a child process, started as its service does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const bundle = path.resolve(import.meta.dirname, '../../../apps/docker-agent/dist/main.js');

export interface AgentProcess extends AsyncDisposable {
  /** The lines it has logged so far. */
  log(): string[];
  stdout(): string;
  exited: Promise<number | null>;
}

export function startAgent(args: readonly string[], env: Record<string, string> = {}): AgentProcess {
  const child: ChildProcess = spawn(process.execPath, [bundle, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let log = '';
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (log += chunk));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    log: () => log.split('\n').filter(Boolean),
    stdout: () => out,
    exited,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
