// Decodes large frames beside the main thread. It answers each frame with its message, in the order of the frames.
import { compact } from './compact.ts';
import type { DecodeAnswer } from './decoder.ts';
import { decode } from './message.ts';

self.onmessage = async ({ data: frame }: MessageEvent<ArrayBuffer>) => {
  const answer: DecodeAnswer = {};
  const transfer: ArrayBuffer[] = [];
  try {
    const message = await decode(frame);
    const buffer = message && compact(message);
    if (buffer) transfer.push(buffer);
    answer.message = message;
  } catch {
    // the main thread then decodes the frame itself
  }
  self.postMessage(answer, { transfer });
};
