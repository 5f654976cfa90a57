// The built product as a child process, as a user starts it, with its own port and data directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const serverBundle = path.join(root, 'apps/server/dist/main.js');
export const artifacts = path.join(root, 'artifacts');

/** As the image and `npm start` have them: docs/decisions/0008. */
export const launchFlags = ['--min-semi-space-size=4', '--max-semi-space-size=64', '--heap-growing-percent=40'];
export const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };

export interface RunningProduct {
  url: string;
  dataDir: string;
  pid: number;
  /** Everything it wrote so far. */
  output(): string;
  /** Its exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** What a product gets of the environment of the tests. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/**
 * Starts the bundle on a port the system chooses, and waits until it says that it is ready, or a standby; throws with its output when it
 * ends before that. `spawned` is called at once with the id of the process. `bundle` may be that of another checkout.
 */
export async function startProduct(
  env: Record<string, string> = {},
  spawned: (pid: number) => void = () => {},
  bundle = serverBundle,
): Promise<RunningProduct> {
  if (!existsSync(bundle)) throw new Error('not built: run `npm run build` first');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-e2e-'));
  const own = { BELFRY_PORT: '0', BELFRY_HOST: '127.0.0.1', BELFRY_DATA_DIR: dataDir, BELFRY_LOG_LEVEL: 'info' };
  const child: ChildProcess = spawn(process.execPath, [...launchFlags, bundle], {
    cwd: dataDir,
    env: { ...inherited(), ...allocator, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  spawned(child.pid as number);
  const url = await new Promise<string>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk;
        const address = /(?: is at (https?:\S+)$| waits as the standby \S+ at (https?:[^\s,]+?)[.,] )/m
          .exec(text)
          ?.slice(1)
          .find((found) => found !== undefined);
        if (address !== undefined) ready(address);
      });
    void exited.then(() => failed(new Error(`the product ended:\n${text}`)));
  }).catch((error) => {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    url,
    dataDir,
    pid: child.pid as number,
    output: () => text,
    exited,
    async stop() {
      child.kill('SIGTERM');
      const code = await exited;
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
