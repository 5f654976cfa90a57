// Reads a file up to a limit: a path may name a device that never ends.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** The beginning of the file, at most one byte more than `most`. Throws if it cannot be read. */
export const readBounded = (file: string, most: number): string => readOpened(openSync(file, 'r'), most);

/**
 * The content of a file, or of one that a link names, of `most` bytes at most. Throws an error with a `code` for everything else: a
 * pipe without a writer would hold the start for ever.
 */
export function readRegularFile(file: string, most: number): string {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = fstatSync(handle);
  const code = reasonAgainst(found, most);
  if (code === undefined) return readOpened(handle, most);
  closeSync(handle);
  throw Object.assign(new Error(`${file}: ${code}`), { code });
}

function reasonAgainst(found: Stats, most: number): string | undefined {
  if (found.isDirectory()) return 'EISDIR';
  if (!found.isFile()) return 'not a file';
  return found.size > most ? `larger than ${most} bytes` : undefined;
}

function readOpened(handle: number, most: number): string {
  try {
    const chunks: Buffer[] = [];
    for (let left = most + 1; left > 0; ) {
      const chunk = Buffer.alloc(Math.min(left, 1 << 16));
      const length = readSync(handle, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      left -= length;
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    closeSync(handle);
  }
}
