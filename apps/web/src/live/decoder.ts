// Decodes the frames of the socket. A large one goes to a worker: inflating and parsing the figures of thousands of guests takes
// several milliseconds of the main thread, and its garbage would have to be collected there too.
import { decode, type Frame, isMessage, type Message } from './message.ts';

export type Decode = (frame: Frame) => Promise<Message | undefined>;

/** The part of a browser's Worker that is used here. */
export interface FrameWorker {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: (() => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(frame: Frame): void;
  terminate(): void;
}

/** In bytes. A smaller frame is decoded in less time than it takes to wake another thread. */
const LARGE = 8_000;

const browserWorker = (): FrameWorker =>
  new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' }) as FrameWorker;

export function createDecoder(start: () => FrameWorker = browserWorker): Decode {
  let worker: FrameWorker | undefined;
  let isFirst = true;
  let failed = false;
  let last: Promise<unknown> = Promise.resolve();

  return async (frame) => {
    if (failed || typeof frame === 'string' || frame.byteLength < LARGE) return decode(frame);
    // the first screen does not wait for the code of the worker, which is loaded meanwhile
    if (isFirst) {
      isFirst = false;
      const message = await decode(frame);
      worker = start();
      worker.onerror = fail;
      return message;
    }
    return (await answer(frame)) ?? decode(frame);
  };

  /** One frame at a time: a new connection may ask while the frame of a lost one is still being decoded. */
  function answer(frame: Frame): Promise<Message | undefined> {
    const own = last.then(() => ask(frame));
    last = own;
    return own;
  }

  function ask(frame: Frame): Promise<Message | undefined> {
    return new Promise((done) => {
      if (!worker) return done(undefined);
      worker.onmessage = ({ data }) => done(isMessage(data) ? data : undefined);
      worker.onmessageerror = () => done(undefined);
      worker.onerror = () => {
        fail();
        done(undefined);
      };
      worker.postMessage(frame);
    });
  }

  /** Its code was not loaded, for instance because the server has a newer version. */
  function fail(): void {
    failed = true;
    worker?.terminate();
    worker = undefined;
  }
}
