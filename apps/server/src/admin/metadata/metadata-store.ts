// What people added to guests, on disk by guest id.
import { GuestMetadata } from '@belfry/schema/http/guest-metadata';
import * as z from 'zod';
import { type Database, transaction } from '../../db/open.ts';
import { json, query } from '../../db/query.ts';
import type { Clock } from '../../lib/clock.ts';

const Row = GuestMetadata.extend({ tags: json(z.array(z.string())) });

export interface MetadataStore {
  list(): GuestMetadata[];
  get(id: string): GuestMetadata | undefined;
  /** All of them in one commit. A record that says nothing is removed. */
  put(records: readonly GuestMetadata[]): void;
}

export function createMetadataStore(db: Database, clock: Clock): MetadataStore {
  const columns = 'id, custom_url AS customUrl, description, tags';
  const all = query(db, Row, `SELECT ${columns} FROM guest_metadata ORDER BY id`);
  const one = query(db, Row, `SELECT ${columns} FROM guest_metadata WHERE id = ?`);
  const write = db.prepare(`INSERT INTO guest_metadata (id, custom_url, description, tags, changed_at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET custom_url = excluded.custom_url,
    description = excluded.description, tags = excluded.tags, changed_at = excluded.changed_at`);
  const remove = db.prepare('DELETE FROM guest_metadata WHERE id = ?');
  return {
    list: () => all.all(),
    get: (id) => one.get(id),
    put(records) {
      transaction(db, () => {
        for (const { id, customUrl, description, tags } of records) {
          if (customUrl === '' && description === '' && tags.length === 0) remove.run(id);
          else write.run(id, customUrl, description, JSON.stringify(tags), clock.now());
        }
      });
    },
  };
}
