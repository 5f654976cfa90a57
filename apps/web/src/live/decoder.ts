// Decodes the frames of the socket. A large one goes to a worker: inflating and parsing the figures of thousands of guests takes
// several milliseconds of the main thread, and its garbage would have to be collected there too.
import { decode, type Frame, isMessage, type Message } from './message.ts';

/** Calls `use` with the message, or with undefined for a frame that is none. The promise is that of the whole, and rejects when `use` throws. */
export type Decode = (frame: Frame, use: (message: Message | undefined) => void) => Promise<void>;

/** What the worker answers to a frame. Without a message it could not decode it. */
export interface DecodeAnswer {
  message?: Message | undefined;
}

/** The part of a browser's Worker that is used here. */
export interface FrameWorker {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: (() => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(frame: ArrayBuffer): void;
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

  return async (frame, use) => {
    if (failed || typeof frame === 'string' || frame.byteLength < LARGE) return use(await decode(frame));
    // the first screen does not wait for the code of the worker, which is loaded meanwhile
    if (isFirst) {
      isFirst = false;
      const message = await decode(frame);
      try {
        worker = start();
        worker.onerror = fail;
      } catch {
        fail();
      }
      return use(message);
    }
    // one frame at a time: a new connection may ask while the frame of a lost one is still being decoded
    const own = last.then(async () => use((await ask(frame)) ?? (await decode(frame))));
    last = own.catch(() => undefined);
    return own;
  };

  function ask(frame: ArrayBuffer): Promise<Message | undefined> {
    return new Promise((done) => {
      if (!worker) return done(undefined);
      worker.onmessage = ({ data }) => {
        const answer = isAnswer(data) ? data : {};
        done(isMessage(answer.message) ? answer.message : undefined);
      };
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

const isAnswer = (value: unknown): value is DecodeAnswer => typeof value === 'object' && value !== null;
