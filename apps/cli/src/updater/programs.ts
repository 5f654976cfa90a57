// Runs a program of the system to its end, with a file on one side.
import { spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Owner } from './owner.ts';

interface Streams {
  /** What is piped into each other, and then into the program. */
  from?: readonly [Readable, ...Duplex[]];
  to?: Writable;
  user?: Partial<Owner>;
}

/** A program may end before it has read the padding at the end of an archive. Its exit status says whether it had enough. */
const isReaderGone = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Rejects with what it complained about. */
export async function runProgram(
  name: string,
  words: readonly string[],
  { from, to, user = {} }: Streams,
): Promise<void> {
  const child = spawn(name, words, { stdio: [from ? 'pipe' : 'ignore', to ? 'pipe' : 'ignore', 'pipe'], ...user });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(0, 2000);
  });
  const ended = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done));
  const flows: Promise<unknown>[] = [ended];
  if (from && child.stdin)
    flows.push(pipeline([...from, child.stdin]).catch((error) => isReaderGone(error) || Promise.reject(error)));
  if (to && child.stdout) flows.push(pipeline(child.stdout, to));
  await Promise.all(flows);
  if ((await ended) !== 0) throw new Error(`${name} fails: ${complaint.trim()}`);
}
