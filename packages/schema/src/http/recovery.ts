// Calls by which the reference product restarts and is recovered. Here they say how it is done; they do nothing.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Done } from './security.ts';

/** `success` is always false: no change of Belfry needs a restart, and a service manager is the one to restart it. */
export const applyRestart = endpoint({
  method: 'POST',
  path: '/api/security/apply-restart',
  summary: 'Says that nothing needs a restart, and restarts nothing',
  access: 'admin',
  reply: Done,
});

/** For people who are locked out, so it is public. */
const recovery = { path: '/api/security/recovery', access: 'public', rate: 'setup' } as const;
export const getRecovery = endpoint({
  ...recovery,
  method: 'GET',
  summary: 'How to come in again without the password',
  reply: z.object({ recovery_mode: z.literal(false), message: z.string() }),
});
/** `success` is always false. */
export const postRecovery = endpoint({
  ...recovery,
  method: 'POST',
  summary: 'Says the same: nothing over the network opens a door that was locked',
  body: z.strictObject({ action: z.string().max(64), duration: z.number().optional() }),
  reply: Done,
});

export const recoveryEndpoints = [applyRestart, getRecovery, postRecovery] as const;
