// An updater that runs as root works in the data folder with the rights of the owner of that folder. The server could put a
// link to a file of root there. With the rights of the owner, the updater cannot open that file.
import { lstatSync } from 'node:fs';

export interface Owner {
  uid: number;
  gid: number;
}

/** The owner of a folder. Throws for anything else, also for a link to a folder. */
export function ownerOf(folder: string): Owner {
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw new Error(`${folder} is not a folder`);
  return { uid: stats.uid, gid: stats.gid };
}

/** Only root can take the rights of another user. */
const mustSwitch = ({ uid }: Owner): boolean => process.geteuid?.() === 0 && uid !== 0;

/** Runs `work` with the rights of this user. The whole process has these rights meanwhile, so `work` must be synchronous. */
export function runAs<T>(owner: Owner, work: () => T): T {
  if (!mustSwitch(owner)) return work();
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** The options `uid` and `gid` to start a program with the rights of this user. Empty: the program needs no other user. */
export const spawnUser = (owner: Owner): Partial<Owner> =>
  mustSwitch(owner) ? { uid: owner.uid, gid: owner.gid } : {};
