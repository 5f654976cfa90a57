// Messages between the server and a collector: JSON, compressed with zstd. A small frame may not become a large message.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { fail, ok, type Result } from '@belfry/domain/result';
import { MAX_FRAME_BYTES } from '@belfry/schema/collect/protocol';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import { firstProblem } from '../lib/invalid-input.ts';

/** Level 3 takes about 3 ms for the 800 KB of 1,000 guests, and leaves a twentieth. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Bytes that are taken for the text of a frame at a time. Most frames are short, and a server with many sites reads a thousand a second. */
const [MIN_CHUNK, MAX_CHUNK, EXPANSION] = [4 << 10, 64 << 10, 8];
const chunkFor = ({ length }: Uint8Array): number => Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, EXPANSION * length));

export const encode = (message: object): Buffer => zstdCompressSync(JSON.stringify(message), options);

/**
 * The reason is for the other side: it names the field, never what is in it. `most`: bytes that the message may have. `weigh` gets how many
 * it has, whether or not it can be read: a frame of 300 bytes may be a message of 8 MB.
 */
export function decode<S extends z.ZodType>(
  schema: S,
  frame: Uint8Array,
  most = MAX_FRAME_BYTES,
  weigh: (bytes: number) => void = () => {},
): Result<z.output<S>, Sentence> {
  let value: unknown;
  try {
    const bytes = zstdDecompressSync(frame, { maxOutputLength: most, chunkSize: chunkFor(frame) });
    weigh(bytes.length);
    value = JSON.parse(bytes.toString());
  } catch (error) {
    if (!(error instanceof RangeError)) return fail({ id: 'collect.noJson' });
    weigh(most);
    return fail({ id: 'collect.tooLarge', values: { limit: most } });
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : fail(firstProblem(parsed.error));
}
