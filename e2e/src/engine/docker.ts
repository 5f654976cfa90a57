// The container engine of this machine, through its command line. Containers are in container.ts.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Standard output, trimmed. Rejects with the output of the command. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args, { maxBuffer: 2 ** 26 });
  return stdout.trim();
}

export const engineSocket = '/var/run/docker.sock';

/** Why containers cannot be used here, for `ctx.skip`. */
export async function noEngine(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'containers are tested on Linux';
  if (!existsSync(engineSocket)) return `no container engine: ${engineSocket} is not here`;
  const busybox = await run('busybox', ['true']).catch(() => undefined);
  if (!busybox) return 'no busybox to make images of (Debian: apt-get install busybox-static)';
  return docker('version', '--format', '{{.Server.Version}}').then(
    () => undefined,
    (error: Error) => `no container engine answers: ${error.message.split('\n').at(1) ?? error.message}`,
  );
}

/** The label of everything that one test file makes. */
export const [markName, markValue] = ['belfry.test', String(process.pid)];
const mark = `${markName}=${markValue}`;

/** The name of a new volume with that label. */
export const volume = (): Promise<string> => docker('volume', 'create', '--label', mark);

/** Removes the containers with that label, and then the volumes. */
export async function sweep(): Promise<void> {
  const containers = await docker('ps', '-aq', '--filter', `label=${mark}`);
  if (containers) await docker('rm', '-f', '-v', ...containers.split('\n'));
  const volumes = await docker('volume', 'ls', '-q', '--filter', `label=${mark}`);
  if (volumes) await docker('volume', 'rm', ...volumes.split('\n'));
}

export const inspect = (name: string, format: string): Promise<string> => docker('inspect', '-f', format, name);

/** The output of a container so far, both streams. */
export async function logs(name: string): Promise<string> {
  const { stdout, stderr } = await run('docker', ['logs', name], { maxBuffer: 2 ** 26 });
  return stdout + stderr;
}
