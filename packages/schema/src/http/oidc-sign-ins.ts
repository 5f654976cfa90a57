// What the identity provider said at the last sign-ins, and what was made of it.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Role } from './security.ts';

/** The sign-ins that are kept; older ones are forgotten, and all of them when Belfry ends. */
export const SIGN_INS_KEPT = 10;

/**
 * `groups_missing`: the settings name groups and the provider sent none; `value` is a claim that holds a list, if there is one.
 * `groups_overage`: Entra left the groups out because there are too many. `groups_are_ids`: `value` are the ids it sent.
 * `groups_unknown`: `value` are the groups it sent, and the settings name none of them.
 * `name_missing`: `value` is the claim that holds no name. `user_info_failed`: `value` is what the user endpoint answered.
 */
export const SignInAdvice = z.object({
  about: z.enum([
    'groups_missing',
    'groups_overage',
    'groups_are_ids',
    'groups_unknown',
    'name_missing',
    'user_info_failed',
  ]),
  value: z.string(),
});
export type SignInAdvice = z.infer<typeof SignInAdvice>;

/** Why somebody has a role: `open`: no groups are set for roles; by a group, which is named; or in none of them. */
export const RoleReason = z.object({
  by: z.enum(['open', 'admin_group', 'operator_group', 'no_group']),
  group: z.string(),
});
export type RoleReason = z.infer<typeof RoleReason>;

export const SignIn = z.object({
  id: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  /** Empty: the person is signed in. Otherwise the `oidc_error` value. */
  code: z.string(),
  /** The words of the provider, or which claim was wrong. Empty where there is nothing more to say. */
  says: z.string(),
  user: z.string(),
  /** Null where nobody was signed in. */
  role: Role.nullable(),
  because: RoleReason.nullable(),
  /** The claims as JSON, without secrets and cut where they are long. Empty where they were not read. */
  claims: z.string(),
  advice: z.array(SignInAdvice),
});
export type SignIn = z.infer<typeof SignIn>;

export const listSignIns = endpoint('GET /api/security/oidc/sign-ins', {
  summary: 'What the identity provider said at the last sign-ins, newest first',
  access: 'admin',
  reply: z.object({ signIns: z.array(SignIn) }),
});
