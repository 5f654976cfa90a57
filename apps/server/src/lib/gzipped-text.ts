// A JSON text as one gzip file, piece by piece: a buffer that was in the last text is not compressed again.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { JsonText } from './json-text.ts';
import { createLimit } from './limit.ts';

/** The buffers of the file, in order. The same array for the same text. */
type Gzip = (text: JsonText) => Promise<readonly Buffer[]>;

/** Each needs 256 KB while it is compressed, outside the main thread. */
const AT_ONCE = 2;
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block, which is empty. */
const END = Buffer.from([3, 0]);
/** A piece ends at a whole byte, and refers to nothing before it: so pieces can follow each other in any order. */
const options = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH };
const deflate = promisify(deflateRaw);

/** `onCompressed` is called for each piece that is compressed. */
export function createGzip(onCompressed: () => void = () => {}): Gzip {
  const pieces = new WeakMap<Buffer, Promise<Buffer>>();
  const files = new WeakMap<JsonText, ReturnType<Gzip>>();
  const limit = createLimit(AT_ONCE);

  function pieceOf(buffer: Buffer): Promise<Buffer> {
    const known = pieces.get(buffer);
    if (known) return known;
    onCompressed();
    const piece = limit(() => deflate(buffer, options));
    pieces.set(buffer, piece);
    return piece;
  }

  async function fileOf({ buffers, byteLength }: JsonText): Promise<readonly Buffer[]> {
    const packed = await Promise.all(buffers.map(pieceOf));
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(buffers.reduce((sum, buffer) => crc32(buffer, sum), 0));
    tail.writeUInt32LE(byteLength % 2 ** 32, 4);
    return [HEAD, ...packed, END, tail];
  }

  return (text) => {
    const file = files.get(text) ?? fileOf(text);
    files.set(text, file);
    return file;
  };
}
