// The picture of the README: the only one that is committed. It says in itself of which version it is.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

const KEY = 'Belfry';
/** After the signature (8 bytes) and the first chunk, the header of the picture (25 bytes). */
const AFTER_HEADER = 33;
export const readmePicture = 'docs/overview.png';

export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

/** The picture with a text chunk that has the version. */
export function marked(png: Buffer, version: string): Buffer {
  const content = Buffer.from(`tEXt${KEY}\0${version}`, 'latin1');
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, AFTER_HEADER), chunk, png.subarray(AFTER_HEADER)]);
}

/** Undefined if the picture has no mark. */
export const markOf = (png: Buffer): string | undefined =>
  new RegExp(`tEXt${KEY}\\0([\\w.+-]+)`)
    .exec(png.toString('latin1', AFTER_HEADER, AFTER_HEADER + 100))?.[1]
    ?.slice(0, png.readUInt32BE(AFTER_HEADER) - KEY.length - 1);

/** Puts the picture of the Overview that was just taken in place of the committed one. */
export const renewReadmePicture = (root: string, taken: string): void =>
  writeFileSync(path.join(root, readmePicture), marked(readFileSync(taken), versionOf(root)));
