// First-run setup with the one-time token, and the rotation of all credentials by an admin. It changes nothing else.

import { quickSetup } from '@belfry/schema/http/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../db/users-store.ts';
import { createAudited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { describeToken, newPassword, newToken } from '../../lib/api-token.ts';
import { type Refused, refuse, refuseField, refuseWith } from '../../lib/refusal.ts';
import type { SecurityDeps } from './deps.ts';
import { checkCurrent, PASSWORD_CHANGED } from './password.ts';
import { DEFAULT_TOKEN } from './tokens.ts';

const ALREADY = 'Security is already configured. Please remove existing security first if you want to reconfigure.';

export function setupRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, hashPassword, configured, bootstrap } = deps;
  const audited = createAudited(deps);

  mount(quickSetup, async ({ body, request, reply }) => {
    const first = !configured();
    const [account] = store.users.list();
    if (first && !bootstrap.accepts(body.bootstrapToken ?? '')) {
      if (!body.bootstrapToken) return refuse('bootstrap_token_required');
      await deps.guard.noteRefused(request, 'setup_token_invalid');
      return refuse('bootstrap_token_required', { id: 'setup.token' });
    }
    if (!first) {
      if (!body.force && account) return { success: true, skipped: true, message: ALREADY };
      const refused =
        (await mayRotate(deps, request, reply)) ?? (await knowsPassword(deps, account, request, body.currentPassword));
      if (refused) return refused;
    }
    const password = body.password || newPassword();
    const passwordHash = await hashPassword(password);
    if (passwordHash === undefined) return refuseWith('unavailable', { retryAfterS: 1 });

    const { token, hash, hint } = body.apiToken ? describeToken(body.apiToken) : newToken();
    const quietHours = first && body.timezone ? deps.zoneOfQuietHours(body.timezone) : undefined;
    const isDone = await store.atomically(async (tx) => {
      // Another setup or a change of the password may have happened meanwhile.
      if (tx.users.list()[0]?.passwordHash !== account?.passwordHash || (first && configured())) return false;
      await tx.users.put({ name: body.username, passwordHash, role: 'admin' });
      await tx.users.removeOthers(body.username);
      if (body.endOthers) {
        await tx.apiTokens.removeAll();
        await tx.viewLinks.removeAll();
      }
      await tx.sessions.removeWhere(() => true);
      await tx.apiTokens.removeNamed(DEFAULT_TOKEN);
      await tx.apiTokens.add({
        name: DEFAULT_TOKEN,
        scope: 'admin',
        hash,
        hint,
        createdBy: body.username,
        expiresAt: null,
      });
      await quietHours?.write(tx);
      return true;
    });
    if (!isDone)
      return first ? { success: true, skipped: true, message: ALREADY } : refuse('conflict', PASSWORD_CHANGED);
    quietHours?.settle();
    bootstrap.finish();
    await audited(
      request,
      first ? 'setup' : 'credentials_rotated',
      `user ${body.username}${body.endOthers ? ', all other tokens ended' : ''}`,
    );
    return {
      success: true,
      message: 'Security configured. Save your credentials before continuing.',
      credentials: { username: body.username, ...(!body.password && { password }), apiToken: token },
    };
  });
}

/** The route is public because of the first run, so the checks of the guard are done here. */
async function mayRotate(
  { guard }: SecurityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refused | undefined> {
  const { who } = guard.callerOf(request);
  if (!who) return refuse('unauthorized');
  if (!who.roles.includes('admin')) {
    await guard.noteRefused(request, 'access_refused');
    return refuse('forbidden');
  }
  if (guard.ownPage(request)) return undefined;
  await guard.noteRefused(request, 'csrf_failed');
  guard.giveCsrfToken(request, reply);
  return refuse('csrf_failed');
}

/** An open browser, a stolen cookie or an API token must not be enough to take the account over. */
async function knowsPassword(
  deps: SecurityDeps,
  account: User | undefined,
  request: FastifyRequest,
  password: string | undefined,
): Promise<Refused | undefined> {
  if (!account) return undefined;
  if (!password) return refuseField('validation_error', 'currentPassword', { id: 'password.current' });
  const checked = await checkCurrent(deps, account.name, password, deps.guard.callerOf(request));
  return checked.ok ? undefined : checked;
}
