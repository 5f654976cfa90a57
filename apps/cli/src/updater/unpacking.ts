// From the files that the server downloaded to a release that can be started. Nothing is unpacked before its signature is checked.
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { fail, ok, type Result } from '@belfry/domain/result';
import {
  MAX_ARCHIVE_BYTES,
  MAX_LIST_BYTES,
  signatureFile,
  sumsFile,
  type UpdateRequest,
} from '@belfry/release/exchange';
import { platform, releaseOf, releasesOf, versionIn } from '@belfry/release/installation';
import { archiveName, checkRelease } from '@belfry/release/release-files';
import { compareVersions } from '@belfry/release/version';
import type { Mailbox } from './mailbox.ts';
import { refuseForeign, syncFolder } from './own-file.ts';
import type { Places } from './places.ts';
import { runProgram } from './programs.ts';

/** How much larger an archive gets, rounded up: Node is most of it. */
const UNPACKED = 5;
const programs = ['belfry', 'belfry-server', 'runtime/node', 'apps/server/dist/main.js', 'apps/cli/dist/belfry.js'];

/** Undefined: there is room. `needed` bytes. */
function noRoom(folder: string, needed: number): string | undefined {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return undefined;
  return `${folder} has ${Math.floor(free / 1e6)} MB free, and ${Math.ceil(needed / 1e6)} MB are needed`;
}

/** Copies the release out of the reach of the server and checks it there. The error is the reason why it is refused. */
export async function takeRelease(
  mailbox: Mailbox,
  { version }: UpdateRequest,
  places: Places,
  previous: string,
): Promise<Result<string, string>> {
  if (compareVersions(version, previous) <= 0) return fail(`${version} is not newer than ${previous}, which runs`);
  rmSync(places.work, { recursive: true, force: true });
  mkdirSync(places.work, { mode: 0o700 });
  const full = noRoom(places.work, 64 << 20);
  if (full) return fail(full);
  const at = (name: string) => path.join(places.work, name);
  const name = archiveName(version, platform);
  for (const list of [sumsFile, signatureFile]) await mailbox.take(list, at(list), MAX_LIST_BYTES);
  await mailbox.take(name, at(name), MAX_ARCHIVE_BYTES);
  refuseForeign(places.keyFile);
  const checked = await checkRelease({
    publicKey: readFileSync(places.keyFile, 'utf8'),
    sums: readFileSync(at(sumsFile)),
    signature: readFileSync(at(signatureFile), 'utf8'),
    version,
    platform,
    archive: at(name),
  });
  return checked.ok ? ok(at(name)) : checked;
}

/** Unpacks a checked archive to the folder of its release. */
export async function unpackRelease(archive: string, { version }: UpdateRequest, places: Places): Promise<void> {
  const full = noRoom(places.root, statSync(archive).size * UNPACKED);
  if (full) throw new Error(full);
  const unpacked = path.join(places.work, 'unpacked');
  mkdirSync(unpacked);
  await runProgram('tar', ['-x', '-o', '-f', '-', '-C', unpacked], {
    from: [createReadStream(archive), createGunzip()],
  });
  const home = path.join(unpacked, `belfry-${version}-${platform}`);
  if (versionIn(home) !== version) throw new Error(`the archive of ${version} has another version in it`);
  const missing = programs.find((name) => !existsSync(path.join(home, name)));
  if (missing) throw new Error(`the archive of ${version} has no ${missing}`);
  const target = releaseOf(places.root, version);
  rmSync(target, { recursive: true, force: true });
  renameSync(home, target);
  syncFolder(releasesOf(places.root));
}

/** Removes all releases but these. */
export function pruneReleases(root: string, kept: readonly string[]): void {
  for (const name of readdirSync(releasesOf(root))) {
    if (!kept.includes(name)) rmSync(releaseOf(root, name), { recursive: true, force: true });
  }
}
