// The messages that wait for one socket. Frames are sent in pieces, one after the other. So the number of waiting bytes and
// the time of the last progress are known, and a client that never reads costs only references to buffers.
import type { WebSocket } from '@fastify/websocket';
import type { Frame } from './encoding.ts';

/** Only full states are larger. A slow connection transfers one piece within seconds. */
const PIECE_BYTES = 128 << 10;

interface Piece {
  bytes: Buffer;
  binary: boolean;
  /** The last of its frame. */
  fin: boolean;
}

export function createSendQueue(socket: Pick<WebSocket, 'send'>, now: () => number) {
  let queue: Piece[] = [];
  let waiting = 0;
  let messages = 0;
  let movedAt = 0;
  let moving = false;

  function next(): void {
    const piece = queue.shift();
    if (!piece) return;
    moving = true;
    const { bytes, binary, fin } = piece;
    socket.send(bytes, { binary, fin }, (error) => {
      moving = false;
      movedAt = now();
      waiting -= bytes.length;
      if (fin) messages--;
      // The socket is closed.
      if (error) queue = [];
      next();
    });
  }

  return {
    send({ buffers, binary }: Frame) {
      if (messages++ === 0) movedAt = now();
      const pieces = buffers.length === 1 ? piecesOf(buffers[0] as Buffer) : buffers.flatMap(piecesOf);
      for (const [i, bytes] of pieces.entries()) {
        queue.push({ bytes, binary, fin: i === pieces.length - 1 });
        waiting += bytes.length;
      }
      if (!moving) next();
    },
    /** Bytes that are not sent yet. */
    waiting: (): number => waiting,
    /** Messages that are not sent completely yet. */
    messages: (): number => messages,
    /** The time of the last progress (monotonic ms), or undefined if nothing waits. */
    stuckSince: (): number | undefined => (messages > 0 ? movedAt : undefined),
  };
}

function piecesOf(bytes: Buffer): Buffer[] {
  if (bytes.length <= PIECE_BYTES) return [bytes];
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES));
}
