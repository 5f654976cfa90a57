// The single sign-on form as plain values: lists as the typed text, a secret that is never shown.

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

export const oidcForm = (saved: OidcReply): OidcForm => ({
  enabled: saved.enabled,
  ...pick(TEXTS, (name) => saved[name]),
  ...pick(LISTS, (name) => saved[name].join(name === 'scopes' ? ' ' : ', ')),
  clientSecret: '',
  clearSecret: false,
});

/** Split on commas and whitespace; empty parts are dropped. */
export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '');

/** Typing a new secret cancels the removal of the stored one. */
export const oidcUpdate = (form: OidcForm) =>
  ({
    enabled: form.enabled,
    ...pick(TEXTS, (name) => form[name].trim()),
    ...pick(LISTS, (name) => listOf(form[name])),
    ...(form.clientSecret ? { clientSecret: form.clientSecret } : form.clearSecret ? { clearClientSecret: true } : {}),
  }) satisfies OidcUpdate;

export const isChanged = (form: OidcForm, saved: OidcReply): boolean =>
  JSON.stringify(form) !== JSON.stringify(oidcForm(saved));

/** While single sign-on is switched off, an incomplete configuration may be saved. */
export const checkOidc = ({ enabled, issuerUrl, clientId }: OidcForm): Partial<Record<OidcField, string>> =>
  enabled
    ? {
        ...(!issuerUrl.trim() && { issuerUrl: messages.issuerRequired }),
        ...(!clientId.trim() && { clientId: messages.clientIdRequired }),
      }
    : {};
