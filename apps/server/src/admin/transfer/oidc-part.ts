// Single sign-on as a part of the file, its client secret with it; where the environment sets it, it stays out of it.
import { ok } from '@belfry/domain/result';
import { OidcSettings, type OidcUpdate } from '@belfry/schema/http/oidc';
import * as z from 'zod';
import { refuse } from '../../lib/refusal.ts';
import type { Part } from './part.ts';

export interface Oidc {
  current(): OidcSettings & { clientSecret: string };
  overrides: readonly string[];
  save(update: OidcUpdate): void;
}

const Stored = z.strictObject({ ...OidcSettings.shape, clientSecret: z.string().max(2048).default('') });

export const oidcPart = (oidc: Oidc): Part => ({
  name: 'oidc',
  read: () => (oidc.overrides.length > 0 ? undefined : oidc.current()),
  prepare(found) {
    const parsed = Stored.safeParse(found);
    if (!parsed.success) return refuse('bad_request', 'The single sign-on settings of the file are not valid.');
    const { clientSecret, ...settings } = parsed.data;
    return ok({
      write() {
        if (oidc.overrides.length === 0)
          oidc.save({ ...settings, ...(clientSecret ? { clientSecret } : { clearClientSecret: true }) });
      },
      settle() {},
    });
  },
});
