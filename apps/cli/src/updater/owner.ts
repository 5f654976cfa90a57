// Work in the data folder is done as its owner. What the server could prepare there, such as a link to a file of root, then
// reaches nothing that the server could not reach itself.
import { lstatSync } from 'node:fs';

export interface Owner {
  uid: number;
  gid: number;
}

/** Of a folder, which must not be a link. */
export function ownerOf(folder: string): Owner {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder`);
  return { uid: found.uid, gid: found.gid };
}

const isOther = ({ uid }: Owner): boolean => process.geteuid?.() === 0 && uid !== 0;

/** Runs `work`, which must not wait for anything, with the rights of this user. */
export function as<T>(owner: Owner, work: () => T): T {
  if (!isOther(owner)) return work();
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** For a program that works in the data folder. */
export const userOf = (owner: Owner): Partial<Owner> => (isOther(owner) ? { uid: owner.uid, gid: owner.gid } : {});
