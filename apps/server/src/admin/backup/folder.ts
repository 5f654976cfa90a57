// The folder of backups. What is not named like a backup is never touched.
import { type Dirent, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { OwnBackup } from '@belfry/schema/http/own-backups';
import { iso } from '../../lib/clock.ts';

const NAME = /^belfry-(\d[\w.+-]*)-(\d{8}T\d{6}Z)\.belfry-backup$/;
const UNFINISHED = /^\.belfry-\d[\w.+-]*-\d{8}T\d{6}Z\.belfry-backup\.new$/;
const DAY_MS = 86_400_000;

/** `at` epoch ms. */
export const nameOf = (version: string, at: number): string =>
  `belfry-${version}-${iso(at).replaceAll(/[-:]|\.\d+/g, '')}.belfry-backup`;

/** The newest first. Throws if the folder cannot be read. */
export function backupsIn(folder: string): OwnBackup[] {
  return files(folder)
    .flatMap(({ name }) => {
      const [, version, stamp] = NAME.exec(name) ?? [];
      const at = isoOf(stamp);
      const size = statSync(path.join(folder, name), { throwIfNoEntry: false })?.size;
      return version === undefined || at === undefined || size === undefined
        ? []
        : [{ file: name, at, sizeBytes: size, version }];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

export function removeOld(folder: string, keep: number, now: number): void {
  for (const { file } of backupsIn(folder).slice(keep)) rmSync(path.join(folder, file));
  for (const { name } of files(folder)) {
    if (!UNFINISHED.test(name)) continue;
    // A younger one may be of another Belfry that is writing it.
    const file = path.join(folder, name);
    if (now - statSync(file).mtimeMs > DAY_MS) rmSync(file);
  }
}

const files = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());

/** Undefined when this is no time that exists. */
function isoOf(stamp = ''): string | undefined {
  const ms = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(ms) ? undefined : iso(ms);
}
