// Fresh Debian machines: containers with the files that debootstrap installs, with systemd as the first process or without it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { StartedTestContainer } from 'testcontainers';
import { container, sh } from './container.ts';
import { docker, noEngine } from './docker.ts';

const run = promisify(execFile);
const suite = 'bookworm';
/** In addition to what every Debian has: openssl verifies signatures, wget fetches files. */
const packages = ['systemd', 'systemd-sysv', 'openssl', 'wget'];
const tag = `belfry-test/debian:${suite}-${packages.join('-')}`;

/** Makes the image, once: it is found again by its tag. The reason, where that is not possible here. */
export async function noDebian(): Promise<string | undefined> {
  const engineless = await noEngine();
  if (engineless) return engineless;
  if (await docker('images', '-q', tag)) return undefined;
  if (process.getuid?.() !== 0) return 'a Debian for a container can be made by root only';
  if (!(await run('debootstrap', ['--version']).catch(() => undefined)))
    return 'no debootstrap (Debian: apt-get install debootstrap)';
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-debian-'));
  try {
    await run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, suite, folder]);
    await run('sh', ['-c', 'tar -C "$1" --numeric-owner -c . | docker import - "$2"', 'sh', folder, tag]);
    return undefined;
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string };
    return `debootstrap cannot make a Debian: ${stdout?.trim().split('\n').at(-1) ?? message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Debian {
  sh(script: string): Promise<string>;
  /** The output of a script that fails, both streams. */
  refused(script: string): Promise<string>;
  /** Every file, with its owner and mode, and the lists of users and groups. Without what changes by itself. */
  inventory(): Promise<string[]>;
  /** Why its systemd does not run. */
  noSystemd: string | undefined;
}

interface Options {
  systemd?: boolean;
  network?: 'none' | 'host';
  /** Folders of this machine, read-only, by their paths in the container. */
  folders: Record<string, string>;
  /** Sizes of small file systems by their paths, as for `mount -o size=`. */
  small?: Record<string, string>;
}

const groups = '/sys/fs/cgroup';

export async function startDebian({ systemd, network = 'none', folders, small = {} }: Options): Promise<Debian> {
  const sizes = Object.entries(small).map(([place, size]) => [place, `size=${size},mode=755`]);
  const made = container(tag, { hostCgroups: systemd === true })
    .withNetworkMode(network)
    .withTmpFs({ '/tmp': '', ...(systemd && { '/run': 'exec', '/run/lock': '' }), ...Object.fromEntries(sizes) })
    .withBindMounts([
      ...Object.entries(folders).map(([target, source]) => ({ target, source, mode: 'ro' as const })),
      ...(systemd ? [{ source: groups, target: groups, mode: 'rw' as const }] : []),
    ]);
  // What systemd needs to give its services name spaces of their own. No more: it is not `--privileged`.
  const whole = made
    .withEnvironment({ container: 'docker' })
    .withAddedCapabilities('SYS_ADMIN')
    .withSecurityOpt('seccomp=unconfined', 'apparmor=unconfined')
    .withCommand(['/sbin/init']);
  const started = await (systemd ? whole : made.withCommand(['sleep', '3600'])).start();
  const noSystemd = systemd ? await whyNoSystemd(started) : undefined;
  return {
    sh: (script) => sh(started, script),
    noSystemd,
    refused: async (script) => {
      const { exitCode, output } = await started.exec(['sh', '-c', script]);
      if (exitCode === 0) throw new Error(`this was expected to fail: ${script}\n${output}`);
      return output.trim();
    },
    inventory: async () => {
      const changing = '-not -path "/var/log/*" -not -path "/etc/*-" -not -path "/var/lib/systemd/*"';
      const files = `find / -xdev ${changing} \\( -type d -printf "%p %u %m\\n" -o -printf "%p %u %m %T@ %l\\n" \\)`;
      const lists = 'cat /etc/passwd /etc/group /etc/shadow /etc/gshadow';
      const found = await sh(started, `${files}; ${lists}`);
      // these lists are written again, with the same lines
      return found
        .split('\n')
        .filter((line) => !/^\/etc\/(passwd|group|shadow|gshadow) /.test(line))
        .toSorted();
    },
  };
}

/** Undefined when it has started everything. */
async function whyNoSystemd(started: StartedTestContainer): Promise<string | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const { output, exitCode } = await started.exec(['systemctl', 'is-system-running', '--wait']).catch((error) => ({
      output: String(error),
      exitCode: 1,
    }));
    const state = output.trim().split('\n').at(-1) ?? '';
    if (exitCode === 0 || state === 'degraded') return undefined;
    if (tries === 19) return `systemd does not run in a container here: ${state}`;
    await new Promise((done) => setTimeout(done, 500));
  }
  return undefined;
}
