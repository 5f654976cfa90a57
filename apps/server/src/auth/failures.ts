// Refused calls in the audit log: the first of a kind is written at once, and the number of the following ones a minute
// later. So many refused calls neither fill the log nor cost a write each.
import type { AuditRecord, AuditStore } from '../db/audit-store.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from './client-address.ts';

const WINDOW_MS = 60_000;
/** The number of kinds at a time; calls from more addresses are counted together. */
const KINDS = 50;

export type NoteFailure = (record: Omit<AuditRecord, 'success'>) => Promise<void>;

export interface Failures {
  note: NoteFailure;
  /** Writes the numbers now that would be written later. */
  stop(): Promise<void>;
}

export function createFailures(audit: Pick<AuditStore, 'append'>, clock: Clock): Failures {
  const counted = new Map<string, { more: number; end(): Promise<void> }>();

  async function note(record: Omit<AuditRecord, 'success'>): Promise<void> {
    const own = JSON.stringify([record.event, record.user, record.method, networkOf(record.ip)]);
    const isMany = !counted.has(own) && counted.size >= KINDS;
    const key = isMany ? record.event : own;
    const known = counted.get(key);
    if (known) {
      known.more++;
      return;
    }
    const first = {
      ...record,
      ...(isMany && { ip: '', user: '', details: 'from many addresses' }),
      success: false,
    };
    const kind = {
      more: 0,
      async end() {
        cancel();
        counted.delete(key);
        if (kind.more > 0) await audit.append({ ...first, details: `${kind.more} more like it within a minute` });
      },
    };
    const cancel = clock.after(WINDOW_MS, kind.end);
    counted.set(key, kind);
    await audit.append(first);
  }

  return {
    note,
    async stop() {
      for (const { end } of [...counted.values()]) await end();
    },
  };
}
