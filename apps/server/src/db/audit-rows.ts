// The audit log as rows of a database.
import * as z from 'zod';
import type { AuditTable } from './audit-store.ts';
import type { RawRow, Statements } from './backend.ts';
import { flag, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';

const Entry = z.object({
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

export function auditRows({ all, run }: Statements, setAside: SetAside): AuditTable {
  /** Nothing replaces an entry. */
  const unreadable = (content: RawRow, reason: string) =>
    setAside.leaveOut({ file: 'belfry.db', what: `entry ${content.id} of the audit log`, reason, content });
  return {
    append: async ({ at, event, success, user, method, ip, path, details }) =>
      void (await run(
        'INSERT INTO audit (at, event, success, "user", method, ip, path, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        ...[at, event, success ? 1 : 0, user, method, ip, path, details],
      )),
    list: async (limit, before) =>
      readable(
        Entry,
        await all('SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?', before, limit),
        unreadable,
      ),
    async prune(success, keep, since) {
      const which = success ? 1 : 0;
      await run(
        `DELETE FROM audit WHERE success = ? AND id <= (
          SELECT id FROM audit WHERE success = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
        ...[which, which, keep],
      );
      await run('DELETE FROM audit WHERE at < ?', since);
    },
  };
}
