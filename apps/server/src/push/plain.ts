// The encoding for any other client: the full plain state, then the top-level keys that changed, as JSON text.
import type { State } from '@belfry/schema/state';
import { JsonText, jsonObject } from '../lib/json-text.ts';
import type { Encoding, Frame } from './encoding.ts';
import { leftOutFrame } from './fitting.ts';
import type { PlainKeys, PlainText } from './plain-text.ts';

const EVERY_MS = 1000;

type Type = 'initialState' | 'rawData';

const message = (type: Type, data: JsonText): Frame => {
  const members = [
    ['type', [Buffer.from(JSON.stringify(type))]],
    ['data', data.buffers],
  ] as const;
  return { buffers: [...jsonObject(members)], binary: false };
};

export function createPlain(initial: State, plainText: Pick<PlainText, 'of'>): Encoding {
  let state = initial;
  /** Weak references, so that the texts do not stay in memory when no client of this encoding is left. */
  const sent = new Map<string, WeakRef<readonly Buffer[]>>();
  const noteSent = (keys: PlainKeys) => {
    for (const [name, value] of keys) sent.set(name, new WeakRef(value));
  };
  const full = (type: Type) => {
    const { keys, leftOut, whole } = plainText.of(state);
    noteSent(keys);
    return [message(type, whole()), ...(leftOut.length > 0 ? [leftOutFrame(leftOut)] : [])];
  };
  return {
    everyMs: EVERY_MS,
    advance(next) {
      state = next;
      const { keys } = plainText.of(next);
      const changed = [...keys].filter(([name, value]) => sent.get(name)?.deref() !== value);
      noteSent(keys);
      if (changed.length === 0) return undefined;
      const frame = message('rawData', new JsonText(jsonObject(changed)));
      return { frame: () => frame };
    },
    initial: () => full('initialState'),
    resync: () => full('rawData'),
    archives: () => [],
  };
}
