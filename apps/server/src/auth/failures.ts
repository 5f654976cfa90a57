// Refused calls in the audit log: the first of a kind is written at once, and the number of the following ones a minute
// later. So many refused calls neither fill the log nor cost a write each.
import type { AuditRecord, AuditStore } from '../db/audit-store.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from './client-address.ts';

const WINDOW_MS = 60_000;
/** The number of kinds at a time; calls from more addresses are counted together. */
const KINDS = 50;

export type NoteFailure = (record: Omit<AuditRecord, 'success'>) => Promise<void>;

export function createFailures(audit: Pick<AuditStore, 'append'>, clock: Clock): NoteFailure {
  const more = new Map<string, number>();
  return async (record) => {
    const own = JSON.stringify([record.event, record.user, record.method, networkOf(record.ip)]);
    const isMany = !more.has(own) && more.size >= KINDS;
    const key = isMany ? record.event : own;
    const known = more.get(key);
    if (known !== undefined) {
      more.set(key, known + 1);
      return;
    }
    const first = {
      ...record,
      ...(isMany && { ip: '', user: '', details: 'from many addresses' }),
      success: false,
    };
    more.set(key, 0);
    clock.after(WINDOW_MS, async () => {
      const count = more.get(key) ?? 0;
      more.delete(key);
      if (count > 0) await audit.append({ ...first, details: `${count} more like it within a minute` });
    });
    await audit.append(first);
  };
}
