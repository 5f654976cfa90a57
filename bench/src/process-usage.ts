// The resource usage of a process, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs';

/** Resident bytes of the process now. */
export function residentBytes(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) * 1024;
}

/** CPU seconds, user and system, since it started. A tick is 10 ms on every Linux that Node runs on. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Seconds in which its main thread could have run and another process had the processor. */
export const waitedSeconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;

/** All bytes that a process, or this one, has given to the system to write, to files, pipes and sockets. */
export const writtenBytes = (pid: number | 'self' = 'self'): number => ioOf(pid, 'wchar');

/** All bytes of files that a process has made dirty, whether or not they are on the disk yet. */
export const storedBytes = (pid: number): number => ioOf(pid, 'write_bytes');

const ioOf = (pid: number | 'self', field: string): number =>
  Number(new RegExp(`^${field}: (\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** Processor time of all threads that are running now, in ms. Finer than `cpuSeconds`. */
export const threadsMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
