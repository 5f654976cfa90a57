// The worker that parses large answers: a thread of its own, with a heap of its own.
import { parentPort } from 'node:worker_threads';
import { EntryTooLarge, piecesOf } from './json-pieces.ts';
import type { FromJsonWorker, ToJsonWorker } from './large-json.ts';

parentPort?.on('message', ({ id, bytes }: ToJsonWorker) => {
  const say = (message: FromJsonWorker, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
    for (const piece of piecesOf(value)) say({ id, piece }, [piece.json.buffer]);
    say({ id, end: 'complete' });
  } catch (error) {
    say({ id, end: error instanceof EntryTooLarge ? 'too-large' : 'no-json' });
  }
});
