// `npm run release`: makes a release of the commit that is checked out, in artifacts/release or the folder that is named.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readCommit } from './commit.ts';
import { makeRelease } from './release.ts';
import { parseSigningKey } from './signature.ts';

const root = path.resolve(import.meta.dirname, '../..');
const print = (line: string) => console.log(line);
const { BELFRY_RELEASE_KEY_FILE: keyFile, SOURCE_DATE_EPOCH: epoch } = process.env;

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`BELFRY_RELEASE_KEY_FILE: ${file} cannot be read: ${(error as Error).message}`);
  }
}

try {
  if (process.platform !== 'linux') throw new Error('A release is made on Linux, x64 or arm64.');
  const [folder, ...more] = process.argv.slice(2);
  if (folder?.startsWith('-') || more.length > 0) throw new Error('release has one argument: the folder of its files');
  // before the build, so that a wrong key does not cost minutes
  const key = keyFile ? parseSigningKey(readKey(keyFile)) : undefined;
  const commit = readCommit(root, epoch);
  const out = path.resolve(root, folder ?? 'artifacts/release');
  print(`Belfry ${commit.version} of commit ${commit.id}`);
  if (commit.dirty) print('The working tree has changes. They are NOT in the release: commit them first.');
  const names = await makeRelease({ root, commit, out, key, print });
  for (const name of names) {
    print(`${(statSync(path.join(out, name)).size / 1e6).toFixed(1).padStart(7)} MB  ${path.join(out, name)}`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
