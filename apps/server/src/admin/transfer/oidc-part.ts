// Single sign-on as a part of the file, including its client secret. If the environment sets it, it is not in the file.

import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import { ok } from '@belfry/domain/result';
import { joined } from '@belfry/domain/sentences/english';
import { OidcSettings, type OidcUpdate } from '@belfry/schema/http/oidc';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import type { Replacement } from '../../db/replacement.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { type Answer, type Details, refuse, sentenceOf } from '../../lib/refusal.ts';

export interface Oidc {
  current(): OidcSettings & { clientSecret: string };
  overrides: readonly string[];
  /** Like a change through the API: with the same checks and the same effects. */
  prepare(update: OidcUpdate): Answer<Replacement>;
}

const Stored = z.strictObject({ ...OidcSettings.shape, clientSecret: z.string().max(2048).default('') });
const untouched: Replacement = {
  async write() {},
  settle() {},
  left: [{ path: 'oidc', why: { id: 'file.left.environment' } }],
};

export const oidcPart = (oidc: Oidc): ConfigPart => ({
  name: 'oidc',
  read: () => (oidc.overrides.length > 0 ? undefined : oidc.current()),
  prepare(found) {
    const wrong = (problem: Sentence, details?: Details) =>
      refuse('bad_request', { id: 'file.signOn', values: { problem } }, details);
    const parsed = Stored.safeParse(found);
    if (!parsed.success) return wrong(firstProblem(parsed.error));
    if (oidc.overrides.length > 0) return ok(untouched);
    const { clientSecret, ...settings } = parsed.data;
    const change = oidc.prepare({ ...settings, ...(clientSecret ? { clientSecret } : { clearClientSecret: true }) });
    if (change.ok) return change;
    const { details = { '': sentenceOf(change.error) } } = change.error;
    return wrong(Object.values(details).reduce(joined), details);
  },
  notice: () => (everybodyIsAdmin(oidc.current()) ? { id: 'file.open' } : undefined),
});
