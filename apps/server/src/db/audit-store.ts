// Who did what, when and from where. Append only, bounded: a flood of failures can push out failures, never successes.
import type { AuditEvent } from '@belfry/schema/http/security';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Disk } from './disk.ts';
import type { Database } from './open.ts';
import { flag, query } from './query.ts';

const StoredEntry = z.object({
  id: z.number(),
  at: z.number(),
  event: z.string(),
  success: flag,
  user: z.string(),
  method: z.string(),
  ip: z.string(),
  path: z.string(),
  details: z.string(),
});
/** `at` epoch ms. Newer entries have greater ids. */
export type StoredEntry = z.infer<typeof StoredEntry>;

/** `user`, `path` and `details` may come from strangers; they are cut to size here. */
export interface AuditRecord {
  event: AuditEvent;
  success: boolean;
  user: string;
  method: string;
  ip: string;
  path: string;
  details?: string;
}

export interface AuditBounds {
  successes: number;
  failures: number;
  retentionMs: number;
}

export interface AuditStore {
  append(record: AuditRecord): void;
  /** Newest first, older than `before` where that is given. */
  list(limit: number, before?: number): StoredEntry[];
}

const bounds: AuditBounds = { successes: 20_000, failures: 5_000, retentionMs: 365 * 86_400_000 };
/** Pruning looks at the whole table, so it runs once in this many entries. */
const PRUNE_EVERY = 100;

export interface AuditDeps {
  clock: Clock;
  disk: Pick<Disk, 'attempt'>;
  log: Pick<Logger, 'warn'>;
  keep?: AuditBounds;
}

/** What the disk does not take is in the log instead: whoever was let in stays let in. */
export function createAuditStore(db: Database, { clock, disk, log, keep = bounds }: AuditDeps): AuditStore {
  const insert = db.prepare(
    'INSERT INTO audit (at, event, success, user, method, ip, path, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const list = query(db, StoredEntry, 'SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?');
  const surplus = db.prepare(`DELETE FROM audit WHERE success = ? AND id <= (
    SELECT id FROM audit WHERE success = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`);
  const expire = db.prepare('DELETE FROM audit WHERE at < ?');
  let appended = 0;
  function prune(now: number): void {
    surplus.run(1, 1, keep.successes);
    surplus.run(0, 0, keep.failures);
    expire.run(now - keep.retentionMs);
  }
  return {
    append({ event, success, user, method, ip, path, details = '' }) {
      const now = clock.now();
      const entry = { user: cut(user, 64), path: cut(path, 200), details: cut(details, 500) };
      const isKept = disk.attempt(() => {
        insert.run(now, event, success ? 1 : 0, entry.user, method, ip, entry.path, entry.details);
        if (appended++ % PRUNE_EVERY === 0) prune(now);
      });
      if (!isKept)
        log.warn({ audit: { event, success, method, ip, ...entry } }, 'this audit entry could not be stored');
    },
    list: (limit, before = Number.MAX_SAFE_INTEGER) => list.all(before, limit),
  };
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
