// Settings as JSON by key. What is read is parsed by the schema of whoever reads.
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Disk } from './disk.ts';
import type { Database } from './open.ts';
import { json, query } from './query.ts';

export interface SettingsStore {
  /** Undefined when nothing is stored, or when what is stored no longer fits the schema. */
  get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined;
  put(key: string, value: unknown): void;
  /** Put, or with undefined removed, at once or as soon as the disk takes it: for what is kept without being asked. */
  keep(key: string, value: unknown): void;
  remove(key: string): void;
}

export function createSettingsStore(db: Database, clock: Clock, disk: Pick<Disk, 'attempt'>): SettingsStore {
  const read = query(db, z.object({ value: json(z.unknown()) }), 'SELECT value FROM settings WHERE key = ?');
  const write = db.prepare(`INSERT INTO settings (key, value, changed_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`);
  const remove = db.prepare('DELETE FROM settings WHERE key = ?');
  const put = (key: string, value: unknown) => void write.run(key, JSON.stringify(value), clock.now());
  return {
    get: (key, schema) => schema.safeParse(read.get(key)?.value).data,
    put,
    keep: (key, value) =>
      void disk.attempt(() => (value === undefined ? remove.run(key) : put(key, value)), `settings/${key}`),
    remove: (key) => void remove.run(key),
  };
}
