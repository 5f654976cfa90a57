// The archive for one platform. Its bytes depend only on the files: their order, owner, modes and times are fixed.
import { spawn } from 'node:child_process';
import { cpSync, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Commit } from './commit.ts';
import type { Runtime } from './runtime.ts';

/** The paths are those of the source, because the programs find each other by them. */
const built = [
  ...['apps/server/dist', 'apps/cli/dist', 'apps/web/dist', 'apps/docker-agent/release'],
  ...['docker/install-docker-agent.sh', 'docker/install-sensor-report.sh', 'packaging/systemd', 'LICENSE'],
];

interface Parts {
  commit: Commit;
  /** The folder of the build. */
  build: string;
  runtime: Runtime;
  /** Texts by their names. One that begins with `#!` can be run. */
  texts: Readonly<Record<string, string>>;
}

/** Copies everything that the archive contains to an empty folder. */
function fill(folder: string, { commit, build, runtime, texts }: Parts): void {
  for (const place of built) cpSync(path.join(build, place), path.join(folder, place), { recursive: true });
  mkdirSync(path.join(folder, 'runtime'));
  cpSync(runtime.node, path.join(folder, 'runtime/node'));
  cpSync(runtime.licence, path.join(folder, 'runtime/LICENSE'));
  cpSync(path.join(import.meta.dirname, 'programs'), folder, { recursive: true });
  // Node reads it to know that the programs are modules.
  const about = { name: 'belfry', version: commit.version, private: true, license: 'MIT', type: 'module' };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(path.join(folder, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
}

/** Packs `folder` under its own name. */
async function pack(folder: string, seconds: number, file: string): Promise<void> {
  const order = ['--sort=name', `--mtime=@${seconds}`, '--format=ustar'];
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const source = ['-C', path.dirname(folder), '-c', path.basename(folder)];
  const tar = spawn('tar', [...order, ...owner, ...source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  tar.stderr.on('data', (chunk) => (complaint += chunk));
  const ended = new Promise<number | null>((done, failed) => tar.on('error', failed).on('close', done));
  // Node's gzip writes no time and no name. Its highest level takes three times as long and saves 0.3 %.
  await Promise.all([pipeline(tar.stdout, createGzip(), createWriteStream(file)), ended]);
  if ((await ended) !== 0) throw new Error(`GNU tar cannot pack ${folder}: ${complaint}`);
}

/** Makes the archive `file` of these parts, by way of the folder `work`, which it removes. */
export async function makeArchive(parts: Parts, work: string, file: string): Promise<void> {
  const folder = path.join(work, path.basename(file, '.tar.gz'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill(folder, parts);
  await pack(folder, parts.commit.seconds, file);
  rmSync(folder, { recursive: true });
}
