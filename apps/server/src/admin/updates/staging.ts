// The folder in which the server leaves a release and a request for the updater, and reads how far it is.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type UpdateText, updateText } from '@belfry/domain/update-text';
import { folder, requestFile, staged, statusFile, type UpdateRequest, UpdaterStatus } from '@belfry/release/exchange';
import { WATCHER } from '@belfry/release/installation';

/** Where systemd looks for units. */
export const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/local/lib/systemd/system', '/usr/lib/systemd/system'];

/** An archive that its installer installed. `root`: such as `/opt/belfry`. */
export interface Installation {
  root: string;
  keyFile: string;
  unitFolders: readonly string[];
}

const MAX_STATUS_BYTES = 64 << 10;
/** An archive grows by this when it is unpacked, rounded up. */
const UNPACKED = 5;
/** If the list of releases does not have the size. */
const USUAL_ARCHIVE_BYTES = 120e6;

export type Staging = ReturnType<typeof createStaging>;

export function createStaging(dataDir: string, { root, keyFile, unitFolders }: Installation) {
  const own = path.join(dataDir, folder);
  const release = path.join(own, staged);
  const request = path.join(own, requestFile);
  const status = path.join(own, statusFile);

  async function room(place: string, needed: number): Promise<UpdateText | undefined> {
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    if (free >= needed) return undefined;
    const has = `${Math.floor(free / 1e6)} MB`;
    const needs = `${Math.ceil(needed / 1e6)} MB`;
    return updateText('noRoom', { place, has, needs });
  }

  return {
    /** The path of a file of the release. */
    fileOf: (name: string): string => path.join(release, name),
    /** Makes an empty folder for a release. */
    async clear() {
      await rm(release, { recursive: true, force: true });
      await mkdir(release, { recursive: true, mode: 0o700 });
    },
    /** After this the updater may start at any moment. */
    async ask(wanted: UpdateRequest) {
      const fresh = `${request}.new`;
      await writeFile(fresh, JSON.stringify(wanted), { mode: 0o600, flush: true });
      await rename(fresh, request);
    },
    /** Takes back what was asked. */
    async withdraw() {
      await rm(request, { force: true });
      await rm(release, { recursive: true, force: true });
    },
    isAsked: (): boolean => existsSync(request),
    /** What the updater said last, if it was about this run. */
    statusOf(id: string): UpdaterStatus | undefined {
      try {
        if (statSync(status).size > MAX_STATUS_BYTES) return undefined;
        const { data } = UpdaterStatus.safeParse(JSON.parse(readFileSync(status, 'utf8')));
        return data?.id === id ? data : undefined;
      } catch {
        return undefined;
      }
    },
    /** What keeps an update from being installed; for an administrator. */
    async problems(archiveBytes: number | undefined = USUAL_ARCHIVE_BYTES): Promise<UpdateText[]> {
      const found: (UpdateText | undefined)[] = [];
      if (!unitFolders.some((place) => existsSync(path.join(place, WATCHER))))
        found.push(
          updateText('noUpdater', {
            unit: WATCHER,
          }),
        );
      if (!existsSync(keyFile))
        found.push(
          updateText('noKey', {
            file: keyFile,
          }),
        );
      found.push(await room(dataDir, archiveBytes * 2));
      found.push(await room(root, archiveBytes * UNPACKED));
      return found.filter((problem) => problem !== undefined);
    },
  };
}
