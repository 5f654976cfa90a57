// Finds out who sent a request. The ways to sign in are tried in order; the first that recognises the caller is used.
import type { Role } from '@belfry/schema/http/security';
import type { FastifyRequest } from 'fastify';
import type { ProxyAuth } from '../config/access.ts';
import type { ApiTokensStore, StoredToken } from '../db/api-tokens-store.ts';
import type { UsersStore } from '../db/users-store.ts';
import type { ViewLinksStore } from '../db/view-links-store.ts';
import type { Caller, Identity } from '../http/gate.ts';
import { hashToken } from '../lib/api-token.ts';
import type { Networks } from '../lib/networks.ts';
import { isRefused, type Refused } from '../lib/refusal.ts';
import { clientAddress, plainAddress } from './client-address.ts';
import { readLinkCookie, readSessionCookie } from './cookies.ts';
import type { PasswordCheck } from './password.ts';
import { proxyUser } from './proxy.ts';
import type { Sessions } from './session.ts';

/** The ways to sign in that the environment allows. */
export interface AuthConfig {
  disabled: boolean;
  trustedProxies: Networks;
  proxy: ProxyAuth | undefined;
}

export interface IdentifyDeps {
  config: AuthConfig;
  sessions: Sessions;
  apiTokens: ApiTokensStore;
  viewLinks: ViewLinksStore;
  users: UsersStore;
  checkPassword: PasswordCheck;
}

export interface Identified extends Caller {
  /** No caller: the token is unknown or no longer valid. */
  wrongToken: boolean;
  /** Why the password given by Basic was not checked. */
  refused: Refused | undefined;
}

export type Identify = ReturnType<typeof createIdentify>;

const rolesUpTo: Readonly<Record<Role, Identity['roles']>> = {
  viewer: ['watcher', 'viewer', 'scraper'],
  operator: ['watcher', 'viewer', 'scraper', 'operator'],
  admin: ['watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'],
};

/** Scopes that are no role: they may do one thing only. */
const only: Readonly<Partial<Record<StoredToken['scope'], Identity['roles']>>> = {
  report: ['agent'],
  metrics: ['scraper'],
};

const asUser = (name: string, role: Role, method: Identity['method']): Identity => ({
  name,
  role,
  method,
  roles: rolesUpTo[role],
});

const asToken = ({ id, name, scope }: StoredToken): Identity => {
  const user = asUser(name, scope === 'admin' ? 'admin' : 'viewer', 'token');
  return { ...user, roles: only[scope] ?? user.roles, token: id };
};

/** The API token of a request, or blank. */
export function givenToken({ headers }: FastifyRequest): string {
  const given = headers['x-api-token'] ?? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return typeof given === 'string' ? given : '';
}

export function createIdentify({ config, sessions, apiTokens, viewLinks, users, checkPassword }: IdentifyDeps) {
  const lineOf = (request: FastifyRequest) =>
    clientAddress(
      {
        peer: request.socket.remoteAddress ?? '',
        tls: 'encrypted' in request.socket,
        headers: request.headers,
      },
      config.trustedProxies,
    );
  const byProxy = ({ socket, headers }: FastifyRequest): Identity | undefined => {
    const trusted = config.trustedProxies.includes(plainAddress(socket.remoteAddress ?? ''));
    const user = config.proxy && proxyUser(config.proxy, headers, trusted);
    return user && asUser(user.name, user.role, 'proxy');
  };
  const bySession = (request: FastifyRequest, https: boolean): Identity | undefined => {
    const token = readSessionCookie(request, https);
    const session = token ? sessions.find(token) : undefined;
    if (!session) return undefined;
    const { id, user, role, method, subject } = session;
    return { ...asUser(user, role, method), session: id, owner: { method, subject } };
  };
  const byToken = (given: string): Identity | undefined => {
    const token = given === '' ? undefined : apiTokens.byHash(hashToken(given));
    if (!token) return undefined;
    apiTokens.touch(token.id);
    return asToken(token);
  };
  const byLink = (request: FastifyRequest, https: boolean): Identity | undefined => {
    const secret = readLinkCookie(request, https);
    const link = secret ? viewLinks.byHash(hashToken(secret)) : undefined;
    if (!link) return undefined;
    viewLinks.touch(link.id);
    return { name: link.name, role: 'viewer', method: 'link', roles: ['watcher'], link: link.id };
  };
  const byBasic = async (
    { headers }: FastifyRequest,
    caller: Omit<Caller, 'who'>,
  ): Promise<Identity | Refused | undefined> => {
    const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    const checked = await checkPassword(name, rest.join(':'), caller, 'basic');
    if (!checked.ok) return checked.error.code === 'invalid_credentials' ? undefined : checked;
    const { name: known, role, changedAt } = checked.value;
    return { ...asUser(known, role, 'basic'), owner: { method: 'password', subject: known }, passwordOf: changedAt };
  };

  const proven = (request: FastifyRequest): Identity | undefined =>
    byProxy(request) ?? bySession(request, lineOf(request).https) ?? byToken(givenToken(request));

  return {
    lineOf,
    /** Whom a session, a token or the proxy in front proves. It costs no more than a hash. */
    proven,
    /** Whether the credential of this caller is still valid. */
    stillGood({ name, session, token, link, passwordOf }: Identity): boolean {
      if (session !== undefined) return sessions.isValid(session);
      if (token !== undefined) return apiTokens.get(token) !== undefined;
      if (link !== undefined) return viewLinks.get(link) !== undefined;
      return passwordOf === undefined || users.byName(name)?.changedAt === passwordOf;
    },
    /**
     * `needed`: the call depends on who asks. Otherwise a password by Basic is not judged: browsers send the one meant for a proxy in
     * front with every call. `already`: as `proven` found it.
     */
    async caller(request: FastifyRequest, needed: boolean, already = proven(request)): Promise<Identified> {
      const line = lineOf(request);
      const caller = {
        ...line,
        userAgent: request.headers['user-agent'] ?? '',
        path: request.url.split('?', 1)[0] ?? '',
      };
      const token = givenToken(request);
      // A caller with a credential of Belfry, also one that has ended, does not sign in by Basic.
      const mayBeBasic = needed && token === '' && !readSessionCookie(request, line.https);
      const known = already ?? (mayBeBasic ? await byBasic(request, caller) : undefined);
      const refused = isRefused(known) ? known : undefined;
      const anybody = config.disabled ? asUser('anonymous', 'admin', 'disabled') : undefined;
      // whoever is let in without a sign-in does not lose anything by a link
      const who = known === undefined || isRefused(known) ? (anybody ?? byLink(request, line.https)) : known;
      return { ...caller, who, refused, wrongToken: token !== '' && who === undefined };
    },
  };
}
