// Has reports made in a worker, one after the other, so that the polls go on meanwhile.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createLimit } from '../lib/limit.ts';
import type { Asked } from './make-file.ts';

export interface MakerOptions {
  clock?: Pick<Clock, 'after'>;
  /** Another program for the worker, for tests. */
  program?: string;
  mostMs?: number;
}

/** The source while developing, and the bundle in a release. */
const PROGRAM = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'evidence-worker.js',
);
/** Many times what the largest estate takes. */
const MAX_MS = 120_000;
/** Five times what a month of 1,000 guests takes. */
const resourceLimits = { maxOldGenerationSizeMb: 768 };

/** The worker ended without a report, or took too long. */
export class ReportNotMade extends Error {}

export function createMaker({ clock = systemClock, program = PROGRAM, mostMs = MAX_MS }: MakerOptions = {}) {
  const oneByOne = createLimit(1);

  function make(asked: Asked): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const worker = new Worker(program, { workerData: asked, resourceLimits });
    const cancel = clock.after(mostMs, () => {
      reject(new ReportNotMade('It took too long.'));
      void worker.terminate();
    });
    let made: Uint8Array | undefined;
    worker.on('message', (file) => {
      made = file;
      void worker.terminate();
    });
    worker.on('error', (error) => reject(new ReportNotMade(String(error))));
    // Only then its memory is given back, and the next one may begin.
    worker.on('exit', () => {
      cancel();
      if (made) resolve(made);
      else reject(new ReportNotMade('The worker ended.'));
    });
    worker.unref();
    return promise;
  }

  return (asked: Asked): Promise<Uint8Array> => oneByOne(() => make(asked));
}
