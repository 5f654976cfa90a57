// Puts monitoring together: the settings, the pollers that follow them, onboarding and discovery.

import { lookup, reverse } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { hostOf } from '@belfry/domain/address';
import { type IntervalName, intervalOf } from '@belfry/schema/config/kinds';
import type { Identified } from '@belfry/schema/config/node';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { State } from '@belfry/schema/state';
import { createChecks } from '../admin/diagnostics/checks.ts';
import { createDiscovery, type Watched } from '../admin/discovery/discovery.ts';
import { createFetch } from '../admin/discovery/probe.ts';
import { discoveryRoutes } from '../admin/discovery/routes.ts';
import { scan } from '../admin/discovery/scan.ts';
import { type CertificateOf, certificateHere, checkNode, hasTrustedCertificate, nameOf } from '../admin/nodes/check.ts';
import { createClusters } from '../admin/nodes/clusters.ts';
import { createDuplicates } from '../admin/nodes/duplicates.ts';
import { createNodes } from '../admin/nodes/nodes.ts';
import { normalizeRegistration } from '../admin/nodes/normalize.ts';
import { createPollers } from '../admin/nodes/pollers.ts';
import { nodeRoutes } from '../admin/nodes/routes.ts';
import { createCodes } from '../admin/onboarding/codes.ts';
import { createOnboarding } from '../admin/onboarding/onboarding.ts';
import { type OnboardingRoutesDeps, onboardingRoutes } from '../admin/onboarding/routes.ts';
import type { Connect } from '../config/host.ts';
import type { Past } from '../config/past.ts';
import type { StoredInstance } from '../db/instances-store.ts';
import { memoryAt } from '../db/settings-store.ts';
import type { Store } from '../db/store.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Cancel, type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Parts } from '../lib/parts.ts';
import { refuseField } from '../lib/refusal.ts';
import { HERE } from '../sites/epochs.ts';
import { passedOnBy } from '../sites/passed-calls.ts';
import { startPolling } from '../sources/poller.ts';
import { connectBy, createSource, setupScripts, signPorts, signs } from '../sources/registry.ts';
import type { Observe } from '../sources/source.ts';
import type { SitesPart } from './sites.ts';

export interface MonitoringDeps
  extends Pick<OnboardingRoutesDeps, 'isAdmin' | 'isAdminToken' | 'addresses' | 'serverAddresses'> {
  store: Pick<Store, 'instances' | 'settings' | 'atomically'>;
  /** Hosts from the environment: monitored and shown, but changed only there. */
  fixed: readonly Identified[];
  state(): State;
  observe: Observe;
  sites: Pick<SitesPart, 'start' | 'connect' | 'certificate' | 'addresses' | 'problemOf' | 'seal' | 'epochs'>;
  rename(instanceId: string, name: string): void;
  /** Removes all current data of an instance. */
  forget(instanceId: string): void;
  /** The source of an instance starts, also in place of an earlier one. */
  renewed?(instanceId: string): void;
  /** Imports the past that its hosts have kept. Returns the function that ends it. */
  importPast?(instanceId: string, past: Past, isOnTime: () => boolean): Cancel;
  /** An instance was removed from the configuration. Its current data is still there. */
  removed?(instanceId: string): void;
  parts: Pick<Parts, 'guardedTask' | 'listener'>;
  /** Sends to every browser. */
  announce(message: Announcement): void;
  audited: Audited;
  noteRefused: OnboardingRoutesDeps['noteRefused'];
  /** The ports at which discovery looks for hosts; by default the standard ports of the products. */
  discoveryPorts?: readonly number[] | undefined;
  /** Intervals are seconds between two polls. */
  settings(): Record<IntervalName, number> & {
    discoveryEnabled: boolean;
    discoverySubnet: string;
    connectionTimeout: number;
  };
  clock: Clock;
  log: Logger;
}

/** A poll is late after this many intervals. */
const LATE = 1.5;
const clusterKey = (id: string) => `clusters/${id}`;
const guestsKey = (id: string) => `guests/${id}`;

export function createMonitoring(deps: MonitoringDeps) {
  const { clock, log, announce, sites } = deps;
  const callMs = () => deps.settings().connectionTimeout * 1000;
  const connectHere = connectBy(clock, callMs);
  const connect: Connect = (config, signal) => sites.connect(config) ?? connectHere(config, signal);

  const seenHere = certificateHere(clock);
  const certificateOf: CertificateOf = (site, origin) => sites.certificate(site, origin) ?? seenHere(site, origin);

  const clusters = createClusters({
    connect,
    clock,
    memory: {
      recall: (id) => memoryAt(deps.store.settings, clusterKey(id)).recall(),
      keep: (id, value) => memoryAt(deps.store.settings, clusterKey(id)).keep(value),
    },
    // A collector does not report the cluster of an instance: it is asked for it.
    isPolled: (id) => polled.some((instance) => instance.id === id && !instance.config.site),
    found() {
      void poll();
      announce({ type: 'nodes_changed', data: {}, timestamp: iso(clock.now()) });
    },
  });
  const duplicates = createDuplicates(clusters, log);
  const nodes = createNodes({
    store: deps.store,
    fixed: deps.fixed,
    live: {
      instance: (id) => deps.state().instances.find((instance) => instance.id === id),
      node: (id) => deps.state().nodes.find((node) => node.id === id),
      hasTemperature: (id) =>
        deps.state().nodes.some(({ instance, temperature }) => instance === id && temperature !== undefined),
    },
    clusters,
    duplicates,
    sites,
    announce,
    clock,
  });
  const pollers = createPollers({
    guardedTask: deps.parts.guardedTask,
    after: clock.after,
    start(config) {
      if (config.site) {
        deps.renewed?.(config.id);
        return sites.start({ ...config, site: config.site });
      }
      sites.epochs.take(config.id, HERE);
      const cluster = clusters.memoryOf(config.id, config.host);
      const guests = memoryAt(deps.store.settings, guestsKey(config.id));
      const source = createSource(config, { clock, log, random: Math.random, cluster, guests, callMs });
      const everyMs = () => deps.settings()[intervalOf(config.type)] * 1000;
      const neighbours = nodes.instances().length - 1;
      const polling = startPolling(source, {
        clock,
        random: Math.random,
        observe: deps.observe,
        log,
        everyMs,
        neighbours,
      });
      const { id } = source.instance;
      deps.renewed?.(id);
      const endImport = source.past && deps.importPast?.(id, source.past, () => isOnTime(id, everyMs()));
      return {
        ...polling,
        stop() {
          endImport?.();
          return polling.stop();
        },
      };
    },
    rename: deps.rename,
    forget(instance) {
      if (!nodes.instances().some((known) => known.instance === instance)) {
        memoryAt(deps.store.settings, guestsKey(instance)).keep(undefined);
        deps.removed?.(instance);
      }
      deps.forget(instance);
    },
  });
  /** Whether the last essential poll was good, and the next one is not overdue. */
  const isOnTime = (id: string, everyMs: number): boolean => {
    const { health = 'error', lastSeen } = deps.state().instances.find((instance) => instance.id === id) ?? {};
    return health !== 'error' && lastSeen !== undefined && clock.now() - Date.parse(lastSeen) < LATE * everyMs;
  };
  const onboarding = createOnboarding({
    codes: createCodes(clock),
    scripts: setupScripts,
    register: nodes.register,
    siteAddresses(site) {
      const problem = sites.problemOf({ site });
      return problem ? refuseField('bad_request', 'site', problem) : sites.addresses(site);
    },
    async nameOf(newcomer) {
      const config = normalizeRegistration(newcomer);
      return config.ok ? nameOf(config.value, connect, certificateOf, clock) : undefined;
    },
    hasTrustedCertificate: (newcomer) => hasTrustedCertificate(newcomer, connect, clock),
    announce,
    clock,
  });
  const fetch = createFetch(clock);
  const discovery = createDiscovery({
    clock,
    scan: (ranges, signal, found) =>
      scan(ranges, { fetch, reverse, clock, ports: deps.discoveryPorts ?? signPorts, signs }, signal, found),
    interfaces: networkInterfaces,
    watched: () =>
      nodes.instances().flatMap(({ id, config: { type, host } }): Watched[] => {
        const members = clusters.of(id)?.members ?? [];
        const origins = [host, ...members.map(({ origin }) => origin)].filter((origin) => URL.canParse(origin));
        return origins.map((origin) => ({ type, host: hostOf(origin) }));
      }),
    resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    announce,
  });

  let polled: readonly StoredInstance[] = [];
  /** The pollers follow the settings and the clusters that are found. */
  async function poll(): Promise<void> {
    const before = polled;
    polled = duplicates.polled();
    await pollers
      .reconcile(before, polled)
      .catch((err) => log.error({ err }, 'the pollers could not follow the settings'));
  }
  const { listener } = deps.parts;
  nodes.onChange(listener('the clusters of changed hosts', ({ after }) => clusters.follow(after)));
  nodes.onChange(listener('the pollers of changed hosts', () => void poll()));
  nodes.onChange(listener('discovery', ({ before, after }) => discovery.nodesChanged(after.length < before.length)));

  function follow(): void {
    const { discoveryEnabled, discoverySubnet } = deps.settings();
    discovery.configure({ enabled: discoveryEnabled, subnet: discoverySubnet });
    pollers.retime();
  }

  return {
    nodes,
    connect,
    /** Of what is polled, by the id of the instance in the state. */
    instanceOf: (instance: string) => nodes.instances().find((each) => each.instance === instance),
    /** Tests all hosts, or returns the last results. */
    checks: createChecks({
      hosts: nodes.instances,
      check: (config) => checkNode(config, connect, clock),
      clock,
    }),
    /** An instance, by its id in the state, says that something of this type has happened. False when it is not polled. */
    hurry: (instance: string, type: string): boolean =>
      nodes.instances().some((each) => each.instance === instance && pollers.hurry(each.id, type)),
    routes(mount: Mount) {
      nodeRoutes(mount, {
        ...{ nodes, duplicates, connect, certificateOf, clock, audited: deps.audited },
        siteProblem: (site) => sites.problemOf({ site }),
      });
      const { audited, noteRefused, isAdmin, isAdminToken, addresses, serverAddresses } = deps;
      onboardingRoutes(mount, {
        ...{ onboarding, audited, noteRefused, isAdmin, isAdminToken, addresses, serverAddresses, siteOf: passedOnBy },
      });
      discoveryRoutes(mount, discovery);
    },
    async start() {
      clusters.follow(nodes.instances());
      await poll();
      follow();
    },
    /** The settings have changed. */
    follow,
    async stop() {
      discovery.stop();
      clusters.stop();
      await pollers.stop();
    },
  };
}
