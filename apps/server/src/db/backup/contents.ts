// What is in a backup: a line of JSON that lists the files, then the files themselves.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import type { Pieces } from './sealed-stream.ts';

/** By their place in the data directory. Measured values are not here. The alerts are without messages that wait: they would be sent a second time. */
export const backedUp = [
  'belfry.db',
  'alerts.db',
  'journal.db',
  'keys/belfry.key',
  'tls/self-signed.crt',
  'tls/self-signed.key',
] as const;
export type BackedUp = (typeof backedUp)[number];

const FORMAT = 1;
const LONGEST_LINE = 64 * 1024;

/** `schema`: of the main database. `createdAt` ISO. */
const List = z.object({
  product: z.literal('belfry'),
  format: z.number().int(),
  version: z.string(),
  schema: z.number().int(),
  createdAt: z.string(),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number().int().min(0) })),
});
export type BackupList = z.infer<typeof List>;

export type BackupFacts = Pick<BackupList, 'version' | 'schema' | 'createdAt'>;

/** The files of `folder`, which nobody changes meanwhile. */
export async function* pack(
  folder: string,
  facts: BackupFacts,
  files: readonly { name: BackedUp; sizeBytes: number }[],
): AsyncGenerator<Buffer> {
  const list: BackupList = { product: 'belfry', format: FORMAT, ...facts, files: [...files] };
  yield Buffer.from(`${JSON.stringify(list)}\n`);
  for (const { name } of files) for await (const piece of createReadStream(path.join(folder, name))) yield piece;
}

/** Writes the files into `folder`. Throws a BackupError for a backup of a newer Belfry, before it writes. */
export async function unpack(content: Pieces, folder: string, newestSchema: number): Promise<BackupList> {
  const reader = readerOf(content);
  const list = parse(await reader.line());
  const isNewer = list.format > FORMAT || list.schema > newestSchema;
  if (isNewer)
    throw new BackupError(`It was made by Belfry ${list.version}, which is newer. Install that version first.`);
  for (const { name, sizeBytes } of list.files) {
    if (!backedUp.some((known) => known === name))
      throw new BackupError(`It holds "${name}", which is no file of Belfry.`);
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    const written = finished(out);
    written.catch(() => {});
    for await (const piece of reader.bytes(sizeBytes)) {
      if (!out.write(piece)) await Promise.race([written, new Promise((go) => out.once('drain', go))]);
    }
    out.end();
    await written;
  }
  await reader.end();
  return list;
}

function parse(line: string): BackupList {
  try {
    return List.parse(JSON.parse(line));
  } catch {
    throw new BackupError('Its list of files cannot be read. It was probably made by a newer Belfry.');
  }
}

function readerOf(content: Pieces) {
  const pieces = content[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const tooShort = () => new BackupError('It ends before its last file.');
  async function more(): Promise<boolean> {
    const next = await pieces.next();
    if (!next.done) held = Buffer.concat([held, next.value]);
    return !next.done;
  }
  return {
    async line(): Promise<string> {
      while (!held.includes('\n')) if (held.length > LONGEST_LINE || !(await more())) throw tooShort();
      const end = held.indexOf('\n');
      const text = held.toString('utf8', 0, end);
      held = held.subarray(end + 1);
      return text;
    },
    async *bytes(count: number): AsyncGenerator<Buffer> {
      for (let left = count; left > 0; ) {
        if (held.length === 0 && !(await more())) throw tooShort();
        const piece = held.subarray(0, left);
        held = held.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    /** Reads to the end, because only the last chunk shows that nothing was cut off. */
    async end(): Promise<void> {
      while (held.length === 0) if (!(await more())) return;
      throw new BackupError('It holds more than its list says.');
    },
  };
}
