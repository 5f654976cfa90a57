// The texts about the last sign-ins at the identity provider.
import type { RoleReason, SignIn, SignInAdvice } from '@belfry/schema/http/oidc-sign-ins';
import type { Role } from '@belfry/schema/http/security';
import { inLanguage } from '../../../lib/language/in-language.ts';

type Advice = Record<SignInAdvice['about'], (value: string) => string>;
type Because = Record<RoleReason['by'], (group: string) => string>;

export const messages = inLanguage('signIns', {
  title: 'What the provider said',
  hint: 'The last ten sign-ins with single sign-on since Belfry started, without secrets.',
  none: 'Nobody has signed in with single sign-on since Belfry started. Sign in with it in a private window, and look here.',
  nobody: 'Unknown person',
  refused: 'refused',
  says: 'The words of the provider, or what was wrong:',
  claims: 'Claims',
  noClaims: 'The provider sent no claims that could be read.',
  role: (role: Role, because: string) => `${role}: ${because}`,
  because: {
    open: () => 'no groups are set for roles',
    admin_group: (group) => `member of the administrator group ${group}`,
    operator_group: (group) => `member of the operator group ${group}`,
    no_group: () => 'in no group that gives a role',
  } satisfies Because as Because,
  advice: {
    groups_missing: (claim) =>
      claim
        ? `The groups claim is missing. The claim ${claim} holds a list: if these are the groups, set it as the groups claim.`
        : 'The groups claim is missing, and no other claim holds a list. Let the provider send groups: it often needs a scope "groups", or a mapper for this client.',
    groups_overage: () =>
      'Entra left the groups out, because this person is in too many. Let it send only the groups that are assigned to the application, or use its app roles: set "roles" as the groups claim.',
    groups_are_ids: (ids) =>
      `The provider sends ids and no names of groups: ${ids}. Set the ids as groups, or let the provider send names.`,
    groups_unknown: (groups) => `The settings name none of the groups of this person: ${groups}.`,
    name_missing: (claim) => `The username claim ${claim} is missing. Set another one, or ask for the scope "profile".`,
    user_info_failed: (answer) => `The user endpoint of the provider failed: ${answer}. Only the ID token was read.`,
  } satisfies Advice as Advice,
  refusals: {
    client_refused:
      'The provider does not accept the client ID or the client secret. Compare both with the registration there.',
    code_refused:
      'The provider did not accept its own code: it was used twice or came too late, or the redirect URL there is another.',
    exchange_failed: 'The provider did not answer as OpenID Connect asks for.',
    wrong_clock: 'The clocks of Belfry and the provider differ by more than a minute. Set both by NTP.',
    invalid_id_token:
      'The ID token is not one for this Belfry. Compare issuer URL and client ID with those of the provider.',
    invalid_signature_alg: 'The ID token is signed in a way that Belfry does not accept. Set RS256 at the provider.',
    invalid_nonce: 'The answer belongs to another sign-in.',
    missing_id_token: 'The provider sent no ID token. The scope "openid" must be allowed for this client.',
    missing_code: 'The provider sent the browser back without a code.',
    user_info_failed:
      'The user endpoint of the provider failed, and the ID token does not hold what the settings need.',
    invalid_claims: 'No claim holds a name. Set the username claim.',
    email_restricted: 'The email of this person is not allowed, or the provider does not say that it is verified.',
    domain_restricted:
      'The domain of the email is not allowed, or the provider does not say that the email is verified.',
    group_restricted: 'This person is in none of the allowed groups.',
    session_failed: 'The session could not be stored. The log has the reason.',
    oidc_init_failed: 'The provider could not be asked. Check the issuer URL, and that Belfry reaches it.',
    access_denied: 'The provider or the person refused the sign-in.',
  },
  otherRefusal: (code: string) => `The sign-in was refused: ${code}`,
});

/** Why somebody has their role. */
export const roleText = ({ role, because }: SignIn): string =>
  role && because ? messages.role(role, messages.because[because.by](because.group)) : '';

export const adviceText = ({ about, value }: SignInAdvice): string => messages.advice[about](value);

const isKnown = (code: string): code is keyof typeof messages.refusals => Object.hasOwn(messages.refusals, code);
/** A provider may send any code. */
export const refusalText = (code: string): string =>
  isKnown(code) ? messages.refusals[code] : messages.otherRefusal(code);

/** What the refusal says already is not said again. */
export const advices = ({ code, advice }: SignIn): SignInAdvice[] => advice.filter(({ about }) => about !== code);
