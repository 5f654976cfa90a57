// The single sign-on form as plain values: lists as the typed text, a secret that is never shown.

import { typedList, typedText } from '@belfry/domain/typed-list';
import type { OidcReply, OidcUpdate } from '@belfry/schema/http/oidc';
import { messages } from './messages.ts';

const TEXTS = [
  'issuerUrl',
  'clientId',
  'redirectUrl',
  'logoutUrl',
  'usernameClaim',
  'emailClaim',
  'groupsClaim',
] as const;
const LISTS = ['scopes', 'allowedGroups', 'allowedDomains', 'allowedEmails', 'adminGroups', 'operatorGroups'] as const;
type TextName = (typeof TEXTS)[number];
type ListName = (typeof LISTS)[number];

export type OidcField = TextName | ListName | 'clientSecret';
export type OidcForm = Record<OidcField, string> & { enabled: boolean; clearSecret: boolean };

const pick = <K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>;

/** `callback`: the address of the return at this Belfry, as this browser reaches it. It is used while no other is known. */
export const oidcForm = (saved: OidcReply, callback: string): OidcForm => ({
  enabled: saved.enabled,
  ...pick(TEXTS, (name) => saved[name]),
  redirectUrl: saved.redirectUrl || saved.defaultRedirect || callback,
  ...pick(LISTS, (name) => typedText(saved[name], name === 'scopes' ? ' ' : ', ')),
  clientSecret: '',
  clearSecret: false,
});

export const oidcSettings = (form: OidcForm) => ({
  enabled: form.enabled,
  ...pick(TEXTS, (name) => form[name].trim()),
  ...pick(LISTS, (name) => typedList(form[name])),
});

/**
 * The changed settings, and the redirect URL when the server knows none. Typing a new secret cancels the removal of the stored
 * one.
 */
export function oidcUpdate(form: OidcForm, changed: readonly (keyof OidcForm)[], saved: OidcReply): OidcUpdate {
  const sent = new Set<string>(changed);
  if (!saved.redirectUrl && !saved.defaultRedirect) sent.add('redirectUrl');
  return {
    ...Object.fromEntries(Object.entries(oidcSettings(form)).filter(([name]) => sent.has(name))),
    ...(form.clientSecret ? { clientSecret: form.clientSecret } : form.clearSecret ? { clearClientSecret: true } : {}),
  };
}

/** While single sign-on is switched off, an incomplete configuration may be saved. */
export const checkOidc = ({ enabled, issuerUrl, clientId }: OidcForm): Partial<Record<OidcField, string>> =>
  enabled
    ? {
        ...(!issuerUrl.trim() && { issuerUrl: messages.issuerRequired }),
        ...(!clientId.trim() && { clientId: messages.clientIdRequired }),
      }
    : {};
