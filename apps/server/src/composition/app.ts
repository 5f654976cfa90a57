// The composition root: creates every part in the order of the dependencies.
import { intervalOf } from '@belfry/schema/config/kinds';
import { endpoints } from '@belfry/schema/http/endpoints';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { FastifyRequest } from 'fastify';
import { backupRoutes } from '../admin/backup/routes.ts';
import { oidcPart } from '../admin/configuration/oidc-part.ts';
import { nodesPart } from '../admin/nodes/nodes-part.ts';
import { recoveryRoutes } from '../admin/security/recovery.ts';
import { createOrigins } from '../admin/system/origins.ts';
import { createSettings } from '../admin/system/settings.ts';
import { createRules } from '../alerting/rules/registry.ts';
import { about, channel, deploymentOf, version } from '../config/build.ts';
import { memoryAt } from '../db/settings-store.ts';
import { noHistory } from '../history/no-history.ts';
import { createMount } from '../http/mount.ts';
import { serveWeb } from '../http/static.ts';
import { momentOf } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { forAll } from '../lib/for-all.ts';
import { reachableFirst } from '../lib/own-addresses.ts';
import { createParts, tolerating } from '../lib/parts.ts';
import { createPasses } from '../lib/passes.ts';
import { createProblems } from '../lib/problems.ts';
import { createSignal } from '../lib/signal.ts';
import { stages } from '../notify/plan/stages.ts';
import { createPipeline, type PipelineDeps } from '../pipeline.ts';
import { createHub } from '../push/hub.ts';
import { createPlainText } from '../push/plain-text.ts';
import { numbered } from '../sources/numbering.ts';
import { createState } from '../state/state.ts';
import { createAccess } from './access.ts';
import { createAdministration } from './administration.ts';
import { createAlerts } from './alerts.ts';
import { openAlertsAndMessages } from './alerts-and-messages.ts';
import type { App, AppDeps } from './app-types.ts';
import { createConfiguration } from './configuration.ts';
import { createDrills } from './drills.ts';
import { createEvidence } from './evidence.ts';
import { followSettings } from './followers.ts';
import { createHistory } from './history.ts';
import { openHttp } from './http.ts';
import { createJournalPart } from './journal.ts';
import { createLifetime } from './lifetime.ts';
import { createListening } from './listening.ts';
import { createMonitoring } from './monitoring.ts';
import { createNotifications } from './notifications.ts';
import { createOwnBackups } from './own-backups.ts';
import { problemsOf } from './problems-of.ts';
import { createProtection } from './protection.ts';
import { createReports } from './reports.ts';
import { createSitesPart } from './sites.ts';
import { statusRoutes } from './status.ts';

export async function createApp({
  config,
  store: opened,
  pair,
  clock,
  log,
  defects,
  tls,
  webDir,
  agentFiles,
  demoToken,
  demoNight = [],
  discoveryPorts,
  parts: given,
  entrance = (_place, hooks) => hooks,
  history: historyStore = noHistory,
  installation,
  isArchive = false,
  countedGuests = () => {},
}: AppDeps): Promise<App> {
  const started = momentOf(clock);
  const store = entrance('store', opened);
  const note: OnDefect = (error, where) => void (store.disk.note(error) || defects.note(error, where));
  const parts = given ?? createParts({ onDefect: note, clock });
  const passes = createPasses(clock);
  const deployment = deploymentOf(config);
  const state = createState({ started, version, memory: memoryAt(store.settings, 'state/last-known') });
  const listening = createListening({ config, tls });
  const plainText = createPlainText({ clock, log });
  const hub = createHub({ initial: state.current(), plainText, clock, onDefect: defects.note, version });
  const announce = parts.listener('announcements', (message: Announcement) => hub.announce(message));
  const problems = createProblems(parts.guarded);
  /** Something that the alerts depend on has changed. */
  const reconsider = createSignal();
  const settings = createSettings({ store, env: config.system, channel });
  const origins = createOrigins(settings);
  const { trustedProxies, proxy, oidcEnv, publicUrl, prefix } = config.access;
  const access = createAccess({
    config: { disabled: config.authDisabled, trustedProxies, proxy },
    store,
    endpoints,
    dataDir: config.dataDir,
    oidcEnv,
    publicUrl,
    prefix,
    allowedOrigins: origins.allowed,
    zoneOfQuietHours: (zone) => alerts.firstZone(zone),
    clock,
    log,
  });
  const { guard, audited } = access;
  const { file, writes } = await openAlertsAndMessages({
    ...{ dataDir: config.dataDir, store, entrance, onDefect: defects.note, clock, log },
  });
  const alerts = await createAlerts({
    store,
    history: file.alerts,
    writes,
    firstHistory: demoNight,
    state: state.current,
    changed: reconsider.notify,
    announce,
    parts,
    rules: createRules().map((rule) => entrance(`rules of ${rule.list}`, rule)),
    machineZone: config.machineZone,
    audited,
    nameOf: access.nameOf,
    onDefect: defects.note,
    clock,
    log,
  });
  const journal = createJournalPart(
    { dataDir: config.dataDir, backend: store.server?.journal, setAside: store.setAside, clock, log },
    {
      ...{ store, state: state.current, changed: reconsider.notify, audited, nameOf: access.nameOf },
      guardedTask: tolerating(parts.guardedTask, store.disk.note),
    },
  );
  const notifications = await createNotifications({
    store,
    file: file.outbox,
    writes,
    alerts,
    state: state.current,
    networks: config.notifyNetworks,
    pushNetworks: config.pushNetworks,
    isOn: access.isOn,
    publicUrl,
    changeBefore: journal.changeBefore,
    feed: journal.feed,
    // the history is put together below
    forecastFor: (alert) => history.forecastFor(alert),
    callerOf: guard.callerOf,
    audited,
    isAdmin: access.isAdmin,
    onDefect: defects.note,
    parts,
    passes,
    stages: entrance('stages', stages),
    clock,
    log,
  });
  const backups = createOwnBackups({ config, clock, log });
  const protection = createProtection({
    store,
    zone: config.machineZone || 'UTC',
    state: state.current,
    changed: reconsider.notify,
    audited,
    nameOf: access.nameOf,
    clock,
  });
  const history = createHistory({
    store: historyStore,
    main: store,
    dataDir: config.dataDir,
    outgoing: notifications.outgoing,
    audited,
    onDefect: defects.note,
    parts,
    passes,
    settings: settings.current,
    ...{ state: state.current, calls: state.calls, browsers: hub.clients },
    isHeard: (instance) => sites.isHeard(instance),
    countedGuests,
    memoryOf: (instance) => memoryAt(store.settings, `history/${instance}`),
    clock,
    log,
  });
  const sites = createSitesPart({
    store,
    pin: () => (tls?.isSelfSigned ? tls.fingerprint() : undefined),
    instances: () => state.current().instances.map(({ id }) => id),
    changed: reconsider.notify,
    history: history.late,
    alerts: { ...alerts.late, state: state.current, guardedTask: parts.guardedTask },
    everyMs: (type) => settings.current()[intervalOf(type)] * 1000,
    callMs: () => settings.current().connectionTimeout * 1000,
    ...{ clock, log },
  });
  const stagesOfPipeline: Omit<PipelineDeps, 'state' | 'parts' | 'passes' | 'clock'> = {
    protection,
    ...{ journal: journal.journal, baselines: journal.baselines },
    serverProblems: problems.all,
    sites: sites.shown,
    alerting: alerts,
    mark: alerts.mark,
    record: alerts.record,
    notify: notifications,
    sample: history.sample,
    push: hub,
  };
  const pipeline = createPipeline({ ...entrance('pipeline', stagesOfPipeline), state, parts, passes, clock });
  reconsider.listen(pipeline.reconsider);
  sites.observed.listen(pipeline.observe);
  const observe = numbered(pipeline.observe, sites.epochs.of);
  const administration = createAdministration({
    store,
    settings,
    config,
    installation,
    isArchive,
    deployment,
    port: listening.port,
    state: state.current,
    announce,
    audited,
    ownerOf: access.ownerOf,
    callerOf: guard.callerOf,
    clock,
  });
  const addresses = (request: FastifyRequest): [string, ...string[]] => [
    ...reachableFirst([...access.addresses(request), ...listening.addresses().addresses]),
    ...origins.allowed(),
  ];
  const monitoring = createMonitoring({
    store,
    fixed: config.nodes,
    state: state.current,
    observe,
    sites,
    parts,
    rename: pipeline.rename,
    forget: pipeline.forget,
    renewed: alerts.renewed,
    importPast: history.importPast,
    removed: (instance) => forAll([history, journal], (part) => part.forget(instance)),
    announce,
    audited,
    noteRefused: guard.noteRefused,
    isAdmin: access.isAdmin,
    isAdminToken: access.isAdminToken,
    addresses,
    serverAddresses: listening.addresses,
    discoveryPorts,
    settings: settings.current,
    clock,
    log,
  });
  const drills = createDrills({
    ...{ store, state: state.current, history: history.past.store, parts, clock },
    ...{ instanceOf: monitoring.instanceOf, connect: monitoring.connect, audited, nameOf: access.nameOf },
  });
  followSettings(
    { settings, parts, entrance, log },
    { 'the pollers': monitoring.follow, 'the history': history.follow },
  );
  const reports = createReports({
    store,
    files: agentFiles,
    state: state.current,
    observe,
    catchUp: pipeline.catchUp,
    forget: pipeline.forget,
    siteName: (id) => store.sites.get(id)?.name,
    hurry: monitoring.hurry,
    audited,
    reporterOf: access.reporterOf,
    clock,
    log,
  });
  const evidence = createEvidence({
    ...{ config, store, state: state.current, history, alerts, file, journal, protection, clock },
    ...{ access, notifications, onDefect: note, parts },
  });
  const own = problemsOf(
    { store, file, pair, tls },
    { alerts, notifications, history, journal, defects, backups, reports, evidence },
  );
  problems.add(entrance('problems', own));
  const configuration = createConfiguration({
    store,
    access,
    nodes: monitoring.nodes,
    ...{ settings, sites: sites.names },
    parts: {
      nodes: nodesPart(monitoring.nodes, sites.names),
      oidc: oidcPart(access.oidc),
      system: settings.part,
      guestMetadata: { read: administration.metadata.all, prepare: administration.metadata.prepare },
      ...alerts.parts,
      ...notifications.parts,
      ...history.parts,
      ...protection.parts,
    },
    isOpenToOthers: config.authDisabled || proxy !== undefined,
    clock,
    log,
  });

  const http = await openHttp({
    config,
    endpoints,
    guard,
    origins,
    hub,
    tls,
    demoToken,
    measure: history.measure,
    seen: notifications.seen,
    failed: store.disk.note,
    clock,
    log,
  });
  sites.socket(http, (request) => guard.lineOf(request).ip);
  store.revocations.listen(parts.listener('the review of connections', hub.review));

  const mount = createMount(http, guard.gate);
  for (const part of [access, administration, notifications, monitoring, reports, history, journal, protection])
    part.routes(mount);
  for (const part of [evidence, configuration, drills]) part.routes(mount);
  sites.routes(mount, { docker: reports.docker, addresses, audited, noteRefused: guard.noteRefused });
  alerts.routes(mount, { act: pipeline.act, notifications, past: history.past });
  recoveryRoutes(mount);
  backupRoutes(mount, { backups, audited });
  statusRoutes(mount, {
    ...{ audited, defects, state, plainText, started, clock },
    ...{ checks: monitoring.checks, history: history.status, push: hub, about: about(config) },
    update: administration.update,
    isReady: pair?.isReady ?? (() => true),
    servers: () => pair?.shown() ?? null,
    deploymentType: deployment,
  });
  await serveWeb(http, webDir, endpoints);
  const lifetime = createLifetime({
    stops: {
      database: store.close,
      'alerts and messages': file.close,
      alerts: alerts.stop,
      notifications: notifications.stop,
      journal: journal.stop,
      history: history.stop,
      sockets: hub.close,
      sites: sites.close,
      backups: backups.stop,
      'restore tests': drills.stop,
    },
    guardedTask: parts.guardedTask,
    clock,
    log,
  });
  const { onStop } = lifetime;
  /** Only listening must succeed. The others go on without a part that does not start. */
  const before = entrance('start', {
    'the memory of alert rules': alerts.start,
    'the backups of Belfry': backups.start,
    'the sending of notifications': notifications.start,
    'the reports of Docker agents': async () => onStop('reports', await reports.start()),
    'the names of silenced containers': alerts.nameContainers,
    // What was active before a restart is shown from the first answer on.
    'the first look at the alerts': pipeline.reconsider,
  });
  const after = entrance('start', {
    'the end of old sessions': access.start,
    'the search for updates': administration.start,
    'the clock of the pipeline': () => onStop('pipeline', pipeline.start()),
    'the reports that are kept': () => onStop('evidence reports', evidence.start()),
    'the pollers': monitoring.start,
    'the watch over restore tests': drills.start,
    'the changes of Belfry itself': () => onStop('own changes', journal.follow(store, configuration.shown)),
  });

  async function start(): Promise<void> {
    await lifetime.try(before);
    const listener = await listening.start(http);
    onStop('listening', () => listener[Symbol.asyncDispose]());
    onStop('access', access.stop);
    onStop('administration', administration.stop);
    onStop('monitoring', monitoring.stop);
    await lifetime.try(after);
    onStop('lines to collectors', sites.endLines);
  }

  return {
    http,
    serverAddresses: listening.addresses,
    setupToken: access.setupToken,
    configure: configuration.applyAtStart,
    alerts: {
      active: () => state.current().activeAlerts,
      acknowledge: (ids, by) => void pipeline.act({ by, acknowledge: ids }),
    },
    start: () => lifetime.start(start),
    stop: lifetime.stop,
  };
}
