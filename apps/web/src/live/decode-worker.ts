// Decodes large frames beside the main thread. It answers each frame with its message, in the order of the frames.
import { compact } from './compact.ts';
import { decode, type Frame } from './message.ts';

self.onmessage = async ({ data }: MessageEvent<Frame>) => {
  try {
    const message = await decode(data);
    const transfer = message ? compact(message) : [];
    self.postMessage(message, { transfer });
  } catch {
    // the main thread then decodes the frame itself
    self.postMessage(undefined);
  }
};
