// A large JSON value in pieces, so that no step of joining them takes long. A worker makes the pieces; the server joins them.

/** `path` is where the entries of the piece belong: they are added to the list or object that is there. */
export interface JsonPiece {
  path: readonly string[];
  json: Uint8Array<ArrayBuffer>;
}

/** One entry of a list is larger than this: no host has such an entry. */
export class EntryTooLarge extends Error {}

const PIECE_BYTES = 128 << 10;
const MAX_ENTRY_BYTES = 1 << 20;
/** How far below the top the long lists are: `data` is at 1, and the samples of an export of metrics are at 2. */
const DEEPEST = 2;
const LONG = 100;

type Container = Record<string, unknown> | unknown[];
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The first piece is the top itself, without its entries. */
export function* piecesOf(value: unknown, path: readonly string[] = []): Generator<JsonPiece> {
  if (!isContainer(value)) return yield encode(path, JSON.stringify(value));
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (path.length === 0) yield encode(path, open + close);
  const apart: [string, Container][] = [];
  let entries: string[] = [];
  let size = 0;
  const flush = () => {
    const piece = encode(path, open + entries.join(',') + close);
    entries = [];
    size = 0;
    return piece;
  };
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const entry: unknown = Reflect.get(value, key);
    const isApart = isContainer(entry) && path.length < DEEPEST && (path.length === 0 || isLong(entry));
    if (isApart) apart.push([`${key}`, entry]);
    const text = isApart ? (Array.isArray(entry) ? '[]' : '{}') : JSON.stringify(entry);
    if (text.length > MAX_ENTRY_BYTES) throw new EntryTooLarge();
    entries.push(Array.isArray(value) ? text : `${JSON.stringify(`${key}`)}:${text}`);
    size += text.length;
    if (size >= PIECE_BYTES) yield flush();
  }
  if (entries.length > 0) yield flush();
  for (const [key, entry] of apart) yield* piecesOf(entry, [...path, key]);
}

const isLong = (value: Container): boolean => (Array.isArray(value) ? value : Object.keys(value)).length > LONG;

const encoder = new TextEncoder();
const encode = (path: readonly string[], text: string): JsonPiece => ({ path, json: encoder.encode(text) });

/** Puts pieces together, in their order. */
export function createJoin(): { add(piece: JsonPiece): void; value(): unknown } {
  let top: unknown;
  return {
    add({ path, json }) {
      const part: unknown = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString());
      if (top === undefined) {
        top = part;
        return;
      }
      const at = path.reduce((value, key) => (isContainer(value) ? Reflect.get(value, key) : undefined), top);
      if (Array.isArray(at) && Array.isArray(part)) for (const entry of part) at.push(entry);
      else if (isContainer(at) && isContainer(part))
        // Not assigned: a key may be `__proto__`.
        for (const [key, value] of Object.entries(part))
          Object.defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true });
    },
    value: () => top,
  };
}
