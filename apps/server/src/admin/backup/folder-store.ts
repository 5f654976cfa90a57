// Backups in a folder, which must exist.
import { createReadStream, createWriteStream, type Dirent, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from '../../db/backup/backup-error.ts';
import { backupOf, newestFirst } from './backup-name.ts';
import type { BackupStore } from './backup-store.ts';
import { causeOf, reasonOf } from './reason.ts';

const UNFINISHED = /^\.belfry-\d[\w.+-]*-\d{8}T\d{6}Z\.belfry-backup\.new$/;
const DAY_MS = 86_400_000;

export function createFolderStore(folder: string): BackupStore {
  const files = (): Dirent[] => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    kind: 'folder',
    place: folder,
    async list() {
      if (!statSync(folder).isDirectory()) throw new BackupError(`${folder} is no folder.`);
      const found = files().flatMap(({ name }) => {
        const size = statSync(path.join(folder, name), { throwIfNoEntry: false })?.size;
        return size === undefined ? [] : (backupOf(name, size) ?? []);
      });
      return newestFirst(found);
    },
    async add(made, name) {
      const unfinished = path.join(folder, `.${name}.new`);
      try {
        await pipeline(
          createReadStream(made.file),
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        );
        const target = path.join(folder, name);
        if (existsSync(target)) throw new BackupError(`${target} exists already.`);
        await rename(unfinished, target);
        await flush(folder);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw error;
      }
    },
    remove: async (name) => rmSync(path.join(folder, name)),
    tidy(now) {
      for (const { name } of files()) {
        if (!UNFINISHED.test(name)) continue;
        // A younger one may be of another Belfry that is writing it.
        const file = path.join(folder, name);
        if (now - statSync(file).mtimeMs > DAY_MS) rmSync(file);
      }
    },
    reasonOf: (error) => reasonOf(error, folder),
    causeOf: (error) => causeOf(error, folder),
  };
}

/** The renaming itself must survive a power cut. Some network file systems cannot do this. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}
