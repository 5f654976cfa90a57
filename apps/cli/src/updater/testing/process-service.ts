// The service as a process of its own, where there is no systemd. Its number is in a file, so that another updater finds it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../service.ts';

interface Told {
  root: string;
  dataDir: string;
  port: number;
  pidFile: string;
}

export function processService({ root, dataDir, port, pidFile }: Told): Service & { isRunning(): boolean } {
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : undefined);
  const isRunning = () => {
    const known = pid();
    try {
      // a process that ended and was not collected yet does not run
      return known !== undefined && !/\) Z /.test(readFileSync(`/proc/${known}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };
  return {
    isRunning,
    async adopt() {},
    async ended() {
      return isRunning() ? undefined : 'it ended by itself';
    },
    async stop() {
      if (isRunning()) process.kill(pid() as number, 'SIGTERM');
      while (isRunning()) await wait(10);
      rmSync(pidFile, { force: true });
    },
    async start() {
      if (isRunning()) return;
      const env = { PATH: process.env.PATH, BELFRY_DATA_DIR: dataDir, BELFRY_PORT: String(port) };
      const child = spawn(path.join(root, 'current/belfry-server'), { env, stdio: 'ignore', detached: true });
      child.unref();
      writeFileSync(pidFile, String(child.pid));
    },
  };
}
