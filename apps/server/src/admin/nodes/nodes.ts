// The hosts that Belfry monitors: adds, changes and removes them, and notifies the listeners.

import { originOf } from '@belfry/domain/address';
import { instanceId, mintInstanceId } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import { kinds } from '@belfry/schema/config/kinds';
import type { Identified, NodeConfig, NodePatch, NodeRequest } from '@belfry/schema/config/node';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Registration } from '../../config/registration.ts';
import type { InstancesStore, NamedInstance, SaveError, StoredInstance } from '../../db/instances-store.ts';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Answer, refuse, refuseField, refuseWith } from '../../lib/refusal.ts';
import { alreadyWatched } from './check.ts';
import type { Clusters } from './clusters.ts';
import type { Duplicates } from './duplicates.ts';
import { applyPatch, nameCandidates, normalizeRegistration, normalizeRequest, secretAgain } from './normalize.ts';
import { brokenView, type Live, viewOf } from './view.ts';

export const NODE_NOT_FOUND: Sentence = { id: 'node.notFound' };

/** The configured hosts before and after one change. */
export interface NodesChange {
  before: readonly StoredInstance[];
  after: readonly StoredInstance[];
}

export interface Nodes {
  list(): NodeView[];
  instances(): readonly StoredInstance[];
  /** The hosts that can be changed here. */
  stored(): readonly StoredInstance[];
  get(id: string): StoredInstance | undefined;
  /** The entry of this type and address at this site, in any spelling of the address. */
  at(type: NodeConfig['type'], host: string, site?: string): StoredInstance | undefined;
  /** `suggested`: the name if the request has none. */
  add(request: NodeRequest, suggested?: string): Promise<Answer<NodeView>>;
  update(id: string, patch: NodePatch): Promise<Answer<NodeView>>;
  remove(id: string): Promise<Answer<{ status: 'success' }>>;
  /** Adds a host. If the host is known, it gets the new token and keeps its other fields. */
  register(registration: Registration): Promise<Answer<NodeView>>;
  /** Checks these hosts, which replace all hosts that are not from the environment. */
  prepare(configs: readonly Identified[]): Answer<Replacement>;
  /** Called after each saved change, in the order of subscription. */
  onChange(listener: (change: NodesChange) => void): void;
}

/** The hosts of sites. Default: there are no sites. */
interface SitesOfNodes {
  /** Why the host cannot belong to the site that it names. */
  problemOf(config: NodeConfig, isNew?: boolean): Sentence | undefined;
  /** With secrets that only the collector of the site can read. */
  seal(config: NodeConfig): Promise<NodeConfig>;
}
const noSites: SitesOfNodes = {
  problemOf: ({ site: id }) => (id ? { id: 'site.unknown', values: { id } } : undefined),
  seal: async (config) => config,
};

export interface NodesDeps {
  store: Pick<Store, 'instances' | 'atomically'>;
  /** Hosts from the environment: shown with the others, but changed only there. */
  fixed?: readonly Identified[];
  live: Live;
  clusters: Pick<Clusters, 'of'>;
  duplicates: Pick<Duplicates, 'of' | 'withMember'>;
  sites?: SitesOfNodes;
  announce(message: Announcement): void;
  clock: Clock;
}

export function createNodes(deps: NodesDeps): Nodes {
  const { store, fixed = [], live, clusters, duplicates, announce, clock, sites = noSites } = deps;
  const listeners: ((change: NodesChange) => void)[] = [];
  const named = fixed.map(fixedInstance);
  const instances = () => [...named, ...usable().instances];
  /** The stored entries. An entry is broken if an instance of the environment has the same id. */
  function usable(): ReturnType<InstancesStore['list']> {
    const { instances: whole, broken } = store.instances.list();
    const isTaken = ({ instance }: StoredInstance) => named.some((other) => other.instance === instance);
    const reason = 'The environment (BELFRY_NODES) has an instance with the same id. Rename that one, or delete this.';
    const shadowed = whole
      .filter(isTaken)
      .map(({ id, instance, config: { type, name } }) => ({ id, instance, type, name, reason }));
    return { instances: whole.filter((stored) => !isTaken(stored)), broken: [...broken, ...shadowed] };
  }
  const isFixed = (id: string) => named.find((instance) => instance.id === id);
  const refuseFixed = ({ config }: StoredInstance) =>
    refuse('conflict', { id: 'node.ofEnvironment', values: { name: config.name } });
  const view = (stored: StoredInstance): NodeView => {
    const polled = duplicates.of(stored.id);
    return {
      ...viewOf(stored, (polled ?? stored).instance, clusters.of(stored.id), live, clock.now()),
      ...(isFixed(stored.id) && { fixed: true }),
      ...(polled && { sameClusterAs: polled.config.name }),
    };
  };
  const at: Nodes['at'] = (type, host, site = '') => {
    const origin = originOf(host, kinds[type].port);
    return instances().find(({ config }) => origin.ok && sameHost(config, { type, host: origin.value, site }));
  };

  function collision(config: NodeConfig, own?: StoredInstance): Sentence | undefined {
    const others = instances().filter(({ id }) => id !== own?.id);
    const here = others.find((other) => sameHost(other.config, config));
    if (here) return { id: 'node.addressWatched', values: { host: config.host, name: here.config.name } };
    const isMember = kinds[config.type].clustered && config.host !== own?.config.host;
    const cluster = isMember && duplicates.withMember(config, own?.id);
    if (cluster) return alreadyWatched(cluster.config.name);
    const same = others.find((other) => sameName(other.config, config));
    return same && { id: 'node.nameTaken', values: { name: same.config.name } };
  }
  const freeName = (config: NodeConfig, suggested?: string): NodeConfig => {
    const candidates = [...(suggested ? [suggested] : []), ...nameCandidates(config.host)];
    const free = candidates.find((name) => !collision({ ...config, name }));
    return free ? { ...config, name: free } : config;
  };

  function settle(before: readonly StoredInstance[], messages: Announcement[]): void {
    const after = instances();
    for (const listener of listeners) listener({ before, after });
    for (const message of messages) announce(message);
  }
  const changed = (): Announcement => ({ type: 'nodes_changed', data: {}, timestamp: iso(clock.now()) });

  /** One change. The entries do not change between the reads of `work` and its write. */
  async function changing<T>(
    messages: (value: T) => Announcement[],
    work: (instances: InstancesStore) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    let before: readonly StoredInstance[] = [];
    const done = await store.atomically((tx) => {
      before = instances();
      return work(tx.instances);
    });
    if (done.ok) settle(before, messages(done.value));
    return done;
  }
  const noted = () => [changed()];

  async function insert(tx: InstancesStore, config: NodeConfig): Promise<Answer<StoredInstance>> {
    const taken = collision(config);
    if (taken) return refuse('conflict', taken);
    const misplaced = sites.problemOf(config, true);
    if (misplaced) return refuseField('bad_request', 'site', misplaced);
    const { instances: whole, broken } = store.instances.list();
    const ids = new Set([...named, ...whole, ...broken].map(({ instance }) => instance));
    const added = await tx.add(
      await sites.seal(config),
      mintInstanceId(config.type, config.name, (id) => ids.has(id)),
    );
    return added.ok ? added : storeRefusal(added.error, config.name);
  }

  async function change(tx: InstancesStore, id: string, patch: NodePatch): Promise<Answer<StoredInstance>> {
    const pinned = isFixed(id);
    if (pinned) return refuseFixed(pinned);
    const stored = store.instances.get(id);
    // New values may repair an entry that cannot be read. Its secret may be readable although its old address is lost.
    if (!stored) {
      const isElsewhere = patch.host || patch.verifySSL === false;
      return isElsewhere && !patch.password && !patch.tokenValue ? secretAgain(patch) : save(tx, id, patch);
    }
    const next = applyPatch(stored.config, patch);
    if (!next.ok) return next;
    const taken = collision(next.value, stored);
    if (taken) return refuse('conflict', taken);
    const misplaced = sites.problemOf(next.value, next.value.site !== stored.config.site);
    if (misplaced) return refuseField('bad_request', 'site', misplaced);
    // The store keeps fields that are absent; these may have been removed.
    return save(tx, id, { user: '', fingerprint: '', site: '', ...(await sites.seal(next.value)) });
  }
  async function save(tx: InstancesStore, id: string, patch: NodePatch): Promise<Answer<StoredInstance>> {
    const saved = await tx.update(id, patch);
    return saved.ok ? saved : storeRefusal(saved.error, patch.name ?? '');
  }

  const viewAnswer = (answer: Answer<StoredInstance>): Answer<NodeView> =>
    answer.ok ? ok(view(answer.value)) : answer;

  return {
    list() {
      const { instances: whole, broken } = usable();
      return [...[...named, ...whole].map(view), ...broken.flatMap(brokenView)];
    },
    instances,
    stored: () => store.instances.list().instances,
    get: (id) => isFixed(id) ?? store.instances.get(id),
    at,
    async add(request, suggested) {
      const config = normalizeRequest(request);
      if (!config.ok) return config;
      const named = request.name ? config.value : freeName(config.value, suggested);
      return viewAnswer(await changing(noted, (tx) => insert(tx, named)));
    },
    update: async (id, patch) => viewAnswer(await changing(noted, (tx) => change(tx, id, patch))),
    async remove(id) {
      const pinned = isFixed(id);
      if (pinned) return refuseFixed(pinned);
      const deleted = (nodeType: string): Announcement[] => [
        { type: 'node_deleted', data: { nodeType }, timestamp: iso(clock.now()) },
      ];
      const removed = await changing(deleted, async (tx) => {
        const { instances: whole, broken } = store.instances.list();
        const type = whole.find((i) => i.id === id)?.config.type ?? broken.find((i) => i.id === id)?.type;
        if (type === undefined || !(await tx.remove(id))) return refuse('not_found', NODE_NOT_FOUND);
        return ok(type);
      });
      return removed.ok ? ok({ status: 'success' }) : removed;
    },
    async register({ name, ...registration }) {
      const config = normalizeRegistration(registration);
      if (!config.ok) return config;
      return viewAnswer(
        await changing(noted, async (tx) => {
          const known = at(config.value.type, config.value.host, config.value.site);
          if (known) return change(tx, known.id, registration);
          const wanted = { ...config.value, name: name || config.value.name };
          return insert(tx, collision(wanted) ? freeName(wanted) : wanted);
        }),
      );
    },
    prepare(configs) {
      const isOfEnvironment = ({ instance, config }: NamedInstance) =>
        named.some((other) => other.instance === instance || sameName(other.config, config));
      const all = identified(configs, [...named, ...store.instances.list().instances]);
      const whyNot = (one: NamedInstance): Sentence | undefined =>
        isOfEnvironment(one)
          ? { id: 'node.ofEnvironment', values: { name: one.config.name } }
          : sites.problemOf(one.config);
      const own = all.filter((one) => !whyNot(one));
      const twice = own.find((one, i) => own.some((other, j) => j < i && isTwice(one, other)))?.config;
      if (twice) return refuse('conflict', { id: 'node.twice', values: { name: twice.name, host: twice.host } });
      const before = instances();
      return ok({
        async write(tx) {
          const sealed = own.map(async ({ instance, config }) => ({ instance, config: await sites.seal(config) }));
          await tx.instances.replaceAll(await Promise.all(sealed));
        },
        settle: () => settle(before, [changed()]),
        left: all.flatMap((one) => {
          const why = whyNot(one);
          return why ? [{ path: `instances.${one.config.name}`, why }] : [];
        }),
      });
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

const sameName = (a: NodeConfig, b: NodeConfig): boolean => a.type === b.type && a.name === b.name;
/** Two sites may have the same private addresses. */
type Place = Pick<NodeConfig, 'type' | 'host' | 'site'>;
const sameHost = (a: Place, b: Place): boolean =>
  a.type === b.type && a.host === b.host && (a.site ?? '') === (b.site ?? '');

const isTwice = (a: NamedInstance, b: NamedInstance): boolean =>
  a.instance === b.instance || sameName(a.config, b.config) || sameHost(a.config, b.config);

/** An entry without an id gets the id of the entry with the same type and name, or a new one. */
function identified(configs: readonly Identified[], known: readonly StoredInstance[]): NamedInstance[] {
  const ownIds = configs.map(
    ({ id, ...config }) => id ?? known.find((other) => sameName(other.config, config))?.instance,
  );
  const ids = new Set([...ownIds, ...known.map(({ instance }) => instance)]);
  return configs.map(({ id: _, ...config }, i) => {
    const instance = ownIds[i] ?? mintInstanceId(config.type, config.name, (id) => ids.has(id));
    ids.add(instance);
    return { instance, config };
  });
}

function fixedInstance({ id: given, ...config }: Identified): StoredInstance {
  const normal = normalizeRequest(config);
  const instance = given ?? instanceId(config.type, config.name);
  return { id: `env-${instance}`, instance, config: normal.ok ? normal.value : config, createdAt: 0, changedAt: 0 };
}

function storeRefusal(error: SaveError, name: string) {
  if ('fields' in error) return refuseWith('validation_error', { details: error.fields });
  if (error.code === 'not_found') return refuse('not_found', NODE_NOT_FOUND);
  return refuse('conflict', { id: 'node.nameTaken', values: { name } });
}
