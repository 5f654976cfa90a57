// Builds the commit and makes its release, once for all tests of the project `release`: a build takes most of a minute.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCommit } from '../../scripts/release/build.ts';
import { type Commit, readCommit } from '../../scripts/release/commit.ts';
import { packRelease } from '../../scripts/release/release.ts';
import { platforms } from '../../scripts/release/runtime.ts';
import { parseSigningKey } from '../../scripts/release/signature.ts';
import { keyPair } from '../../scripts/release/testing/key-pair.ts';
import { noDebian } from './engine/debian.ts';

export interface BuiltRelease {
  /** Why no release can be made here. Everything else is undefined then. */
  missing: string | undefined;
  commit: Commit;
  keys: { secretKey: string; publicKey: string };
  /** The folder in which the commit was built, that of the files of the release, and that of its archives, unpacked. */
  build: string;
  files: string;
  unpacked: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    release: BuiltRelease;
  }
}

const root = path.resolve(import.meta.dirname, '../..');

function reason(): string | undefined {
  if (process.platform !== 'linux') return 'a release is made on Linux';
  return existsSync(path.join(root, '.git')) ? undefined : 'a release is made from a clone';
}

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const missing = reason();
  if (missing) {
    project.provide('release', { missing } as BuiltRelease);
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-release-test-'));
  const at = (name: string) => path.join(folder, name);
  const [build, files, unpacked] = [at('build'), at('files'), at('unpacked')];
  const keys = keyPair();
  const commit = readCommit(root);
  // the tests need it too, and several files that run at the same time would each make it
  const debian = noDebian();
  await buildCommit(root, commit, build);
  await debian;
  const key = parseSigningKey(keys.secretKey);
  const names = await packRelease({ root, commit, out: files, key, print: () => undefined }, build);
  mkdirSync(unpacked);
  for (const name of names.filter((name) => platforms.some((platform) => name.endsWith(`-${platform}.tar.gz`)))) {
    execFileSync('tar', ['-xzf', path.join(files, name), '-C', unpacked]);
  }
  project.provide('release', { missing, commit, keys, build, files, unpacked });
  return () => rmSync(folder, { recursive: true, force: true });
}
