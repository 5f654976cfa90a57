// Single sign-on as a part of the file, including its client secret. If the environment sets it, it is not in the file.

import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import { ok } from '@belfry/domain/result';
import { OidcSettings, type OidcUpdate } from '@belfry/schema/http/oidc';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import type { Replacement } from '../../db/replacement.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { type Answer, type Details, refuse } from '../../lib/refusal.ts';

export interface Oidc {
  current(): OidcSettings & { clientSecret: string };
  overrides: readonly string[];
  /** Like a change through the API: with the same checks and the same effects. */
  prepare(update: OidcUpdate): Answer<Replacement>;
}

const Stored = z.strictObject({ ...OidcSettings.shape, clientSecret: z.string().max(2048).default('') });
const untouched: Replacement = { async write() {}, settle() {} };

export const oidcPart = (oidc: Oidc): ConfigPart => ({
  name: 'oidc',
  read: () => (oidc.overrides.length > 0 ? undefined : oidc.current()),
  prepare(found) {
    const wrong = (text: string, details?: Details) =>
      refuse('bad_request', `The single sign-on settings of the file are not valid. ${text}`, details);
    const parsed = Stored.safeParse(found);
    if (!parsed.success) return wrong(firstProblem(parsed.error));
    if (oidc.overrides.length > 0) return ok(untouched);
    const { clientSecret, ...settings } = parsed.data;
    const change = oidc.prepare({ ...settings, ...(clientSecret ? { clientSecret } : { clearClientSecret: true }) });
    if (change.ok) return change;
    const { details = {} } = change.error;
    return wrong(Object.values(details).join('. '), details);
  },
  notice: () =>
    everybodyIsAdmin(oidc.current())
      ? 'Single sign-on restricts nobody: everybody the identity provider admits becomes an administrator.'
      : '',
});
