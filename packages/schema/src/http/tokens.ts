// API tokens.
import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';

/** The scope of an API token: it may read, post reports of a Docker agent, read `/metrics` and nothing else, or do everything. */
export const TokenScope = z.enum(['read', 'report', 'metrics', 'admin']);
export type TokenScope = z.infer<typeof TokenScope>;

/** It also ends all other API tokens, including those of agents, and all other sessions. */
export const EndOthers = z.boolean().default(false);

/** The oldest call for tokens. It works on the token named `default` with the scope `admin`. */
export const regenerateToken = endpoint('POST /api/security/regenerate-token', {
  summary: 'Replace the default API token; the old one is refused at once',
  access: 'admin',
  body: z.strictObject({ endOthers: EndOthers }).optional(),
  reply: Done.extend({ token: z.string(), requiresRestart: z.boolean() }),
});

export const validateToken = endpoint('POST /api/security/validate-token', {
  summary: 'Is this an API token of this instance?',
  access: 'admin',
  rate: 'login',
  body: z.strictObject({ token: z.string().trim().min(1).max(256) }),
  reply: z.object({ valid: z.boolean(), message: z.string() }),
});

/** Times are ISO 8601; null is never. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  hint: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const listTokens = endpoint('GET /api/security/tokens', {
  summary: 'API tokens, without the tokens themselves',
  access: 'admin',
  reply: z.array(ApiToken),
});

export const createToken = endpoint('POST /api/security/tokens', {
  summary: 'Make an API token; it is shown this once',
  access: 'admin',
  body: z.strictObject({
    name: z.string().trim().min(1).max(64),
    scope: TokenScope,
    expiresInDays: z.number().int().min(1).max(3650).optional(),
  }),
  reply: ApiToken.extend({ token: z.string() }),
  status: 201,
  errors: ['conflict'],
});

export const revokeToken = endpoint('DELETE /api/security/tokens/:id', {
  summary: 'Revoke an API token',
  access: 'admin',
  params: z.object({ id: z.string().max(64) }),
  reply: Done,
  errors: ['not_found'],
});
