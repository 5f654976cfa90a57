// One caller of every kind, and what each may do: listed here and not taken from the product.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Access } from '@belfry/schema/http/endpoint';
import type { Role } from '@belfry/schema/http/security';
import type { TokenScope } from '@belfry/schema/http/tokens';
import type { Whole } from './whole-app.ts';

type Headers = Record<string, string>;

export interface Person {
  name: string;
  may: readonly Access[];
  /** Headers of one request. Each call makes a new session or token, so that no request affects the next one. */
  arrive(whole: Whole): Promise<Headers>;
}

export const people: readonly Person[] = [
  { name: 'nobody', may: ['public'], arrive: async () => ({}) },
  { name: 'a viewer', may: ['public', 'watcher', 'viewer', 'scraper'], arrive: bySession('viewer') },
  { name: 'an operator', may: ['public', 'watcher', 'viewer', 'scraper', 'operator'], arrive: bySession('operator') },
  {
    name: 'an admin',
    may: ['public', 'watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'],
    arrive: bySession('admin'),
  },
  { name: 'the holder of a link', may: ['public', 'watcher'], arrive: byLink },
  { name: 'a report token', may: ['public', 'agent'], arrive: byToken('report') },
  { name: 'a metrics token', may: ['public', 'scraper'], arrive: byToken('metrics') },
  { name: 'a read token', may: ['public', 'watcher', 'viewer', 'scraper'], arrive: byToken('read') },
  {
    name: 'an admin token',
    may: ['public', 'watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'],
    arrive: byToken('admin'),
  },
];

const sha256 = (text: string) => hash('sha256', text, 'buffer');

export function bySession(role: Role) {
  return async ({ store, call }: Whole): Promise<Headers> => {
    const token = randomBytes(32).toString('hex');
    const now = Date.now();
    const session = {
      ...{
        id: randomUUID(),
        user: role,
        subject: role,
        role,
        method: 'oidc' as const,
        ip: '192.0.2.10',
        userAgent: '',
      },
      ...{ createdAt: now, lastUsedAt: now, expiresAt: now + 3_600_000 },
    };
    await store.sessions.add(session, sha256(token));
    const cookie = `belfry_session=${token}`;
    const { cookies } = await call('GET', '/api/security/status', { headers: { cookie } });
    return { cookie, 'x-csrf-token': cookies.belfry_csrf ?? '' };
  };
}

export function byToken(scope: TokenScope) {
  return async ({ store }: Whole): Promise<Headers> => {
    const token = `bf_${randomBytes(24).toString('hex')}`;
    const name = `${scope} ${randomUUID()}`;
    await store.apiTokens.add({ name, scope, hash: sha256(token), hint: '', createdBy: 'admin', expiresAt: null });
    return { 'x-api-token': token };
  };
}

export async function byLink({ store }: Whole): Promise<Headers> {
  const secret = `bf_${randomBytes(24).toString('hex')}`;
  const view = { name: randomUUID(), screen: '/docker', params: {} };
  await store.viewLinks.add({ ...view, hash: sha256(secret), createdBy: 'admin', expiresAt: null });
  return { cookie: `belfry_link=${secret}` };
}
