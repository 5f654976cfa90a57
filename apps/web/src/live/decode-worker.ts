// Decodes large frames beside the main thread. It answers each frame with its message, in the order of the frames.
import { compact } from './compact.ts';
import type { DecodeAnswer, DecodeRequest } from './decoder.ts';
import { decode } from './message.ts';

self.onmessage = async ({ data: { frame, memory } }: MessageEvent<DecodeRequest>) => {
  const answer: DecodeAnswer = {};
  try {
    answer.message = await decode(frame);
    answer.memory = answer.message && compact(answer.message, memory);
  } catch {
    // the main thread then decodes the frame itself
    answer.message = undefined;
  }
  self.postMessage(answer, { transfer: answer.memory ? [answer.memory] : [] });
};
