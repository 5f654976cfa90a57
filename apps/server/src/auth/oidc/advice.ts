// What an administrator can set, from what a provider said: why somebody has no name or no role.
import { typedText } from '@belfry/domain/typed-list';
import type { OidcSettings } from '@belfry/schema/http/oidc';
import type { RoleReason, SignInAdvice } from '@belfry/schema/http/oidc-sign-ins';
import { type Claims, claimAt, groupsOf } from './claims.ts';
import type { Failure } from './failure.ts';

const SHOWN_GROUPS = 10;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `because` is undefined where the person was refused. */
export function adviceFor(
  claims: Claims,
  settings: OidcSettings,
  because: RoleReason | undefined,
  userInfo: Failure | undefined,
): SignInAdvice[] {
  const { usernameClaim, groupsClaim, allowedGroups, adminGroups, operatorGroups } = settings;
  const found: SignInAdvice[] = [];
  if (userInfo) found.push({ about: 'user_info_failed', value: userInfo.says });
  if (usernameClaim !== '' && claimAt(claims, usernameClaim) === undefined)
    found.push({ about: 'name_missing', value: usernameClaim });
  const named = [...allowedGroups, ...adminGroups, ...operatorGroups];
  if (named.length === 0 || because?.by === 'admin_group' || because?.by === 'operator_group') return found;
  const groups = groupsOf(claimAt(claims, groupsClaim));
  const value = typedText(groups.slice(0, SHOWN_GROUPS));
  if (groups.length === 0 && isOverage(claims, groupsClaim)) found.push({ about: 'groups_overage', value: '' });
  else if (groups.length === 0) found.push({ about: 'groups_missing', value: listIn(claims) ?? '' });
  else if (groups.every((group) => ID.test(group)) && !named.some((group) => ID.test(group)))
    found.push({ about: 'groups_are_ids', value });
  else found.push({ about: 'groups_unknown', value });
  return found;
}

/** Entra sends at most 200 groups; above that it names an address at Microsoft's in their place. */
function isOverage(claims: Claims, groupsClaim: string): boolean {
  const elsewhere = claims._claim_names;
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, groupsClaim);
  return isNamed || [true, 'true'].some((value) => value === claims.hasgroups);
}

/** Lists of the protocol itself. */
const OWN = new Set(['aud', 'amr']);

/** The path of a claim that holds a list of texts, as roles and groups do. */
function listIn(claims: unknown, path = '', depth = 0): string | undefined {
  if (typeof claims !== 'object' || claims === null || depth > 3) return undefined;
  if (Array.isArray(claims)) return path !== '' && claims.every((item) => typeof item === 'string') ? path : undefined;
  const names = Object.keys(claims).filter((name) => depth > 0 || !OWN.has(name));
  // groups before roles before the rest
  const likely = names.toSorted((a, b) => rank(a) - rank(b));
  for (const name of likely) {
    const inside = listIn(Reflect.get(claims, name), path === '' ? name : `${path}.${name}`, depth + 1);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const rank = (name: string): number => (/group/i.test(name) ? 0 : /role|realm/i.test(name) ? 1 : 2);
