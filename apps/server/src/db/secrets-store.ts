// Passwords and tokens that must be readable again, sealed one by one: an owner is a row elsewhere, a name its field.
import * as z from 'zod';
import type { Database } from './open.ts';
import { query } from './query.ts';
import type { Secrets } from './secrets.ts';

export interface SecretsStore {
  put(owner: string, name: string, text: string): void;
  /** `lost` are the names whose content no longer opens: changed on disk, or copied from another place. */
  read(owner: string): { values: ReadonlyMap<string, string>; lost: readonly string[] };
  remove(owner: string, name: string): void;
  removeAll(owner: string): void;
}

export const sealedAt = (owner: string, name: string): string => `secrets/${owner}/${name}`;

export function createSecretsStore(db: Database, secrets: Secrets): SecretsStore {
  const write = db.prepare(
    'INSERT INTO secrets (owner, name, sealed) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed',
  );
  const Row = z.object({ name: z.string(), sealed: z.instanceof(Uint8Array) });
  const byOwner = query(db, Row, 'SELECT name, sealed FROM secrets WHERE owner = ?');
  const remove = db.prepare('DELETE FROM secrets WHERE owner = ? AND name = ?');
  const removeAll = db.prepare('DELETE FROM secrets WHERE owner = ?');
  return {
    put: (owner, name, text) => void write.run(owner, name, secrets.seal(sealedAt(owner, name), text)),
    read(owner) {
      const values = new Map<string, string>();
      const lost: string[] = [];
      for (const row of byOwner.all(owner)) {
        const text = secrets.unseal(sealedAt(owner, row.name), row.sealed);
        if (text === undefined) lost.push(row.name);
        else values.set(row.name, text);
      }
      return { values, lost };
    },
    remove: (owner, name) => void remove.run(owner, name),
    removeAll: (owner) => void removeAll.run(owner),
  };
}
