// The sites: adding them, joining their collectors, and ending both.
import { timingSafeEqual } from 'node:crypto';
import { ok } from '@belfry/domain/result';
import { JOIN_MS } from '@belfry/schema/collect/protocol';
import type { Site } from '@belfry/schema/entities/site';
import type { Invitation } from '@belfry/schema/http/sites';
import { oneLine } from '@belfry/schema/one-line';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { fingerprintOf, type PublicKeys } from '../collect/keys.ts';
import { isSealingKey } from '../collect/sealing.ts';
import type { SitesStore, StoredSite } from '../db/sites-store.ts';
import type { Store } from '../db/store.ts';
import { hashToken } from '../lib/api-token.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { type Answer, refuse } from '../lib/refusal.ts';
import { newSiteId, newSiteToken, readSiteToken } from './token.ts';

export interface SitesDeps {
  store: Pick<Store, 'sites' | 'atomically'>;
  /** Of the certificate of this server, if it signed that itself. */
  pin(): string | undefined;
  /** The names of the hosts of a site. */
  hostsOf(site: string): readonly string[];
  /** The keys, the name or the existence of a site have changed. */
  changed(site: string): void;
  clock: Clock;
}

interface Joining extends PublicKeys {
  token: string;
  version: string;
}

export interface Sites {
  list(): StoredSite[];
  get(id: string): StoredSite | undefined;
  /** `address`: where the collector finds this server. */
  add(name: string, accept: StoredSite['accept'], address: string): Promise<Answer<Invitation>>;
  invite(id: string, accept: StoredSite['accept'], address: string): Promise<Answer<Invitation>>;
  rename(id: string, name: string): Promise<Answer<StoredSite>>;
  join(joining: Joining): Promise<Answer<{ site: string; name: string; isAccepted: boolean }>>;
  /** What its collector says that it is, so that it is known after a restart of the server too. */
  keepVersion(id: string, version: string): Promise<void>;
  accept(id: string, fingerprint: string): Promise<Answer<StoredSite>>;
  revoke(id: string): Promise<Answer<StoredSite>>;
  remove(id: string): Promise<Answer<StoredSite>>;
}

/** Two names that look the same are one. */
const plain = (name: string): string => oneLine(name).toLowerCase();

const none = { signingKey: '', sealingKey: '', waitingSigningKey: '', waitingSealingKey: '' };

/** Undefined: no collector has joined. */
export const keysOf = ({ signingKey, sealingKey }: StoredSite): PublicKeys | undefined =>
  signingKey === '' ? undefined : { signing: signingKey, sealing: sealingKey };

/** Those of a collector that an administrator must accept. */
export const waitingKeysOf = ({ waitingSigningKey, waitingSealingKey }: StoredSite): PublicKeys | undefined =>
  waitingSigningKey === '' ? undefined : { signing: waitingSigningKey, sealing: waitingSealingKey };

export function statusOf(site: StoredSite, isSilent: boolean): Site['status'] {
  if (site.revokedAt !== null) return 'revoked';
  if (keysOf(site)) return isSilent ? 'silent' : 'connected';
  return waitingKeysOf(site) ? 'waiting' : 'new';
}

/** Why a site without keys takes no host. */
export const whyNoKeys = (site: StoredSite): Sentence => ({
  id: waitingKeysOf(site) ? 'site.notAccepted' : 'site.notJoined',
  values: { name: site.name },
});

export function createSites({ store, pin, hostsOf, changed, clock }: SitesDeps): Sites {
  /** One change of one site. Nothing is written if it is refused. */
  async function change<T>(
    id: string,
    work: (site: StoredSite, tx: SitesStore) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const done = await store.atomically(async ({ sites }) => {
      const site = store.sites.get(id);
      return site ? work(site, sites) : refuse('not_found', { id: 'site.unknown', values: { id } });
    });
    if (done.ok) changed(id);
    return done;
  }
  const saved = async (tx: SitesStore, site: StoredSite): Promise<Answer<StoredSite>> => {
    await tx.put(site);
    return ok(site);
  };
  const isTaken = (name: string, own?: string) =>
    store.sites.list().some((site) => plain(site.name) === plain(name) && site.id !== own);
  const taken = (name: string) => refuse('conflict', { id: 'site.nameTaken', values: { name } });

  function invitation(id: string, address: string): Invitation & { tokenHash: Buffer; joinBy: number } {
    const token = newSiteToken(id, address.startsWith('https:') ? pin() : undefined);
    const joinBy = clock.now() + JOIN_MS;
    const command = `belfry collector join ${address} ${token} --data-dir /var/lib/belfry-collector`;
    return { id, token, command, expires: iso(joinBy), tokenHash: hashToken(token), joinBy };
  }

  return {
    list: store.sites.list,
    get: store.sites.get,
    async add(name, accept, address) {
      const id = newSiteId();
      const { tokenHash, joinBy, ...shown } = invitation(id, address);
      const added = await store.atomically(async ({ sites }) => {
        if (isTaken(name)) return taken(name);
        const rest = { ...none, tokenHash, joinBy, accept, revokedAt: null, version: '', createdAt: clock.now() };
        return saved(sites, { id, name, ...rest });
      });
      if (!added.ok) return added;
      changed(id);
      return ok(shown);
    },
    invite: (id, accept, address) =>
      change(id, async (site, tx) => {
        const { tokenHash, joinBy, ...shown } = invitation(id, address);
        await tx.put({ ...site, accept, tokenHash, joinBy });
        return ok(shown);
      }),
    rename: (id, name) =>
      change(id, async (site, tx) => (isTaken(name, id) ? taken(name) : saved(tx, { ...site, name }))),
    async join({ token, signing, sealing, version }) {
      if (!(await isSealingKey(sealing))) return refuse('bad_request', { id: 'site.badKey' });
      const id = readSiteToken(token)?.site ?? '';
      const joined = await change(id, async (site, tx) => {
        const { name, joinBy, accept, tokenHash } = site;
        if (!timingSafeEqual(hashToken(token.trim()), Buffer.from(tokenHash))) return refuse('unauthorized', unknown);
        if (joinBy === null) return refuse('unauthorized', { id: 'site.tokenUsed', values: { name } });
        if (joinBy < clock.now())
          return refuse('unauthorized', { id: 'site.tokenExpired', values: { name, at: iso(joinBy) } });
        const isAccepted = accept === 'token';
        const keys = isAccepted
          ? { ...none, signingKey: signing, sealingKey: sealing, revokedAt: null }
          : { waitingSigningKey: signing, waitingSealingKey: sealing };
        await tx.put({ ...site, ...keys, joinBy: null, version });
        return ok({ site: id, name, isAccepted });
      });
      const isUnknown = !joined.ok && joined.error.code === 'not_found';
      return isUnknown ? refuse('unauthorized', unknown) : joined;
    },
    async keepVersion(id, version) {
      if (store.sites.get(id)?.version === version) return;
      await store.atomically(async ({ sites }) => {
        const site = store.sites.get(id);
        if (site) await sites.put({ ...site, version });
      });
    },
    accept: (id, fingerprint) =>
      change(id, async (site, tx) => {
        const keys = waitingKeysOf(site);
        if (!keys) return refuse('conflict', { id: 'site.noKey', values: { name: site.name } });
        const present = fingerprintOf(keys);
        if (present !== fingerprint)
          return refuse('conflict', { id: 'site.otherKey', values: { fingerprint: present } });
        return saved(tx, { ...site, ...none, signingKey: keys.signing, sealingKey: keys.sealing, revokedAt: null });
      }),
    revoke: (id) =>
      change(id, (site, tx) =>
        saved(tx, { ...site, revokedAt: clock.now(), joinBy: null, waitingSigningKey: '', waitingSealingKey: '' }),
      ),
    remove: (id) =>
      change(id, async (site, tx) => {
        const hosts = hostsOf(id);
        if (hosts.length > 0) return refuse('conflict', { id: 'site.hasHosts', values: { hosts } });
        await tx.remove(id);
        return ok(site);
      }),
  };
}

const unknown = { id: 'site.tokenUnknown' } as const;
