// The encoding for any other client: the whole plain state, then the top-level keys that changed, as JSON text.
import { plain } from '@belfry/domain/plain-state';
import type { State } from '@belfry/schema/state';
import type { Encoding } from './encoding.ts';

const EVERY_MS = 1000;

/** Each key's value as JSON, so that nothing is written twice for one state. */
type Texts = ReadonlyMap<string, string>;

const textsOf = (state: State): Texts =>
  new Map(Object.entries(plain(state)).map(([key, value]) => [key, JSON.stringify(value)]));

const message = (type: 'initialState' | 'rawData', texts: Iterable<[string, string]>): string =>
  `{"type":"${type}","data":{${Array.from(texts, ([key, text]) => `"${key}":${text}`).join()}}}`;

export function createPlain(initial: State): Encoding {
  let state = initial;
  let written: Texts | undefined;
  const texts = () => {
    written ??= textsOf(state);
    return written;
  };
  return {
    everyMs: EVERY_MS,
    advance(next) {
      const before = texts();
      state = next;
      written = textsOf(next);
      const changed = [...written].filter(([key, text]) => before.get(key) !== text);
      return changed.length > 0 ? message('rawData', changed) : undefined;
    },
    joined: () => [message('initialState', texts())],
    again: () => [message('rawData', texts())],
    archives: () => [],
  };
}
