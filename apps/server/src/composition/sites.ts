// Puts sites together: their store, the lines to their collectors, and what each collector polls.
import { fail, ok } from '@belfry/domain/result';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { Site } from '@belfry/schema/entities/site';
import type { Observation } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sealConfig } from '../collect/config-secrets.ts';
import type { Connect } from '../config/host.ts';
import type { SiteNames } from '../config/site-names.ts';
import { memoryAt } from '../db/settings-store.ts';
import type { StoredSite } from '../db/sites-store.ts';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { type Answer, refuseField } from '../lib/refusal.ts';
import { createSignal, type Signal } from '../lib/signal.ts';
import { type Assignments, type AssignmentsDeps, createAssignments } from '../sites/assignments.ts';
import { type BackFill, type BackFillDeps, createBackFill } from '../sites/back-fill.ts';
import { certificateThrough, connectThrough } from '../sites/connection.ts';
import { createEpochs, type Epochs } from '../sites/epochs.ts';
import { createLateEdges, type LateEdgesDeps } from '../sites/late-edges.ts';
import { createLines } from '../sites/lines.ts';
import { createPassedCalls } from '../sites/passed-calls.ts';
import { collectorSocket, type SiteRoutesDeps, siteRoutes } from '../sites/routes.ts';
import { createSites, keysOf, whyNoKeys } from '../sites/sites.ts';

export interface SitesPartDeps extends Pick<AssignmentsDeps, 'everyMs' | 'callMs'> {
  store: Pick<Store, 'sites' | 'instances' | 'settings' | 'atomically'>;
  /** The fingerprint of the certificate of this server, if it signed that itself. */
  pin(): string | undefined;
  /** The ids of all instances. */
  instances(): readonly string[];
  /** Where what collectors measured during an outage goes. */
  history: Pick<BackFillDeps, 'store' | 'isEnabled'>;
  /** Where the alerts of an outage go. */
  alerts: Pick<LateEdgesDeps, 'state' | 'config' | 'record' | 'guardedTask'>;
  /** The sites, or how their collectors are doing, have changed. */
  changed(): void;
  clock: Clock;
  log: Logger;
}

export interface SitesPart {
  /** What collectors observe. */
  observed: Pick<Signal<Observation>, 'listen'>;
  epochs: Epochs;
  /** Polls an instance of a site. */
  start: Assignments['start'];
  /** Asks a host of a site; undefined for a host that this server reaches itself. */
  connect(config: NodeConfig): ReturnType<Connect> | undefined;
  /** What a host shows to the collector of a site; undefined: this server itself reads it. */
  certificate(site: string | undefined, origin: string): ReturnType<typeof certificateThrough> | undefined;
  /** Where hosts of the site reach the port of its collector. */
  addresses(site: string): Answer<readonly string[]>;
  /** Why the host cannot belong to the site that it names. `isNew`: it did not until now. */
  problemOf(config: Pick<NodeConfig, 'site'>, isNew?: boolean): Sentence | undefined;
  names: SiteNames;
  /** The secrets of a host of a site are sealed to its collector. */
  seal(config: NodeConfig): Promise<NodeConfig>;
  shown(): Site[];
  /** Whether the instance of a site was observed just now. */
  isHeard: BackFill['isHeard'];
  routes(mount: Mount, deps: Pick<SiteRoutesDeps, 'docker' | 'addresses' | 'audited' | 'noteRefused'>): void;
  /** `addressOf`: of the caller, also behind a proxy. */
  socket(app: FastifyInstance, addressOf: (request: FastifyRequest) => string): void;
  /**
   * The first step of a stop: what a collector measures from then on is asked for after the next start. A line that stays open would hold up
   * the end of listening, and take the time of everything after it.
   */
  endLines(): void;
  close(): void;
}

export function createSitesPart(deps: SitesPartDeps): SitesPart {
  const { store } = deps;
  const observed = createSignal<Observation>();
  const epochs = createEpochs(store.settings);
  const hostsOf = (site: string): string[] =>
    store.instances
      .list()
      .instances.filter(({ config }) => config.site === site)
      .map(({ config }) => config.name);
  const placesOf = (site: string): string[] =>
    store.instances
      .list()
      .instances.filter(({ config }) => config.site === site)
      .flatMap(({ config }) => URL.parse(config.host)?.hostname ?? []);
  let http: FastifyInstance | undefined;
  const passed = createPassedCalls(() => http);
  const backFill = createBackFill({
    ...{ ...deps.history, instances: deps.instances, clock: deps.clock },
    configured() {
      const { instances, broken } = store.instances.list();
      return [...instances, ...broken].map(({ instance }) => instance);
    },
    memory: memoryAt(store.settings, 'sites/history'),
    send: (site, message) => lines.send(site, message),
  });
  const lateEdges = createLateEdges({
    ...{ ...deps.alerts, clock: deps.clock },
    memory: memoryAt(store.settings, 'sites/changes'),
    send: (site, message) => lines.send(site, message),
  });
  const lines = createLines({
    ...{ ...deps, sites: store.sites, observe: observed.notify, backFill, lateEdges, passed },
    async keepVersion(site, version) {
      const keep = () => sites.keepVersion(site, version);
      await deps.alerts.guardedTask('the version of a collector', keep, undefined);
      deps.changed();
    },
    placeOf(id) {
      const found = store.instances.list().instances.find(({ instance }) => instance === id)?.config;
      return found && { name: found.name, site: found.site ?? '' };
    },
  });
  const observe = observed.notify;
  const assignments = createAssignments({ ...deps, siteOf: store.sites.get, epochs, lines, observe });
  const sites = createSites({
    ...deps,
    hostsOf,
    changed(site) {
      lines.review(site);
      assignments.renew(site);
      deps.changed();
    },
  });
  const siteOf = ({ site = '' }: Pick<NodeConfig, 'site'>): StoredSite | undefined =>
    site === '' ? undefined : store.sites.get(site);
  return {
    observed,
    epochs,
    start: assignments.start,
    connect(config) {
      const site = siteOf(config);
      return site && connectThrough(site, config, lines);
    },
    certificate(id, origin) {
      const site = siteOf({ site: id });
      return site && certificateThrough(site, origin, lines, deps.clock.now);
    },
    addresses(id) {
      const { name = id, addresses = [] } = lines.shown().find((site) => site.id === id) ?? {};
      return addresses.length > 0
        ? ok(addresses)
        : refuseField('bad_request', 'site', { id: 'site.noPort', values: { name } });
    },
    problemOf(config, isNew = false) {
      if (!config.site) return undefined;
      const site = siteOf(config);
      if (!site) return { id: 'site.unknown', values: { id: config.site } };
      // Nobody has the key that its secret would be sealed to.
      if (isNew && site.revokedAt !== null) return { id: 'site.revoked', values: { name: site.name } };
      return keysOf(site) ? undefined : whyNoKeys(site);
    },
    names: {
      nameOf: (id) => store.sites.get(id)?.name,
      idOf(text) {
        const all = store.sites.list();
        const found = all.find(({ name }) => name === text) ?? all.find(({ id }) => id === text);
        if (found) return ok(found.id);
        const names = all.map(({ name }) => name);
        return fail(
          names.length === 0
            ? { id: 'site.noSites', values: { name: text } }
            : { id: 'site.otherNames', values: { name: text, names } },
        );
      },
    },
    async seal(config) {
      const site = siteOf(config);
      const keys = site && keysOf(site);
      return keys ? sealConfig(config, keys.sealing) : config;
    },
    shown: lines.shown,
    isHeard: backFill.isHeard,
    routes: (mount, more) => siteRoutes(mount, { sites, lines, hostsOf, placesOf, ...more }),
    socket(app, addressOf) {
      http = app;
      collectorSocket(app, lines, addressOf);
    },
    endLines: lines.close,
    close() {
      lines.close();
      backFill.close();
      lateEdges.close();
    },
  };
}
