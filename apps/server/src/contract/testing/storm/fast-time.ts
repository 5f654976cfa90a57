// Loaded before a program of a storm (`--import`), also in its threads: its clocks run faster, the wall clock may be wrong, and it may speak
// another version of the protocol of collectors. Nothing in the product knows of it.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { STORM_SINCE, STORM_SPEED, STORM_AHEAD, STORM_PROTOCOL } = process.env;
const [since, speed] = [Number(STORM_SINCE), Number(STORM_SPEED)];
/** A file with the number of ms that the wall clock is ahead. */
const ahead = () => {
  try {
    return Number(readFileSync(String(STORM_AHEAD), 'utf8'));
  } catch {
    return 0;
  }
};
const RealDate = Date;
let step = ahead();
const now = () => Math.floor(since + (RealDate.now() - since) * speed + step);
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, maker) => Reflect.construct(target, given.length === 0 ? [now()] : given, maker),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
const elapsed = performance.now.bind(performance);
const [timeout, interval] = [globalThis.setTimeout, globalThis.setInterval];
let timers = speed;
let ending: number | undefined;
performance.now = () => (ending === undefined ? elapsed() * speed : ending * speed + elapsed() - ending);
// A program has some seconds for its end, and needs as many as in real time.
if (isMainThread) process.on('SIGTERM', () => ([timers, ending] = [1, ending ?? elapsed()]));
const faster = (start: typeof setTimeout | typeof setInterval) =>
  ((run: () => void, ms = 0, ...more: []) => start(run, ms / timers, ...more)) as never;
globalThis.setTimeout = faster(timeout);
globalThis.setInterval = faster(interval);
interval(() => {
  step = ahead();
}, 50).unref();

if (STORM_PROTOCOL)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/collect/protocol.ts')) return loaded;
      const source = String(loaded.source).replace(/COLLECT_PROTOCOL = \d+/, `COLLECT_PROTOCOL = ${STORM_PROTOCOL}`);
      return { ...loaded, source };
    },
  });
