// The bytes of a block: columns of whole numbers, as differences, in one frame of zstd that has a checksum.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MISSING } from './scale.ts';

/** All columns of a block have the same length. A number is `MISSING` or between -(2^30) and 2^30. */
export type Columns = readonly Int32Array[];

const FORMAT = 1;
/** Of columns that change only at every so many numbers, as those of longer steps do: each of these numbers is stored once. */
const REPEATED = 2;
/** Far more than the largest block has. */
const MAX_BYTES = 1 << 20;
const MAX_NUMBERS = 1 << 20;
const MAX_NUMBER_BYTES = 5;
/** In the header of a frame: it ends with a checksum of its content. */
const HAS_CHECKSUM = 4;
const HEADER_AT = 5;
const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
/** By default Node allocates 16 KB for every call. */
const chunkSize = 2048;

/** The content of the block that is being encoded. It is used again, because memory outside the heap is given back late. */
let content = new Uint8Array(1 << 15);

/**
 * The format, then the frame. Its content: the number of columns, how many numbers of each are stored, then each column. Between these, a
 * block that repeats its numbers has how often.
 */
export function encodeBlock(columns: Columns): Uint8Array {
  const points = columns[0]?.length ?? 0;
  const repeat = repeatOf(columns, points);
  const room = MAX_NUMBER_BYTES * (3 + columns.length * points);
  if (content.length < room) content = new Uint8Array(room);
  let end = put(content, 0, columns.length);
  end = put(content, end, points / repeat);
  if (repeat > 1) end = put(content, end, repeat);
  for (const column of columns) {
    let before = 0;
    for (let n = 0; n < points; n += repeat) {
      const code = column[n] ?? MISSING;
      if (code === MISSING) {
        content[end++] = 0;
        continue;
      }
      const difference = code - before;
      // Small differences of both signs become small numbers; 0 means that the value is missing.
      end = put(content, end, difference < 0 ? -2 * difference : 2 * difference + 1);
      before = code;
    }
  }
  const frame = zstdCompressSync(content.subarray(0, end), { params, chunkSize, pledgedSrcSize: end });
  const block = new Uint8Array(1 + frame.length);
  block[0] = repeat > 1 ? REPEATED : FORMAT;
  block.set(frame, 1);
  return block;
}

/** The largest number that divides the length, and at whose multiples alone the columns change. */
function repeatOf(columns: Columns, points: number): number {
  let repeat = Math.max(1, points);
  for (const column of columns)
    for (let n = 1; n < points && repeat > 1; n++)
      if (column[n] !== column[n - 1]) for (let rest = n; rest > 0; ) [repeat, rest] = [rest, repeat % rest];
  return repeat;
}

/** Writes a number below 2^32, seven bits in a byte, and returns the end. */
function put(bytes: Uint8Array, at: number, number: number): number {
  let [end, rest] = [at, number];
  for (; rest > 127; rest >>>= 7) bytes[end++] = 128 | (rest & 127);
  bytes[end++] = rest;
  return end;
}

/** Of a column that nobody asked for. */
const NOTHING = new Int32Array(0);

/**
 * Undefined for bytes that are not a block as it was encoded. `wanted`: the other columns are empty, because reading past one is cheap, and what
 * follows the last is not read at all.
 */
export function decodeBlock(block: Uint8Array, wanted?: readonly number[]): Columns | undefined {
  const [format] = block;
  if ((format !== FORMAT && format !== REPEATED) || ((block[HEADER_AT] ?? 0) & HAS_CHECKSUM) === 0) return undefined;
  try {
    const content = zstdDecompressSync(block.subarray(1), { chunkSize, maxOutputLength: MAX_BYTES });
    return columnsIn(content, format === REPEATED, wanted);
  } catch {
    return undefined;
  }
}

function columnsIn(
  content: Uint8Array,
  isRepeated: boolean,
  wanted: readonly number[] | undefined,
): Columns | undefined {
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
  const stored = read();
  const repeat = isRepeated ? read() : 1;
  const points = stored * repeat;
  // Each number takes a byte at least.
  if (width * stored > content.length || !(width * points <= MAX_NUMBERS)) return undefined;
  const columns: Int32Array[] = [];
  const last = wanted ? Math.max(-1, ...wanted) : width - 1;
  for (let nth = 0; nth < width; nth++) {
    if (nth > last) {
      columns.push(NOTHING);
      continue;
    }
    if (wanted && !wanted.includes(nth)) {
      // The last byte of each number is below 128.
      for (let left = stored; left > 0; at++) {
        if (at >= content.length) return undefined;
        if ((content[at] as number) < 128) left--;
      }
      columns.push(NOTHING);
      continue;
    }
    const column = new Int32Array(points);
    columns.push(column);
    let before = 0;
    for (let n = 0; n < points; n += repeat) {
      const number = read();
      if (number > 0) before += number % 2 === 0 ? -number / 2 : (number - 1) / 2;
      const code = number === 0 ? MISSING : before;
      if (repeat === 1) column[n] = code;
      else column.fill(code, n, n + repeat);
    }
  }
  return last < width - 1 || at === content.length ? columns : undefined;
}
