// Has reports made in a process of its own, one after the other: the polls go on meanwhile, and all of its memory is given back. After a
// thread a part of it stayed, because threads share the allocator of their process.
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createLimit } from '../lib/limit.ts';
import type { Asked } from './make-file.ts';

export interface MakerOptions {
  clock?: Pick<Clock, 'after'>;
  /** Another program, for tests. */
  program?: string;
  mostMs?: number;
}

/** What the program answers. */
export type Made = { file: Uint8Array } | { error: string };

/** The source while developing, and the bundle in a release. */
const PROGRAM = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'evidence-worker.js',
);
/** Many times what the largest estate takes. */
const MAX_MS = 120_000;
/** Five times what a month of 1,000 guests takes. */
const MOST_HEAP_MB = 768;
/** The process needs no variable of the environment, and a variable may be a secret. */
const env = {};

/** The program ended without a report, or took too long. */
export class ReportNotMade extends Error {}

export function createMaker({ clock = systemClock, program = PROGRAM, mostMs = MAX_MS }: MakerOptions = {}) {
  const oneByOne = createLimit(1);

  function make(asked: Asked): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const child = begin(program);
    const cancel = clock.after(mostMs, () => {
      reject(new ReportNotMade('It took too long.'));
      child.kill('SIGKILL');
    });
    let made: Made | undefined;
    child.on('message', (answer: Made) => {
      made = answer;
      child.kill('SIGKILL');
    });
    child.on('error', (error) => {
      cancel();
      reject(new ReportNotMade(String(error)));
    });
    // Only then its memory is given back, and the next one may begin.
    child.on('exit', () => {
      cancel();
      if (made && 'file' in made) resolve(made.file);
      else reject(new ReportNotMade(made?.error ?? 'The process ended.'));
    });
    // What cannot be sent is told by its exit.
    child.send(asked, () => {});
    return promise;
  }

  return (asked: Asked): Promise<Uint8Array> => oneByOne(() => make(asked));
}

/** It does not keep this process alive, and ends with it: its channel is closed then. */
function begin(program: string): ChildProcess {
  const execArgv = [`--max-old-space-size=${MOST_HEAP_MB}`];
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env,
    execArgv,
  });
  child.unref();
  child.channel?.unref();
  return child;
}
