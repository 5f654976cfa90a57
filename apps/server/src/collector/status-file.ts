// What a collector last said about itself, for `belfry collector status`. It is there on a full disk too, because then it says so.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '../db/private-file.ts';

/** A file of the same size needs no new room. */
const BLOCK = 4096;
const padded = (text: string, least: number): string =>
  text.padEnd(Math.ceil(Math.max(Buffer.byteLength(text), least) / BLOCK) * BLOCK);

export function createStatusFile(dataDir: string) {
  const file = path.join(dataDir, 'status.json');
  return {
    /** Throws when not even the old content can be replaced. */
    write(status: object): void {
      const text = JSON.stringify(status);
      try {
        writePrivateFile(file, padded(text, 0));
      } catch {
        overwrite(file, text);
      }
    },
    read: (): unknown => JSON.parse(readFileSync(file, 'utf8')),
  };
}

/** The blocks of the file stay the same. A reader may see a half of it, and asks again. */
function overwrite(file: string, text: string): void {
  const { length } = readFileSync(file);
  const out = openSync(file, 'r+');
  try {
    writeSync(out, padded(text, length), 0);
  } finally {
    closeSync(out);
  }
}
