// Writes a small file that only its owner can read. A crash leaves the old content or the new one, never a part.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export function writePrivateFile(file: string, text: string): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  const out = openSync(fresh, 'w', 0o600);
  try {
    // Not `writeSync`: a disk that is nearly full takes a part of it, and that is no error there.
    writeFileSync(out, text);
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
  renameSync(fresh, file);
  const dir = openSync(folder, 'r');
  try {
    fsyncSync(dir); // the rename itself must survive a power cut
  } finally {
    closeSync(dir);
  }
}

/** The same for a larger content, without holding up other work. */
export async function writePrivateBytes(file: string, content: Uint8Array): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, content, { mode: 0o600, flush: true });
  await rename(fresh, file);
  const dir = await open(path.dirname(file), 'r');
  try {
    await dir.sync();
  } finally {
    await dir.close();
  }
}
