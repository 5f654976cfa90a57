// Reads a file up to a limit: a path may name a device that never ends.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The beginning of the file, at most one byte more than `most`. Throws if it cannot be read. */
export const readBounded = (file: string, most: number): string => readOpened(openSync(file, 'r'), most);

/**
 * The content of a file, or of one that a link names, of `most` bytes at most. Throws an error with a `code` for everything else: a
 * pipe without a writer would hold the start for ever.
 */
export function readRegularFile(file: string, most: number): string {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const { size, isFile } = kindOf(handle);
  if (!isFile || size > most) {
    closeSync(handle);
    const reason = isFile ? `larger than ${most} bytes` : 'not a file';
    throw Object.assign(new Error(`${file} is ${reason}`), { code: reason });
  }
  return readOpened(handle, most);
}

function kindOf(handle: number): { size: number; isFile: boolean } {
  const found = fstatSync(handle);
  return { size: found.size, isFile: found.isFile() };
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
