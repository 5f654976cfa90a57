// The built program in the role of a collector, as a child process.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { allocator, launchFlags, serverBundle } from '@belfry/e2e/product';

export interface CollectorProcess {
  pid: number;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Joins at the address `join`, and then speaks with the address `speak`. `options`: more of Node. */
export async function startCollectorProcess(
  { join, speak, token }: { join: string; speak: string; token: string },
  options: readonly string[] = [],
): Promise<CollectorProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-collector-'));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...allocator };
  await run(process.execPath, [serverBundle, 'collector', 'join', join, token, '--data-dir', dataDir], { env });
  const file = path.join(dataDir, 'collector.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), server: speak }));
  const args = [...launchFlags, ...options, serverBundle, 'collector', 'run', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  return {
    pid: child.pid as number,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
