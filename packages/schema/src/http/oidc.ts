// Single sign-on with OpenID Connect: start, return, configuration.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { listSignIns } from './oidc-sign-ins.ts';

const Text = z.string().trim().max(2048);
/** Trimmed, without empty entries and without duplicates in another case. */
const List = z.array(z.string().trim().max(256)).max(100).transform(unique);

function unique(list: string[]): string[] {
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = item.toLowerCase();
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Empty lists restrict nothing. With `adminGroups` or `operatorGroups` set, everybody else is a viewer; with both empty everybody is an admin. */
export const OidcSettings = z.object({
  enabled: z.boolean().default(false),
  issuerUrl: Text.default(''),
  clientId: Text.default(''),
  /** Where the provider sends the browser back to: /api/oidc/callback of this Belfry, as the browser reaches it. */
  redirectUrl: Text.default(''),
  logoutUrl: Text.default(''),
  scopes: List.default(['openid', 'profile', 'email']),
  usernameClaim: Text.default('preferred_username'),
  emailClaim: Text.default('email'),
  groupsClaim: Text.default('groups'),
  allowedGroups: List.default([]),
  allowedDomains: List.default([]),
  allowedEmails: List.default([]),
  adminGroups: List.default([]),
  operatorGroups: List.default([]),
});
export type OidcSettings = z.infer<typeof OidcSettings>;

/**
 * `envOverrides` names the settings of the environment; while there is any, nothing can be changed here. `everybodyIsAdmin`
 * is a warning: everybody whom the provider admits becomes an administrator.
 */
export const OidcReply = OidcSettings.extend({
  everybodyIsAdmin: z.boolean(),
  clientSecretSet: z.boolean(),
  defaultRedirect: z.string(),
  envOverrides: z.record(z.string(), z.literal(true)),
});
export type OidcReply = z.infer<typeof OidcReply>;

/** An absent field is not changed. The client secret can be written but never read. */
const OidcUpdate = z.strictObject({
  enabled: z.boolean().optional(),
  issuerUrl: Text.optional(),
  clientId: Text.optional(),
  redirectUrl: Text.optional(),
  logoutUrl: Text.optional(),
  scopes: List.optional(),
  usernameClaim: Text.optional(),
  emailClaim: Text.optional(),
  groupsClaim: Text.optional(),
  allowedGroups: List.optional(),
  allowedDomains: List.optional(),
  allowedEmails: List.optional(),
  adminGroups: List.optional(),
  operatorGroups: List.optional(),
  clientSecret: z.string().max(2048).optional(),
  clearClientSecret: z.boolean().optional(),
});
export type OidcUpdate = z.infer<typeof OidcUpdate>;

export const startOidc = endpoint('POST /api/oidc/login', {
  summary: 'Begin single sign-on; the browser goes to authorizationUrl',
  access: 'public',
  rate: 'single-sign-on',
  body: z.strictObject({ returnTo: z.string().max(2048).optional() }).optional(),
  reply: z.object({ authorizationUrl: z.string() }),
  errors: ['oidc_disabled', 'oidc_init_failed', 'setup_required'],
});

/** Always a redirect to the page the sign-in began on, with `oidc=success`, or `oidc=error` and `oidc_error`. */
export const finishOidc = endpoint('GET /api/oidc/callback', {
  summary: 'Where the identity provider sends the browser back to',
  access: 'public',
  rate: 'single-sign-on',
  query: z.record(z.string(), z.unknown()),
  reply: z.undefined(),
  status: 302,
  errors: ['not_found'],
});

export const getOidc = endpoint('GET /api/security/oidc', {
  summary: 'Single sign-on settings',
  access: 'admin',
  reply: OidcReply,
});

export const putOidc = endpoint('PUT /api/security/oidc', {
  summary: 'Change single sign-on settings',
  access: 'admin',
  body: OidcUpdate,
  reply: OidcReply,
  errors: ['oidc_locked'],
});

export const oidcEndpoints = [startOidc, finishOidc, getOidc, putOidc, listSignIns] as const;
