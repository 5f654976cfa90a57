// Calls that restart and recover the reference product. Belfry's answers only say how to do it.
import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';

/** `success` is always false: no change needs a restart, and restarting is the task of the service manager. */
export const applyRestart = endpoint('POST /api/security/apply-restart', {
  summary: 'Says that nothing needs a restart, and restarts nothing',
  access: 'admin',
  reply: Done,
});

/** Public, because it is for people who are locked out. */
const recovery = { access: 'public', rate: 'setup' } as const;
export const getRecovery = endpoint('GET /api/security/recovery', {
  ...recovery,
  summary: 'How to come in again without the password',
  reply: z.object({ recovery_mode: z.literal(false), message: z.string() }),
});
/** `success` is always false. */
export const postRecovery = endpoint('POST /api/security/recovery', {
  ...recovery,
  summary: 'Says the same: nothing over the network opens a door that was locked',
  body: z.strictObject({ action: z.string().max(64), duration: z.number().optional() }),
  reply: Done,
});

export const recoveryEndpoints = [applyRestart, getRecovery, postRecovery] as const;
