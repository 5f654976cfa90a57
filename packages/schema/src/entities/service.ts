// A service of a machine: a node, a backup server, a node of a mail gateway.
import * as z from 'zod';

/**
 * `state` is that of systemd (running, dead, exited, failed …), `startup` whether systemd starts it (enabled, disabled, static …).
 * Backup servers before 3.1 do not report `startup`.
 */
export const Service = z.object({
  id: z.string(),
  description: z.string(),
  state: z.string(),
  startup: z.string().optional(),
});
export type Service = z.infer<typeof Service>;
