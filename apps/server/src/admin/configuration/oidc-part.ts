// Single sign-on as a part of the configuration, including its client secret. If the environment sets it, it is not in it.

import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import { ok } from '@belfry/domain/result';
import type { OidcSettings, OidcUpdate } from '@belfry/schema/http/oidc';
import type { ConfigPart } from '../../db/config-part.ts';
import type { Replacement } from '../../db/replacement.ts';
import type { Answer } from '../../lib/refusal.ts';

export interface Oidc {
  current(): OidcSettings & { clientSecret: string };
  overrides: readonly string[];
  /** Like a change through the API: with the same checks and the same effects. */
  prepare(update: OidcUpdate): Answer<Replacement>;
}

const untouched: Replacement = {
  async write() {},
  settle() {},
  left: [{ path: 'oidc', why: { id: 'file.left.environment' } }],
};

export const oidcPart = (oidc: Oidc): ConfigPart<'oidc'> => ({
  read: () => (oidc.overrides.length > 0 ? undefined : oidc.current()),
  prepare({ clientSecret, ...settings }) {
    if (oidc.overrides.length > 0) return ok(untouched);
    return oidc.prepare({ ...settings, ...(clientSecret ? { clientSecret } : { clearClientSecret: true }) });
  },
  notice: () => (everybodyIsAdmin(oidc.current()) ? { id: 'file.open' } : undefined),
});
