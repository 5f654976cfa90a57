// Turns the claims of an identity provider into the user, whether they may sign in, and their role.
import { personName } from '@belfry/domain/foreign-text';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { OidcSettings } from '@belfry/schema/http/oidc';
import type { RoleReason } from '@belfry/schema/http/oidc-sign-ins';
import type { Role } from '@belfry/schema/http/security';

export type Claims = Readonly<Record<string, unknown>>;
export type Restriction = 'invalid_claims' | 'email_restricted' | 'domain_restricted' | 'group_restricted';

/** `name` is for display; it may change, and others may have it too. `subject` always identifies one person. */
export interface Person {
  name: string;
  subject: string;
  role: Role;
  because: RoleReason;
}

export function judgeClaims(claims: Claims, settings: OidcSettings): Result<Person, Restriction> {
  const { usernameClaim, emailClaim, groupsClaim, allowedEmails, allowedDomains, allowedGroups } = settings;
  const email = lowerCase(text(claimAt(claims, emailClaim)));
  const name = [text(claimAt(claims, usernameClaim)), email, text(claims.name), text(claims.sub)]
    .map(personName)
    .find(Boolean);
  if (!name) return fail('invalid_claims');
  // An unverified address proves nothing. A provider without this claim is trusted for all its addresses.
  const proven = email !== '' && [undefined, true, 'true'].some((verified) => verified === claims.email_verified);
  if (allowedEmails.length > 0 && !(proven && lower(allowedEmails).has(email))) return fail('email_restricted');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const domains = lower(allowedDomains.map((d) => d.replace(/^@/, '')));
  if (domains.size > 0 && !(proven && email.includes('@') && domains.has(domain))) return fail('domain_restricted');
  const groups = groupNames(claimAt(claims, groupsClaim));
  if (allowedGroups.length > 0 && groups.isDisjointFrom(lower(allowedGroups))) return fail('group_restricted');
  const subject = JSON.stringify([text(claims.iss), text(claims.sub)]);
  return ok({ name, subject, ...roleOf(groups, settings) });
}

/**
 * A claim by its own name, which may have dots and be an address ("https://x.example/roles"), or else by a path into objects
 * ("realm_access.roles"; the names in it may have dots too: "resource_access.my.client.roles").
 */
export function claimAt(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined;
  const own = Object.getOwnPropertyDescriptor(claims, name);
  if (own) return own.value;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const found = claimAt(Object.getOwnPropertyDescriptor(claims, name.slice(0, dot))?.value, name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The claims that these settings need and nobody sent. */
export function missingClaims(claims: Claims, settings: OidcSettings): string[] {
  const { usernameClaim, emailClaim, groupsClaim, allowedEmails, allowedDomains } = settings;
  const groups = [settings.allowedGroups, settings.adminGroups, settings.operatorGroups];
  const needed = [
    usernameClaim,
    ...(allowedEmails.length + allowedDomains.length > 0 ? [emailClaim] : []),
    ...(groups.some((list) => list.length > 0) ? [groupsClaim] : []),
  ];
  return needed.filter((name) => name !== '' && claimAt(claims, name) === undefined);
}

function roleOf(
  groups: ReadonlySet<string>,
  { adminGroups, operatorGroups }: OidcSettings,
): Pick<Person, 'role' | 'because'> {
  if (adminGroups.length + operatorGroups.length === 0) return { role: 'admin', because: { by: 'open', group: '' } };
  const among = (list: readonly string[]) => list.find((group) => groups.has(lowerCase(group)));
  const admin = among(adminGroups);
  if (admin !== undefined) return { role: 'admin', because: { by: 'admin_group', group: admin } };
  const operator = among(operatorGroups);
  if (operator !== undefined) return { role: 'operator', because: { by: 'operator_group', group: operator } };
  return { role: 'viewer', because: { by: 'no_group', group: '' } };
}

const text = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');
/**
 * One text is one group or a list at commas: a group may have blanks in its name, and some providers send the whole name of an entry
 * of a directory ("cn=admins,ou=staff").
 */
export function groupsOf(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.map(text).filter(Boolean);
  const whole = text(claim);
  const found = whole.includes('=') ? [whole] : whole.split(',').map(text);
  return found.filter(Boolean);
}
/** In lower case. Keycloak sends the path of a group: "/admins" is also the group admins, and "/staff/admins" is staff/admins. */
const groupNames = (claim: unknown): ReadonlySet<string> =>
  lower(groupsOf(claim).flatMap((group) => (group.startsWith('/') ? [group, group.slice(1)] : [group])));
const lower = (items: readonly string[]): Set<string> => new Set(items.map(lowerCase));
/** A letter of another alphabet stays one: the sign of kelvin in lower case is a Latin k. */
const lowerCase = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return isLatin(small) === isLatin(letter) ? small : letter;
  });
const isLatin = (letter: string): boolean => /^[a-z]/i.test(letter);
