// The encoding for our own client: a snapshot, then deltas, as compressed JSON. Each is made once for all clients.
import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync } from 'node:zlib';
import { diff } from '@belfry/domain/delta/diff';
import { archiveNames } from '@belfry/schema/archives';
import type { Changes, Delta } from '@belfry/schema/messages/delta';
import type { Viewed } from '@belfry/schema/messages/view';
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import { createListWriter, jsonObject } from '../lib/json-text.ts';
import { inTurns } from '../lib/long-work.ts';
import type { Encoding, Frame, Frames, Step, View } from './encoding.ts';
import { excess, leftOutFrame, lengthOf, MAX_BYTES } from './fitting.ts';
import { narrow, nextView, presentReadings } from './narrow.ts';

const EVERY_MS = 250;

/**
 * For columns of numbers: less than half the processor time of the default, and no more bytes. Equal texts are near each
 * other, so the window is small. Each column has digits of its own, so the blocks are short (`memLevel`).
 */
export const numeric = { level: 4, strategy: constants.Z_FILTERED, windowBits: 13, memLevel: 5 };

/** For archives, 20 MB with 5,000 guests: a third of the processor time of the default, and a quarter more bytes. */
const long = { level: 2 };

/**
 * A snapshot is also sent to later clients, with the deltas after it, until the deltas are longer than this, or than this share of its text: to
 * write and compress the state of 10,000 guests takes a new client longer than to apply some deltas.
 */
const MAX_SINCE_BYTES = 64 << 10;
const MAX_SINCE_SHARE = 1 / 32;

const deflate = promisify(deflateRaw);

type Keys = readonly (readonly [name: string, value: readonly Buffer[]])[];

function* keysOf(slices: Partial<State>): Generator<undefined, Keys> {
  const keys: [string, readonly Buffer[]][] = [];
  for (const [name, value] of Object.entries(slices))
    keys.push([
      name,
      Array.isArray(value) ? yield* createListWriter()<unknown>(value) : [Buffer.from(JSON.stringify(value))],
    ]);
  return keys;
}

const frame = (bytes: Buffer): Frame => ({ buffers: [bytes], binary: true });

/** Compresses outside the main thread. Not async, so that `data` can be freed after it was copied. */
const packed = (head: Record<string, unknown>, data: Keys, options = {}): Promise<Frame> => {
  const members = Object.entries(head).map(([name, value]) => [name, [Buffer.from(JSON.stringify(value))]] as const);
  return deflate(Buffer.concat([...jsonObject([...members, ['data', jsonObject(data)]])]), options).then(frame);
};

const isArchive = (name: string): boolean => archiveNames.some((archive) => archive === name);

/** The archives, and everything else. */
const split = <T extends object>(parts: T): { live: T; archives: T } => {
  const entries = Object.entries(parts);
  const only = (archived: boolean) => Object.fromEntries(entries.filter(([name]) => isArchive(name) === archived)) as T;
  return { live: only(false), archives: only(true) };
};

const without = (state: State, names: readonly string[]): State =>
  names.length === 0 ? state : { ...state, ...Object.fromEntries(names.map((name) => [name, []])) };

export function createDeltas(
  initial: State,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  mostBytes: number = MAX_BYTES,
): Encoding {
  /** The full state, and the state as clients have it: lists that are too large to send are empty there. */
  let all = initial;
  let state = initial;
  let leftOut: readonly string[] = [];
  let revision = 1;
  /** With the deltas after it. */
  let snapshot: Frames | undefined;
  let sinceBytes = 0;
  let mostSince = MAX_SINCE_BYTES;
  let archives: Frames | undefined;
  /** Which lists are left out has changed: all clients need the full state. */
  let refitted = false;

  const move = (to: State) => {
    // The archives are most of the bytes, and most changes do not affect them.
    if (archiveNames.some((name) => state[name] !== to[name])) archives = undefined;
    snapshot = undefined;
    state = to;
    revision++;
  };
  /** Lists of this part that do not fit are empty. If they are others than before, all clients get the full state after the next change. */
  const fit = (part: Partial<State>, keys: Keys): Keys => {
    const names = excess(new Map(keys.map(([name, value]) => [name, lengthOf(value)])), mostBytes);
    const others = leftOut.filter((name) => !(name in part));
    const now = [...others, ...names];
    if (now.join() !== leftOut.join()) {
      leftOut = now;
      refitted = true;
    }
    return keys.map(([name, value]) => [name, names.includes(name) ? [Buffer.from('[]')] : value]);
  };
  /**
   * This part of the present state, written in turns: with 100,000 guests that takes seconds, in which everything else goes on. `done` learns
   * how long the text is.
   */
  const whole = (part: Partial<State>, head: Record<string, unknown>, options = {}, done = (_length: number) => {}) => {
    const keys = inTurns(keysOf(part), clock).then((found) => fit(part, found));
    const text = keys.then((found) => {
      done(found.reduce((sum, [, value]) => sum + lengthOf(value), 0));
      return packed(head, found, options);
    });
    const missing = keys.then(() => (leftOut.length > 0 ? leftOutFrame(leftOut) : undefined));
    // Whoever waits for the text learns why it failed.
    missing.catch(() => {});
    return [text, missing] as const;
  };
  const full = (): Frames => {
    if (snapshot) return snapshot;
    const made = whole(split(all).live, { type: 'snapshot', revision }, {}, (length) => {
      if (snapshot?.[0] === made[0]) mostSince = Math.max(MAX_SINCE_BYTES, length * MAX_SINCE_SHARE);
    });
    snapshot = made;
    // While it is written, all that join share it.
    [sinceBytes, mostSince] = [0, Number.POSITIVE_INFINITY];
    made[0].catch(() => {
      if (snapshot?.[0] === made[0]) snapshot = undefined;
    });
    return snapshot;
  };
  const written = (message: Delta | Viewed): Frame => frame(deflateRawSync(JSON.stringify(message), numeric));
  /** The step to the present revision. */
  const stepOf = (data: Changes): Step => {
    const message = { type: 'delta' as const, base: revision - 1, revision, data };
    const after = state;
    const made = new Map<View | undefined, Frame>();
    const frameOf = (view: View | undefined): Frame => {
      const known = made.get(view);
      if (known) return known;
      const own = view ? narrow(data, after, view) : data;
      const frame = view && own === data ? frameOf(undefined) : written({ ...message, data: own });
      made.set(view, frame);
      return frame;
    };
    return { frame: frameOf };
  };
  return {
    everyMs: EVERY_MS,
    advance(next, shown) {
      all = next;
      const to = without(all, leftOut);
      if (refitted) {
        refitted = false;
        move(to);
        return 'full';
      }
      let changes: Changes | undefined;
      try {
        // While the snapshot is kept for later clients, all changes belong to it.
        changes = diff(state, to, snapshot ? undefined : shown);
      } catch (error) {
        // All clients get the full state, and it must be the new one.
        move(to);
        throw error;
      }
      if (!changes) return undefined;
      const before = snapshot;
      move(to);
      const { live, archives: archived } = split(changes);
      const step = stepOf(live);
      // A list that is left out may fit again, so the next snapshot checks that.
      if (before && leftOut.length === 0) {
        const since = step.frame(undefined);
        sinceBytes += lengthOf(since.buffers);
        if (sinceBytes <= mostSince) snapshot = [...before, since];
      }
      if (Object.keys(archived).length === 0) return step;
      // a change of the revision that clients have by then
      const own = { ...archived, lastUpdate: changes.lastUpdate };
      const message = { type: 'delta' as const, base: revision, revision, data: own };
      let made: Frame | undefined;
      const archivesOf = (): Frame => {
        made ??= written(message);
        return made;
      };
      return { ...step, archives: archivesOf };
    },
    initial: full,
    resync: full,
    archives() {
      archives ??= whole(split(all).archives, { type: 'archives' }, long);
      return archives;
    },
    viewed(before, target) {
      const view = nextView(state, before, target);
      const { changes, guests } = presentReadings(state, before, view);
      const data = {
        instances: view ? [...view] : ('all' as const),
        changes: { ...changes, lastUpdate: state.lastUpdate },
      };
      return { frame: written({ type: 'viewed', revision, data }), guests, view };
    },
  };
}
