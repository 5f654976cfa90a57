// Loaded into the product before it starts, so that its resource levels can be read from outside: on SIGUSR2 it collects
// garbage and writes the levels to the file CHAOS_LEVELS.
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `heapBytes` after a garbage collection; `timers`: all active timers, including those that do not keep the process alive. */
export interface Levels {
  heapBytes: number;
  timers: number;
}

const { setTimeout: after, setInterval: every, clearTimeout: clear } = globalThis;
const timers = new Set<unknown>();
const file = process.env.CHAOS_LEVELS ?? '';

Object.assign(globalThis, {
  setTimeout: Object.assign((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = after(() => {
      timers.delete(timer);
      run(...args);
    }, ms);
    timers.add(timer);
    return timer;
  }, after),
  setInterval: Object.assign((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = every(run, ms, ...args);
    timers.add(timer);
    return timer;
  }, every),
  clearTimeout: forget,
  clearInterval: forget,
});

function forget(timer: NodeJS.Timeout | undefined): void {
  timers.delete(timer);
  clear(timer);
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  const levels: Levels = { heapBytes: process.memoryUsage().heapUsed, timers: timers.size };
  writeFileSync(file, JSON.stringify(levels));
});
