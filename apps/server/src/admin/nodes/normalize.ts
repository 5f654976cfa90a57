// Turns the input of an administrator into the stored configuration: one normal form for addresses and accounts.

import { hostOf, originOf } from '@belfry/domain/address';
import { defined } from '@belfry/domain/defined';
import { parseFingerprint } from '@belfry/domain/fingerprint';
import { ok } from '@belfry/domain/result';
import { kinds, type NodeType } from '@belfry/schema/config/kinds';
import { isForeignFlag, type Login, NodeConfig, type NodePatch, NodeRequest } from '@belfry/schema/config/node';
import type { Registration } from '../../config/registration.ts';
import { firstProblem, problemsByField } from '../../lib/invalid-input.ts';
import { type Answer, type Refused, refuse, refuseField, refuseWith } from '../../lib/refusal.ts';
import { enterAgain, enterAgainElsewhere, mayStay, type SecretPlace } from '../../lib/secret-place.ts';

type Draft = Login & { type: NodeType; name: string; host: string; fingerprint?: string | undefined };

/** A missing name is derived from the host. */
export function normalizeRequest(request: NodeRequest): Answer<NodeConfig> {
  const origin = originOf(request.host, kinds[request.type].port);
  if (!origin.ok) return refuseField('bad_request', 'host', origin.error);
  const name = request.name || (nameCandidates(origin.value)[0] ?? origin.value);
  return settle({ ...request, name, host: origin.value }, request);
}

/** Without a setting for the certificate, no user has checked it, so it is not verified. */
export function normalizeRegistration(registration: Registration): Answer<NodeConfig> {
  const request = NodeRequest.safeParse({ verifySSL: false, ...registration });
  return request.success ? normalizeRequest(request.data) : refuse('validation_error', firstProblem(request.error));
}

const secretOf = ({ tokenName, tokenValue }: Login) => (tokenName || tokenValue ? 'tokenValue' : 'password');
export const secretAgain = (login: Login): Refused => enterAgain(secretOf(login));

/**
 * A fingerprint is as strong as an authority: whoever trusts the new certificate of the same address enters nothing again. Only what
 * checks no certificate at all is weaker.
 */
const placeOf = ({ type, host, site = '', user, tokenName, verifySSL, fingerprint }: NodeConfig): SecretPlace => ({
  address: [site, host, tokenName ? (tokenId(tokenName, user, type) ?? tokenName) : withRealm(user ?? '', type)],
  encryption: verifySSL || fingerprint ? 1 : 0,
});

/**
 * The stored configuration with the given fields changed. A blank field stays as it is, but a blank fingerprint is
 * removed.
 */
export function applyPatch(stored: NodeConfig, patch: NodePatch): Answer<NodeConfig> {
  if (patch.type && patch.type !== stored.type)
    return refuse('bad_request', { id: 'node.otherType', values: { from: stored.type, to: patch.type } });
  const origin = originOf(patch.host || stored.host, kinds[stored.type].port);
  if (!origin.ok) return refuseField('bad_request', 'host', origin.error);
  const fields = defined(patch);
  const draft = { ...stored, ...fields, name: patch.name || stored.name, host: origin.value, type: stored.type };
  const next = settle(draft, changedLogin(stored, patch));
  if (!next.ok || patch.password || patch.tokenValue || mayStay(placeOf(stored), placeOf(next.value))) return next;
  const { site = '' } = next.value;
  const isMoved = site !== (stored.site ?? '') && mayStay(placeOf({ ...stored, site }), placeOf(next.value));
  return isMoved ? enterAgainElsewhere(secretOf(stored)) : secretAgain(stored);
}

/**
 * A secret for one way to sign in removes the other way. If both a token and a password are given, the token is used.
 */
function changedLogin(stored: Login, patch: Login): Login {
  const toToken = patch.tokenValue || (patch.tokenName && !patch.password);
  const toPassword = patch.password || patch.user;
  if (toToken)
    return {
      user: patch.user,
      tokenName: patch.tokenName || stored.tokenName,
      tokenValue: patch.tokenValue || stored.tokenValue,
    };
  if (toPassword) return { user: patch.user || stored.user, password: patch.password || stored.password };
  return stored;
}

/** Completes the account names, keeps one way to sign in, checks every field, and leaves blank fields out. */
function settle(
  { user: _, password: __, tokenName: ___, tokenValue: ____, ...draft }: Draft,
  login: Login,
): Answer<NodeConfig> {
  const account = fullLogin(login, draft.type);
  if (!account.ok) return account;
  const { fingerprint, ...rest } = draft;
  const own = Object.entries(rest).filter(([field]) => !isForeignFlag(draft.type, field));
  const parsed = NodeConfig.safeParse({
    ...Object.fromEntries(own),
    ...account.value,
    ...(fingerprint && { fingerprint: parseFingerprint(fingerprint) ?? fingerprint }),
  });
  if (parsed.success) return ok(parsed.data);
  return refuseWith('validation_error', { details: problemsByField(parsed.error, 'body') });
}

function fullLogin({ user, password, tokenName, tokenValue }: Login, type: NodeType): Answer<Login> {
  if (kinds[type].signIn.by === 'key')
    return tokenValue ? ok({ tokenValue }) : refuseField('validation_error', 'tokenValue', { id: 'node.keyRequired' });
  if (tokenName || tokenValue) {
    if (!tokenName || !tokenValue) return refuseField('validation_error', 'tokenValue', { id: 'node.tokenRequired' });
    const id = tokenId(tokenName, user, type);
    return id
      ? ok({ tokenName: id, tokenValue })
      : refuseField('validation_error', 'tokenName', { id: 'node.tokenForm' });
  }
  if (!user || !password) return refuseField('validation_error', 'user', { id: 'node.passwordRequired' });
  return ok({ user: withRealm(user, type), password });
}

function withRealm(user: string, type: NodeType): string {
  const { signIn } = kinds[type];
  return user.includes('@') || signIn.by === 'key' ? user : `${user}@${signIn.realm}`;
}

/** `user@realm!name`, or only the name if the user is given separately. */
function tokenId(name: string, user: string | undefined, type: NodeType): string | undefined {
  const at = name.indexOf('!');
  const owner = at < 0 ? (user ?? '') : name.slice(0, at);
  const id = `${withRealm(owner, type)}!${name.slice(at + 1)}`;
  return /^[^\s@!]+@[^\s@!]+![^\s@!]+$/.test(id) ? id : undefined;
}

/** Names for a host without a name, best first: its first label, its full name, its full name with the port. */
export function nameCandidates(origin: string): string[] {
  const host = hostOf(origin);
  const label = host.split('.')[0] ?? host;
  const first = /^[\d.]+$/.test(host) || host.includes(':') ? host : label;
  return [first, host, `${host}:${new URL(origin).port || '443'}`].map((name) => name.slice(0, 64));
}
