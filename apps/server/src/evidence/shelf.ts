// The reports that are kept: each is a file with its content and a file that says what it is, in a folder of the data.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { foreignJson } from '@belfry/domain/foreign-json';
import { ReportOrder } from '@belfry/schema/http/kept-reports';
import * as z from 'zod';
import { writePrivateBytes } from '../db/private-file.ts';

/** `at` epoch ms. `isOwn`: Belfry made it by itself. */
const Kept = ReportOrder.extend({
  id: z.string().regex(/^[\w-]{1,64}$/),
  file: z.string(),
  at: z.number(),
  about: z.string(),
  by: z.string(),
  sizeBytes: z.number().int(),
});
export type Kept = z.infer<typeof Kept>;

const DAY_MS = 86_400_000;
/** A content without its description is of a report that was being written when the power failed. */
const UNFINISHED_MS = DAY_MS;
export const MOST_KEPT = 1000;

export type Shelf = ReturnType<typeof createShelf>;

export function createShelf(folder: string) {
  /** By id. Undefined: not read yet. */
  let known: Promise<Map<string, Kept>> | undefined;
  const contentOf = (id: string) => path.join(folder, `${id}.report`);
  const descriptionOf = (id: string) => path.join(folder, `${id}.json`);

  async function read(): Promise<Map<string, Kept>> {
    const found = new Map<string, Kept>();
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json')) continue;
      const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
      const kept = Kept.safeParse(foreignJson(text)).data;
      if (kept && name === `${kept.id}.json`) found.set(kept.id, kept);
    }
    return found;
  }
  async function all(): Promise<Map<string, Kept>> {
    known ??= read();
    return known;
  }
  async function remove(id: string): Promise<boolean> {
    const kept = await all();
    if (!kept.has(id)) return false;
    await rm(descriptionOf(id), { force: true });
    await rm(contentOf(id), { force: true });
    return kept.delete(id);
  }

  return {
    /** The newest first. */
    async list(): Promise<Kept[]> {
      return [...(await all()).values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    },
    /** Throws when it cannot be written; then nothing of it is listed. */
    async add(report: Omit<Kept, 'sizeBytes'>, content: Uint8Array): Promise<Kept> {
      const kept = { ...report, sizeBytes: content.length };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writePrivateBytes(contentOf(kept.id), content);
        await writePrivateBytes(descriptionOf(kept.id), Buffer.from(JSON.stringify(kept)));
      } catch (error) {
        for (const file of [descriptionOf(kept.id), contentOf(kept.id)])
          await rm(file, { force: true }).catch(() => {});
        throw error;
      }
      (await all()).set(kept.id, kept);
      return kept;
    },
    /** Undefined: it is not there. */
    async content(id: string): Promise<{ kept: Kept; content: Buffer } | undefined> {
      const kept = (await all()).get(id);
      const content = kept && (await readFile(contentOf(id)).catch(() => undefined));
      return content && { kept, content };
    },
    /** The path of the file of a report that is there. */
    fileOf: contentOf,
    remove,
    /** Removes those that are older, and what was never finished. */
    async prune(keepDays: number, now: number): Promise<void> {
      const kept = await all();
      for (const { id, at } of [...kept.values()]) if (now - at > keepDays * DAY_MS) await remove(id);
      for (const name of await readdir(folder).catch(() => [])) {
        const [, id = ''] = /^([\w-]{1,64})\.(?:report|json)(?:\.new)?$/.exec(name) ?? [];
        if (id === '' || kept.has(id)) continue;
        const file = path.join(folder, name);
        const written = (await stat(file).catch(() => undefined))?.mtimeMs ?? now;
        if (!name.endsWith('.json') && now - written > UNFINISHED_MS) await rm(file, { force: true });
      }
    },
  };
}

/** Sorts by time. `at` epoch ms. */
export const newReportId = (at: number): string =>
  `${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
