// How an archive is installed so that Belfry can replace it: each release in a folder of its own, and a link to the current one.
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseVersion } from './exchange.ts';

/** Where the public key of the releases is. It is not in the data folder, which the server may write. */
export const KEY_FILE = '/etc/belfry/release.pub';
/** The settings of the service. */
export const ENV_FILE = '/etc/belfry/belfry.env';
export const SERVICE = 'belfry.service';
/** The unit that starts the updater when there is a request. */
export const WATCHER = 'belfry-update.path';

export const releasesOf = (root: string): string => path.join(root, 'releases');
export const releaseOf = (root: string, version: string): string => path.join(releasesOf(root), version);
/** A link to the release that runs. */
export const currentOf = (root: string): string => path.join(root, 'current');

/** The name of this platform in the name of an archive. */
export const platform = `${process.platform}-${process.arch}`;

/**
 * The folder of the installation, such as `/opt/belfry`, of which `home`, the unpacked archive, is a release. Undefined where Belfry
 * was installed in another way.
 */
export function installationOf(home: string): string | undefined {
  const releases = path.dirname(home);
  const root = path.dirname(releases);
  if (path.basename(releases) !== 'releases' || !ReleaseVersion.safeParse(path.basename(home)).success)
    return undefined;
  return lstatSync(currentOf(root), { throwIfNoEntry: false })?.isSymbolicLink() ? root : undefined;
}

/** The version of an unpacked archive. Undefined where the folder is something else. */
export function versionIn(home: string): string | undefined {
  try {
    return ReleaseVersion.safeParse(JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version).data;
  } catch {
    return undefined;
  }
}
