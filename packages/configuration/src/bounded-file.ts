// Reads a file up to a limit: a path may name a device that never ends.
import { closeSync, openSync, readSync } from 'node:fs';

/** The beginning of the file, at most one byte more than `most`. Throws if it cannot be read. */
export const readBounded = (file: string, most: number): string => readBoundedBytes(file, most).toString('utf8');

export function readBoundedBytes(file: string, most: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let left = most + 1; left > 0; ) {
      const chunk = Buffer.alloc(Math.min(left, 1 << 16));
      const length = readSync(handle, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      left -= length;
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(handle);
  }
}
