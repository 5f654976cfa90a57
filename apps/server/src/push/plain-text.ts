// The plain state as JSON, for sockets and for GET /api/state. Only lists that changed are written again.
import { listFacts, listsWith } from '@belfry/domain/list-facts';
import type { ListName, State } from '@belfry/schema/state';
import type { Cancel, Clock } from '../lib/clock.ts';
import { createListWriter, type Form, JsonText, jsonObject, type ListWriter } from '../lib/json-text.ts';
import type { Logger } from '../lib/logger.ts';
import { atOnce, inTurns } from '../lib/long-work.ts';
import { excess, lengthOf, MAX_BYTES } from './fitting.ts';

/** The JSON of each key's value: the same array as before if nothing changed. */
export type PlainKeys = ReadonlyMap<string, Value>;
type Value = readonly Buffer[];

interface PlainState {
  keys: PlainKeys;
  leftOut: readonly string[];
  /** All keys, as one object. */
  whole(): JsonText;
}

export type PlainText = ReturnType<typeof createPlainText>;

export interface PlainTextOptions {
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  mostBytes?: number | undefined;
}

/** The text is dropped if it is not used for this time. With 10,000 guests it has 50 MB. */
const KEPT_MS = 60_000;
const EMPTY: Value = [Buffer.from('[]')];
const plainLists = listsWith('plain');
const inPveBackups: ReadonlySet<string> = new Set(
  plainLists.filter((name) => listFacts[name].plain === 'in pveBackups'),
);

export function createPlainText({ clock, log, mostBytes = MAX_BYTES }: PlainTextOptions) {
  let writer = createWriter();
  let compose = createComposer();
  /** The state that the sockets have and, for up to a second, the next one. */
  let known: (PlainState & { state: State })[] = [];
  let forget: Cancel | undefined;
  let said = '';

  function* write(state: State): Generator<undefined, PlainState & { state: State }> {
    const slices = yield* writer(state);
    const leftOut = excess(new Map([...slices].map(([name, value]) => [name, lengthOf(value)])), mostBytes);
    if (said !== leftOut.join() && leftOut.length > 0)
      log.warn({ leftOut }, 'the state is too large to send: clients get it without these lists');
    said = leftOut.join();
    for (const name of leftOut) slices.set(name, EMPTY);
    const keys = compose(slices);
    let whole: JsonText | undefined;
    return {
      state,
      keys,
      leftOut,
      whole() {
        whole ??= new JsonText(jsonObject(keys));
        return whole;
      },
    };
  }

  function used(): void {
    forget?.();
    forget = clock.after(KEPT_MS, () => {
      writer = createWriter();
      compose = createComposer();
      known = [];
    });
  }
  const find = (state: State) => known.find((each) => each.state === state);
  const keep = <T extends PlainState & { state: State }>(written: T): T => {
    if (!known.includes(written)) known = [...known.slice(-1), written];
    used();
    return written;
  };
  /** The writing that begins after the present one, for all that ask until then. */
  let next: Promise<PlainState> | undefined;
  let present: Promise<unknown> = Promise.resolve();

  return {
    of(state: State): PlainState {
      return keep(find(state) ?? atOnce(write(state)));
    },
    /**
     * The state of a moment after the call, written in turns: with 100,000 guests that takes seconds, in which everything else goes on. Few
     * writings wait, however many ask.
     */
    inTurns(current: () => State): Promise<PlainState> {
      next ??= present.then(async () => {
        next = undefined;
        const state = current();
        return keep(find(state) ?? (await inTurns(write(state), clock)));
      });
      const own = next;
      present = own.catch(() => {});
      return own;
    },
  };
}

/** By the names of the state. */
type Slices = Map<string, Value>;

function createWriter(): (state: State) => Generator<undefined, Slices> {
  const lists = new Map<string, ListWriter>();
  const singles = new Map<string, { text: string; value: Value }>();
  const list = <T>(name: string, items: readonly T[], form?: Form<T>) => {
    const write = lists.get(name) ?? createListWriter();
    lists.set(name, write);
    return write(items, form);
  };
  const single = (name: string, value: unknown): Value => {
    const text = JSON.stringify(value);
    const before = singles.get(name);
    const known = before?.text === text ? before : { text, value: [Buffer.from(text)] };
    singles.set(name, known);
    return known.value;
  };

  return function* write(state) {
    const slices: Slices = new Map();
    for (const name of plainLists) slices.set(name, yield* list<unknown>(name, state[name], formOf(name, state)));
    for (const [name, value] of Object.entries(state)) if (!Array.isArray(value)) slices.set(name, single(name, value));
    return slices;
  };
}

/** Undefined where the entities are sent as they are. */
function formOf(list: ListName, state: State): Form<unknown> | undefined {
  const { plain } = listFacts[list];
  return typeof plain === 'function' ? plain(state) : undefined;
}

/** The names in the plain state, by the names in the state. */
function createComposer(): (slices: Slices) => PlainKeys {
  let backups: { of: readonly Value[]; value: Value } = { of: [], value: [] };
  return (slices) => {
    const parts: [string, Value][] = [];
    const keys = new Map([['metrics', EMPTY]]);
    for (const [name, value] of slices) {
      if (inPveBackups.has(name)) parts.push([name, value]);
      else keys.set(name, value);
    }
    const of = parts.map(([, value]) => value);
    if (of.some((value, i) => value !== backups.of[i])) backups = { of, value: [...jsonObject(parts)] };
    return keys.set('pveBackups', backups.value);
  };
}
