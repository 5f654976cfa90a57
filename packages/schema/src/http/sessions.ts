// Sign-in and the sessions of browsers.
import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';

/** How a session began. */
export const SessionMethod = z.enum(['password', 'oidc']);
export type SessionMethod = z.infer<typeof SessionMethod>;

/** Checked at sign-in: a password that is too long is wrong, not invalid. */
export const GivenPassword = z.string().max(4096);

/** Beside the fields of every error, at the top level of the body. Times are ISO 8601. */
export const LoginRefusal = z.object({
  attempts: z.number().int().optional(),
  remaining: z.number().int().optional(),
  maxAttempts: z.number().int().optional(),
  locked: z.boolean().optional(),
  lockoutDuration: z.string().optional(),
  lockedUntil: z.string().optional(),
  remainingMinutes: z.number().int().min(1).optional(),
});
export type LoginRefusal = z.infer<typeof LoginRefusal>;

export const login = endpoint('POST /api/login', {
  summary: 'Sign in with name and password; a refusal carries the fields of LoginRefusal',
  access: 'public',
  rate: 'login',
  body: z.strictObject({ username: z.string().min(1).max(256), password: GivenPassword.min(1) }),
  reply: Done,
  errors: ['invalid_credentials', 'account_locked', 'setup_required', 'rate_limited', 'unavailable'],
});

/** Public and idempotent: without a session, or with an expired one, it does nothing and succeeds. */
/** `logoutUrl`: where the browser goes next, to sign out at the identity provider too. */
export const logout = endpoint('POST /api/logout', {
  summary: 'End the session',
  access: 'public',
  reply: Done.extend({ logoutUrl: z.string().optional() }),
});

/** Times are ISO 8601; `current` is the session that asks. */
export const SessionInfo = z.object({
  id: z.string(),
  user: z.string(),
  method: SessionMethod,
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const listSessions = endpoint('GET /api/security/sessions', {
  summary: 'Signed-in browsers: all for an admin, their own for everybody else',
  access: 'viewer',
  reply: z.array(SessionInfo),
});

export const revokeSession = endpoint('DELETE /api/security/sessions/:id', {
  summary: 'Sign a browser out',
  access: 'viewer',
  params: z.object({ id: z.string().max(64) }),
  reply: Done,
  errors: ['not_found'],
});
