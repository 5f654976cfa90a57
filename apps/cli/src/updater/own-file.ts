// Files of the updater itself. They survive a loss of power, and nobody else may write them.
import { closeSync, fsyncSync, lstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes a change of the names in a folder last. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** The file has the old content or the new one, at any moment. */
export function replaceFile(file: string, text: string): void {
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', 0o600);
  writeFileSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, file);
  syncFolder(path.dirname(file));
}

/** Throws if anybody else than this user could have written it. */
export function refuseForeign(file: string): void {
  const { uid, mode } = lstatSync(file);
  if (uid !== process.geteuid?.()) throw new Error(`${file} belongs to another user, so it is not trusted`);
  if ((mode & 0o022) !== 0) throw new Error(`${file} can be written by other users, so it is not trusted`);
}
