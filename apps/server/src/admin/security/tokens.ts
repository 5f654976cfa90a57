// API tokens: any number of them by name, and the endpoints of the specification for the token called `default`.

import {
  type ApiToken,
  createToken,
  listTokens,
  regenerateToken,
  revokeToken,
  validateToken,
} from '@belfry/schema/http/tokens';
import type { StoredToken } from '../../db/api-tokens-store.ts';
import { createAudited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { hashToken, newToken } from '../../lib/api-token.ts';
import { iso } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';
import type { SecurityDeps } from './deps.ts';

export const DEFAULT_TOKEN = 'default';
const DAY_MS = 86_400_000;

export function tokenRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, guard, clock } = deps;
  const { apiTokens } = store;
  const audited = createAudited(deps);

  mount(listTokens, () => apiTokens.list().map(shown));

  mount(createToken, async ({ body: { name, scope, expiresInDays }, request }) => {
    const { token, hash, hint } = newToken();
    const expiresAt = expiresInDays === undefined ? null : clock.now() + expiresInDays * DAY_MS;
    const createdBy = guard.callerOf(request).who?.name ?? '';
    const stored = await store.atomically(async (tx) => {
      if (tx.apiTokens.list().some((token) => token.name === name)) return undefined;
      return tx.apiTokens.add({ name, scope, hash, hint, createdBy, expiresAt });
    });
    if (!stored) return refuse('conflict', { id: 'token.nameTaken', values: { name } });
    await audited(request, 'token_created', `${name}, ${scope}`);
    return { ...shown(stored), token };
  });

  mount(revokeToken, async ({ params, request }) => {
    const token = apiTokens.list().find(({ id }) => id === params.id);
    if (!token || !(await apiTokens.remove(token.id))) return refuse('not_found');
    await audited(request, 'token_revoked', token.name);
    return { success: true, message: 'Token revoked' };
  });

  mount(regenerateToken, async ({ body, request }) => {
    const { token, hash, hint } = newToken();
    const { who } = guard.callerOf(request);
    const createdBy = who?.name ?? '';
    const endOthers = body?.endOthers ?? false;
    await store.atomically(async (tx) => {
      if (endOthers) {
        await tx.apiTokens.removeAll();
        await tx.viewLinks.removeAll();
        await tx.sessions.removeWhere(({ id }) => id !== who?.session);
      }
      await tx.apiTokens.removeNamed(DEFAULT_TOKEN);
      await tx.apiTokens.add({ name: DEFAULT_TOKEN, scope: 'admin', hash, hint, createdBy, expiresAt: null });
    });
    await audited(
      request,
      'token_created',
      `${DEFAULT_TOKEN}, admin, in place of ${endOthers ? 'all others; other sessions ended' : 'the one before'}`,
    );
    return { success: true, token, requiresRestart: false, message: 'New API token generated' };
  });

  mount(validateToken, ({ body }) => {
    const valid = apiTokens.byHash(hashToken(body.token)) !== undefined;
    return { valid, message: valid ? 'Token is valid' : 'Token is invalid' };
  });
}

const shown = (token: StoredToken): ApiToken => ({
  ...token,
  createdAt: iso(token.createdAt),
  lastUsedAt: token.lastUsedAt === null ? null : iso(token.lastUsedAt),
  expiresAt: token.expiresAt === null ? null : iso(token.expiresAt),
});
