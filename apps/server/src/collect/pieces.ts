// Long frames go in pieces, because the sockets of this server accept short messages only: a browser has nothing long to say.
// The first byte of a piece says whether it is the last one of its frame.
import { fail, ok, type Result } from '@belfry/domain/result';
import { MAX_FRAME_BYTES } from '@belfry/schema/collect/protocol';

const PIECE_BYTES = 48 << 10;
/** What a piece takes beside its bytes: a frame of empty pieces has an end too. */
const PIECE_COSTS = 128;
const [MORE, LAST] = [Buffer.from([0]), Buffer.from([1])];

export function split(frame: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(frame.length / PIECE_BYTES));
  return Array.from({ length: count }, (_, i) =>
    Buffer.concat([i === count - 1 ? LAST : MORE, frame.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES)]),
  );
}

/** Undefined: the frame is not complete. A frame that is too large fails, and nothing of it is kept. */
export type Assemble = (piece: Uint8Array) => Result<Buffer | undefined, 'too large'>;

/** `most`: bytes of a frame, asked at each piece. */
export function createAssembly(most: () => number = () => MAX_FRAME_BYTES): Assemble {
  let parts: Buffer[] = [];
  let bytes = 0;
  return (piece) => {
    bytes += piece.length + PIECE_COSTS;
    if (bytes > most() + PIECE_COSTS * (1 + most() / PIECE_BYTES)) {
      [parts, bytes] = [[], 0];
      return fail('too large');
    }
    parts.push(Buffer.from(piece.subarray(1)));
    if (piece[0] !== LAST[0]) return ok(undefined);
    const frame = Buffer.concat(parts);
    [parts, bytes] = [[], 0];
    return ok(frame);
  };
}
