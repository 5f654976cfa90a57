// A build of one commit, in a folder that has nothing else in it: no files of the working tree, no cache of earlier builds.
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { type Commit, exportCommit } from './commit.ts';

const run = promisify(execFile);

/** The apps with what they import. Journeys and benchmarks are no part of a release. */
const apps = ['--filter', '{./apps/*}...'];

/** What the output must not depend on, and what a build must not ask for. */
const settings = (commit: Commit): NodeJS.ProcessEnv => ({
  ...process.env,
  CI: 'true',
  NODE_ENV: undefined,
  LC_ALL: 'C',
  TZ: 'UTC',
  SOURCE_DATE_EPOCH: String(commit.seconds),
  // the lockfile is reviewed, so the age of its packages need not be checked again
  pnpm_config_minimum_release_age: '0',
});

/** The server unpacks an executable when a machine downloads it. Node's gzip writes no time and no name. */
async function packAgents(folder: string): Promise<void> {
  const agents = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  const files = agents.map((name) => path.join(folder, name));
  const packed = files.map((file) => pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`)));
  await Promise.all(packed);
  for (const file of files) rmSync(file);
}

/** The web app, the server, the command line and the executables of the Docker agent, each in its folder of `folder`. */
export async function buildCommit(root: string, commit: Commit, folder: string): Promise<void> {
  await exportCommit(root, commit, folder);
  const pnpm = async (...args: string[]) => {
    await run('pnpm', args, { cwd: folder, env: settings(commit), maxBuffer: 2 ** 26 }).catch((error) => {
      throw new Error(`pnpm ${args.join(' ')} fails in ${folder}:\n${error.stdout}${error.stderr}`);
    });
  };
  await pnpm('install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent', ...apps);
  await pnpm('--filter', './apps/*', 'run', 'build');
  await pnpm('--filter', '@belfry/docker-agent', 'run', 'release');
  await packAgents(path.join(folder, 'apps/docker-agent/release'));
}
