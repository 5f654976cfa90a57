// The bytes of a block: columns of whole numbers, as differences, in one frame of zstd that has a checksum.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MISSING } from './scale.ts';

/** All columns of a block have the same length. A number is `MISSING` or between -(2^30) and 2^30. */
export type Columns = readonly Int32Array[];

const FORMAT = 1;
/** Far more than the largest block has. */
const MAX_BYTES = 1 << 20;
const MAX_NUMBER_BYTES = 5;
/** In the header of a frame: it ends with a checksum of its content. */
const HAS_CHECKSUM = 4;
const HEADER_AT = 5;
const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
/** By default Node allocates 16 KB for every call. */
const chunkSize = 2048;

/** The content of the block that is being encoded. It is used again, because memory outside the heap is given back late. */
let content = new Uint8Array(1 << 15);

/** The format, then the frame. Its content: the number of columns, their length, then each column. */
export function encodeBlock(columns: Columns): Uint8Array {
  const points = columns[0]?.length ?? 0;
  const room = MAX_NUMBER_BYTES * (2 + columns.length * points);
  if (content.length < room) content = new Uint8Array(room);
  let end = 0;
  const write = (number: number) => {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) content[end++] = 128 | (rest & 127);
    content[end++] = rest;
  };
  write(columns.length);
  write(points);
  for (const column of columns) {
    let before = 0;
    for (const code of column) {
      if (code === MISSING) {
        write(0);
        continue;
      }
      const difference = code - before;
      // Small differences of both signs become small numbers; 0 means that the value is missing.
      write(difference < 0 ? -2 * difference : 2 * difference + 1);
      before = code;
    }
  }
  const frame = zstdCompressSync(content.subarray(0, end), { params, chunkSize, pledgedSrcSize: end });
  const block = new Uint8Array(1 + frame.length);
  block[0] = FORMAT;
  block.set(frame, 1);
  return block;
}

/** Undefined for bytes that are not a block as it was encoded. */
export function decodeBlock(block: Uint8Array): Columns | undefined {
  if (block[0] !== FORMAT || ((block[HEADER_AT] ?? 0) & HAS_CHECKSUM) === 0) return undefined;
  try {
    return columnsIn(zstdDecompressSync(block.subarray(1), { chunkSize, maxOutputLength: MAX_BYTES }));
  } catch {
    return undefined;
  }
}

function columnsIn(content: Uint8Array): Columns | undefined {
  let at = 0;
  const read = (): number => {
    let number = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = content[at++] ?? Number.NaN;
      number += (byte & 127) * unit;
      if (!(byte > 127)) return number;
    }
  };
  const width = read();
  const points = read();
  // Each number takes a byte at least.
  if (width * points > content.length) return undefined;
  const all = new Int32Array(width * points);
  const columns = Array.from({ length: width }, (_, n) => all.subarray(n * points, (n + 1) * points));
  for (const column of columns) {
    let before = 0;
    for (let n = 0; n < points; n++) {
      const number = read();
      if (number > 0) before += number % 2 === 0 ? -number / 2 : (number - 1) / 2;
      column[n] = number === 0 ? MISSING : before;
    }
  }
  return at === content.length ? columns : undefined;
}
