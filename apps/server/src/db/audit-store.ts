// The audit log: who did what, when and from where. Append only and limited: many failures can push out failures, never
// successes.

import type { AuditEvent } from '@belfry/schema/http/security';
import { oneLine } from '@belfry/schema/one-line';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scope } from './scope.ts';

/** `at` epoch ms. Newer entries have greater ids. */
interface StoredEntry {
  id: number;
  at: number;
  event: string;
  success: boolean;
  user: string;
  method: string;
  ip: string;
  path: string;
  details: string;
}

/** `user`, `path` and `details` may come from an attacker: they become one line, and long ones are cut here. */
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

export type AuditStore = ReturnType<typeof createAuditStore>;

/** The table of the entries in a database. */
export interface AuditTable {
  /** Gives the entry an id greater than all earlier ids. */
  append(entry: Omit<StoredEntry, 'id'>): Promise<void>;
  /** The newest with an id less than `before`, newest first. */
  list(limit: number, before: number): Promise<StoredEntry[]>;
  /** Leaves the newest `keep` of those that succeeded, or of those that failed, and none from before `since`. */
  prune(success: boolean, keep: number, since: number): Promise<void>;
}

const bounds: AuditBounds = { successes: 20_000, failures: 5_000, retentionMs: 365 * 86_400_000 };
/** Pruning reads the whole table, so it runs once in this many entries. */
const PRUNE_EVERY = 100;

export interface AuditDeps {
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** How many entries were appended in this run. */
  appended: { count: number };
  /** Called after an entry was written. In a transaction that is before its end. */
  noted?: (() => void) | undefined;
  keep?: AuditBounds | undefined;
}

/** An entry that the disk does not accept is logged instead; the caller stays signed in. */
export function createAuditStore(scope: Scope, { clock, log, appended, noted, keep = bounds }: AuditDeps) {
  return {
    async append({ event, success, user, method, ip, path, details = '' }: AuditRecord) {
      const at = clock.now();
      const entry = { user: cut(user, 64), path: cut(path, 200), details: cut(details, 500) };
      const isKept = await scope.attempt(() =>
        scope.write(async ({ audit }) => {
          await audit.append({ at, event, success, method, ip, ...entry });
          if (appended.count++ % PRUNE_EVERY !== 0) return;
          await audit.prune(true, keep.successes, at - keep.retentionMs);
          await audit.prune(false, keep.failures, at - keep.retentionMs);
        }),
      );
      if (isKept) noted?.();
      else log.warn({ audit: { event, success, method, ip, ...entry } }, 'this audit entry could not be stored');
    },
    /** Newest first. With `before`, only older ones. */
    list: (limit: number, before: number = Number.MAX_SAFE_INTEGER): Promise<StoredEntry[]> =>
      scope.read(({ audit }) => audit.list(limit, before)),
  };
}

function cut(given: string, length: number): string {
  const text = oneLine(given);
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
