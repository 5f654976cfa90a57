// Reads a file whose path somebody else chose. A pipe without a writer would hold the start for ever, and a device has no end.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/**
 * The content of a file, or of one that a link names, of `most` bytes at most. Throws an error with a `code` for everything else: that
 * of the system, or what the file is.
 */
export function readRegularFile(file: string, most: number): string {
  // Without the flag the opening of a pipe waits.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const code = reasonAgainst(fstatSync(handle), most);
    if (code !== undefined) throw Object.assign(new Error(`${file}: ${code}`), { code });
    const content = Buffer.alloc(most);
    let used = 0;
    for (let length = -1; length !== 0 && used < most; used += length)
      length = readSync(handle, content, used, most - used, null);
    return content.toString('utf8', 0, used);
  } finally {
    closeSync(handle);
  }
}

function reasonAgainst(found: Stats, most: number): string | undefined {
  if (found.isDirectory()) return 'EISDIR';
  if (!found.isFile()) return 'not a file';
  return found.size > most ? `larger than ${most} bytes` : undefined;
}
