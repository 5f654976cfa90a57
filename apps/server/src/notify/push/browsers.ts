// The browsers that receive notifications. Their subscriptions are sealed: whoever has one may send to that browser.
import { randomUUID } from 'node:crypto';
import { ok } from '@belfry/domain/result';
import { BrowserSubscription, PushBrowser, type PushChange, type PushInput } from '@belfry/schema/notifications/push';
import * as z from 'zod';
import { json } from '../../db/query.ts';
import type { Store, Stores } from '../../db/store.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import type { Networks } from '../../lib/networks.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { type Answer, refuse, refuseField } from '../../lib/refusal.ts';
import type { Destination, Destinations } from '../destination.ts';
import type { PushSettings } from '../services/push/push.ts';
import type { createStanding } from './standing.ts';
import { ensureKeys, storedKeys } from './vapid.ts';

/** See `Subscriber`. Browsers of older versions have no session and no times. */
const StoredBrowser = PushBrowser.extend({
  owner: z.string(),
  session: z.string().optional(),
  confirmedAt: z.number().optional(),
  seenAt: z.number().optional(),
});
export type StoredBrowser = z.infer<typeof StoredBrowser>;

export interface PushBrowsers extends Destinations {
  publicKey(): Promise<string>;
  all(): readonly StoredBrowser[];
  add(
    input: PushInput,
    user: { name: string; owner: string; session?: string | undefined },
  ): Promise<Answer<StoredBrowser>>;
  change(id: string, change: PushChange): Promise<Answer<StoredBrowser>>;
  remove(id: string): Promise<Answer<StoredBrowser>>;
  /**
   * A person may have lost the right to see alerts: the browsers of those who did are removed. `ended`: owners of whom somebody has
   * ended a session. Of these only the browsers stay whose own session goes on.
   */
  review(ended?: readonly string[]): Promise<void>;
  /** The person has sent a request. */
  seen(owner: string): void;
  /** What the service needs to send to a browser. */
  settingsOf(id: string): PushSettings;
}

export interface PushBrowsersDeps {
  store: Pick<Store, 'disk' | 'settings' | 'secrets' | 'atomically'>;
  clock: Pick<Clock, 'now'>;
  standing: ReturnType<typeof createStanding>;
  onDefect: OnDefect;
  /** Besides public addresses: where push services may be, by the environment. */
  networks: Networks;
  problemOfPublicUrl: Outgoing['problemOfPublicUrl'];
}

const Subscription = json.pipe(BrowserSubscription);
const KEY = 'notify/push';
const MOST = 500;
const MAX_EACH = 20;
/** The shortest time between two notes of when a person was seen. */
const SEEN_EVERY_MS = 3_600_000;
const SUBSCRIPTION = 'subscription';
const ownerOf = (id: string): string => `push:${id}`;

export function createPushBrowsers({
  store,
  clock,
  standing: { standingOf, isSignedIn },
  onDefect,
  networks,
  problemOfPublicUrl,
}: PushBrowsersDeps): PushBrowsers {
  const read = ({ settings }: Pick<Stores, 'settings'>) => settings.list(KEY, StoredBrowser);
  const subscriptionOf = (id: string, { secrets }: Pick<Stores, 'secrets'> = store) => {
    const text = secrets.read(ownerOf(id)).values.get(SUBSCRIPTION);
    if (text === undefined) return undefined;
    const found = Subscription.safeParse(text);
    if (!found.success) store.secrets.setAside(ownerOf(id), SUBSCRIPTION, 'wrong content');
    return found.data;
  };
  const listeners: (() => void)[] = [];
  let browsers: readonly StoredBrowser[] = [];
  let destinations: readonly Destination[] = [];
  const load = () => {
    const before = new Map(
      browsers.map((browser, i) => [JSON.stringify(browser), { browser, shown: destinations[i] }]),
    );
    const found = read(store).map((browser) => before.get(JSON.stringify(browser)) ?? { browser, shown: undefined });
    browsers = found.map(({ browser }) => browser);
    destinations = found.map(({ browser, shown }) => shown ?? destinationOf(browser));
  };
  /** A subscription that cannot be decrypted is shown, and each delivery says why it fails. */
  const destinationOf = ({ id, name, user, enabled, routing, resolutions, language }: StoredBrowser): Destination => ({
    ...{ id: ownerOf(id), channel: 'push', service: 'push', name: `${name} (${user})`, enabled, routing, resolutions },
    language,
    settings: settingsOf(id),
  });
  const settingsOf = (id: string): PushSettings => ({
    subscription: subscriptionOf(id),
    keys: storedKeys(store),
    networks,
    ended: async () => void (await remove(id)),
  });
  const changed = () => {
    load();
    for (const listener of listeners) listener();
  };
  load();

  async function write(work: (tx: Stores) => Promise<Answer<StoredBrowser>>): Promise<Answer<StoredBrowser>> {
    const answer = await store.atomically(work);
    if (answer.ok) changed();
    return answer;
  }
  const replace = (tx: Stores, browser: StoredBrowser) =>
    tx.settings.put(
      KEY,
      read(tx).map((one) => (one.id === browser.id ? browser : one)),
    );
  const remove = (id: string) =>
    write(async (tx) => {
      const all = read(tx);
      const found = all.find((browser) => browser.id === id);
      if (!found) return refuse('not_found');
      await tx.settings.put(
        KEY,
        all.filter((browser) => browser !== found),
      );
      await tx.secrets.removeAll(ownerOf(id));
      return ok(found);
    });

  /** Without a call of the listeners where nothing is sent otherwise. */
  const note = (which: (browser: StoredBrowser) => boolean, times: Pick<StoredBrowser, 'seenAt' | 'confirmedAt'>) =>
    store.atomically(async (tx) => {
      await tx.settings.put(
        KEY,
        read(tx).map((one) => (which(one) ? { ...one, ...times } : one)),
      );
    });
  const noted = new Map<string, number>();

  return {
    list: () =>
      destinations.filter((_, i) => {
        const browser = browsers[i];
        if (!browser) return false;
        // Also where the disk takes no notes.
        return standingOf({ ...browser, seenAt: noted.get(browser.owner) ?? browser.seenAt }) === 'heard';
      }),
    async review(ended = []) {
      for (const browser of browsers)
        if (standingOf(browser) === 'ended' || (ended.includes(browser.owner) && !isSignedIn(browser)))
          await remove(browser.id);
      const now = clock.now();
      // Those of an older version begin now.
      const isOld = ({ seenAt }: StoredBrowser) => seenAt === undefined;
      if (!browsers.some(isOld)) return;
      await note(isOld, { seenAt: now, confirmedAt: now });
      changed();
    },
    seen(owner) {
      const now = clock.now();
      if (!browsers.some((browser) => browser.owner === owner)) return;
      if (Math.abs(now - (noted.get(owner) ?? Number.NEGATIVE_INFINITY)) < SEEN_EVERY_MS) return;
      noted.set(owner, now);
      store.disk
        .attempt(() => note((one) => one.owner === owner, { seenAt: now }).then(changed), `${KEY} ${owner}`)
        .catch((error) => onDefect(error, 'when the person of a browser was seen'));
    },
    onChange: (listener) => void listeners.push(listener),
    publicKey: async () => (await store.atomically(ensureKeys)).publicKey,
    all: () => browsers,
    add: ({ endpoint, keys, ...settings }, { name: user, owner, session }) =>
      write(async (tx) => {
        if (problemOfPublicUrl(endpoint, networks))
          return refuseField('bad_request', 'endpoint', { id: 'browser.notPublic' });
        await ensureKeys(tx);
        const all = read(tx);
        const same = all.find(({ id }) => subscriptionOf(id, tx)?.endpoint === endpoint);
        if (!same && all.length >= MOST) return refuse('conflict', { id: 'browser.tooMany', values: { limit: MOST } });
        if (!same && all.filter((browser) => browser.owner === owner).length >= MAX_EACH)
          return refuse('conflict', { id: 'browser.tooManyOwn', values: { limit: MAX_EACH } });
        const { host } = new URL(endpoint);
        const fresh = { id: randomUUID(), createdAt: iso(clock.now()) };
        const now = clock.now();
        const person = { user, owner, session, confirmedAt: now, seenAt: now };
        const browser: StoredBrowser = { ...fresh, ...same, ...settings, service: host, ...person };
        if (same) await replace(tx, browser);
        else await tx.settings.put(KEY, [...all, browser]);
        await tx.secrets.put(ownerOf(browser.id), SUBSCRIPTION, JSON.stringify({ endpoint, keys }));
        return ok(browser);
      }),
    change: (id, change) =>
      write(async (tx) => {
        const found = read(tx).find((browser) => browser.id === id);
        if (!found) return refuse('not_found');
        const browser = { ...found, ...change };
        await replace(tx, browser);
        return ok(browser);
      }),
    remove,
    settingsOf,
  };
}
