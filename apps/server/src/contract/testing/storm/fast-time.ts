// Loaded before a program of a storm (`--import`), also in its threads: its clocks run faster, the wall clock may be wrong, its lines may lead
// over the ports of a storm, and it may speak another version of the protocol of collectors. The product does not use this file.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const { STORM_SINCE, STORM_SPEED, STORM_AHEAD, STORM_PROTOCOL, STORM_ROUTES } = process.env;
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

/** The port of this machine to which a port leads. */
const routes = new Map<string, number>(Object.entries(JSON.parse(STORM_ROUTES ?? '{}')));
if (routes.size > 0) {
  const connect = Socket.prototype.connect as (this: Socket, ...given: unknown[]) => Socket;
  const led = (port: unknown) => routes.get(String(port)) ?? port;
  const routed = (to: unknown): unknown => {
    if (typeof to !== 'object' || to === null) return led(to);
    const port = 'port' in to ? led(to.port) : undefined;
    return 'port' in to && port !== to.port ? { ...to, port, host: '127.0.0.1' } : to;
  };
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [first, ...more] = given;
    // `net.connect` has put its words in order, in a list with a mark.
    if (Array.isArray(first)) first[0] = routed(first[0]);
    return connect.call(this, Array.isArray(first) ? first : routed(first), ...more);
  } as typeof Socket.prototype.connect;
}

/** PostgreSQL has no faster clock for the limits that Belfry gives it. */
const inRealTime = (source: string) =>
  source.replace(/const LOCK_MS = (\d+)/, (_, ms) => `const LOCK_MS = ${Math.ceil(Number(ms) / speed)}`);

if (STORM_PROTOCOL || STORM_ROUTES)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url.endsWith('/db/postgres/backend.ts')) return { ...loaded, source: inRealTime(String(loaded.source)) };
      if (!STORM_PROTOCOL || !url.endsWith('/collect/protocol.ts')) return loaded;
      const source = String(loaded.source).replace(/COLLECT_PROTOCOL = \d+/, `COLLECT_PROTOCOL = ${STORM_PROTOCOL}`);
      return { ...loaded, source };
    },
  });
