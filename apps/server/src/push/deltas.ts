// The encoding for our own client: a snapshot, then deltas, as compressed JSON. Each is made once for all clients.
import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync } from 'node:zlib';
import { diff } from '@belfry/domain/delta/diff';
import { archiveNames } from '@belfry/schema/archives';
import type { Changes, Delta } from '@belfry/schema/messages/delta';
import type { Viewed } from '@belfry/schema/messages/view';
import type { State } from '@belfry/schema/state';
import { createListWriter, jsonObject } from '../lib/json-text.ts';
import { atOnce } from '../lib/turns.ts';
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

const keysOf = (slices: Partial<State>): Keys =>
  Object.entries(slices).map(([name, value]) => [
    name,
    Array.isArray(value) ? atOnce(createListWriter()<unknown>(value)) : [Buffer.from(JSON.stringify(value))],
  ]);

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

export function createDeltas(initial: State, mostBytes: number = MAX_BYTES): Encoding {
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
  const fit = (part: Partial<State>): Keys => {
    const keys = keysOf(part);
    const names = excess(new Map(keys.map(([name, value]) => [name, lengthOf(value)])), mostBytes);
    const others = leftOut.filter((name) => !(name in part));
    const now = [...others, ...names];
    if (now.join() !== leftOut.join()) {
      leftOut = now;
      refitted = true;
      move(without(all, leftOut));
    }
    return keys.map(([name, value]) => [name, names.includes(name) ? [Buffer.from('[]')] : value]);
  };
  const marked = (frame: Promise<Frame>): Frames => (leftOut.length > 0 ? [frame, leftOutFrame(leftOut)] : [frame]);
  const full = (): Frames => {
    if (snapshot) return snapshot;
    const keys = fit(split(all).live);
    snapshot = marked(packed({ type: 'snapshot', revision }, keys));
    sinceBytes = 0;
    const length = keys.reduce((sum, [, value]) => sum + lengthOf(value), 0);
    mostSince = Math.max(MAX_SINCE_BYTES, length * MAX_SINCE_SHARE);
    return snapshot;
  };
  const written = (message: Delta | Viewed): Frame => frame(deflateRawSync(JSON.stringify(message), numeric));
  /** The step to the present revision. */
  const stepOf = (data: Changes): Step => {
    const message = { type: 'delta' as const, base: revision - 1, revision, data };
    const [whole, after] = [written(message), state];
    const made = new Map<View, Frame>();
    const narrowed = (view: View) => {
      const known = made.get(view);
      if (known) return known;
      const own = narrow(data, after, view);
      const frame = own === data ? whole : written({ ...message, data: own });
      made.set(view, frame);
      return frame;
    };
    return { frame: whole, narrowed };
  };
  return {
    everyMs: EVERY_MS,
    advance(next) {
      all = next;
      const to = without(all, leftOut);
      if (refitted) {
        refitted = false;
        move(to);
        return 'full';
      }
      let changes: Changes | undefined;
      try {
        changes = diff(state, to);
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
      sinceBytes += lengthOf(step.frame.buffers);
      // A list that is left out may fit again, so the next snapshot checks that.
      if (before && leftOut.length === 0 && sinceBytes <= mostSince) snapshot = [...before, step.frame];
      if (Object.keys(archived).length === 0) return step;
      // a change of the revision that clients have by then
      const own = { ...archived, lastUpdate: changes.lastUpdate };
      return { ...step, archives: written({ type: 'delta', base: revision, revision, data: own }) };
    },
    initial: full,
    resync: full,
    archives() {
      archives ??= marked(packed({ type: 'archives' }, fit(split(all).archives), long));
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
