// JSON in buffers instead of one text: V8 cannot hold a text of more than 512 MB, and buffers can be shared.

/** A JSON text in buffers, in order. Others may use the same buffers, so nobody writes into them. */
export class JsonText {
  readonly buffers: readonly Buffer[];
  readonly byteLength: number;

  constructor(buffers: Iterable<Buffer>) {
    this.buffers = packed(buffers);
    this.byteLength = this.buffers.reduce((sum, { length }) => sum + length, 0);
  }
}

/** Buffers below this are copied into one; the others are shared. */
const SMALL_BYTES = 8 << 10;

function packed(buffers: Iterable<Buffer>): Buffer[] {
  const result: Buffer[] = [];
  let small: Buffer[] = [];
  const flush = () => {
    if (small.length > 0) result.push(Buffer.concat(small));
    small = [];
  };
  for (const buffer of buffers) {
    if (buffer.length < SMALL_BYTES) small.push(buffer);
    else {
      flush();
      result.push(buffer);
    }
  }
  flush();
  return result;
}

/** The members of an object, each with its value as JSON; commas, colons and braces are added. */
export function* jsonObject(members: Iterable<readonly [name: string, value: Iterable<Buffer>]>): Generator<Buffer> {
  let separator = '{';
  for (const [name, value] of members) {
    yield Buffer.from(`${separator}${JSON.stringify(name)}:`);
    yield* value;
    separator = ',';
  }
  yield Buffer.from(separator === '{' ? '{}' : '}');
}

/** Some items of a list, without its brackets. */
export const jsonItems = (items: readonly unknown[]): Buffer => Buffer.from(JSON.stringify(items).slice(1, -1));

/** The list of these items. */
export function* jsonList(parts: Iterable<Buffer>): Generator<Buffer> {
  let separator = '[';
  for (const part of parts) {
    if (part.length === 0) continue;
    yield Buffer.from(separator);
    yield part;
    separator = ',';
  }
  yield Buffer.from(separator === '[' ? '[]' : ']');
}

/** Items of a list that are written at once. The largest there are, reports of Docker hosts, have 2 MB. */
const CHUNK = 32;

interface Chunk {
  sources: readonly unknown[];
  bytes: Buffer;
}

/** How an item is written as JSON, and what the text depends on besides the item. */
export interface Form<T> {
  of(item: T): unknown;
  context(item: T): unknown;
}
/** A step for each few items. Another writing of the same list may come in between. */
export type ListWriter = <T>(list: readonly T[], form?: Form<T>) => Generator<undefined, readonly Buffer[]>;

const asIs: Form<unknown> = { of: (item) => item, context: () => undefined };

/**
 * Writes one list again and again: if the items are the same objects in the same context, it reuses the buffers of the
 * last time. Returns the same array if nothing changed.
 */
export function createListWriter(): ListWriter {
  let chunks: Chunk[] = [];
  let buffers: readonly Buffer[] = [Buffer.from('[]')];
  return function* write(list, form = asIs) {
    const before = chunks;
    const next: Chunk[] = [];
    for (let at = 0; at < list.length; at += CHUNK) {
      const items = list.slice(at, at + CHUNK);
      const sources = items.flatMap((item) => [item, form.context(item)]);
      const known = before[next.length];
      next.push(known && sameItems(known.sources, sources) ? known : { sources, bytes: written(items, form, at) });
      yield;
    }
    if (!sameItems(chunks, next)) {
      chunks = next;
      buffers = next.length === 0 ? [Buffer.from('[]')] : [...next.map(({ bytes }) => bytes), Buffer.from(']')];
    }
    return buffers;
  };
}

function written<T>(items: readonly T[], form: Form<T>, at: number): Buffer {
  const text = JSON.stringify(items.map(form.of)).slice(1, -1);
  return Buffer.from((at === 0 ? '[' : ',') + text);
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
