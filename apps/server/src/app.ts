// The composition root: creates every part in the order of the dependencies.
import { endpoints } from '@belfry/schema/http/endpoints';
import type { ServerAddresses } from '@belfry/schema/http/onboarding';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAccess } from './access.ts';
import { createBackups } from './admin/backup/backups.ts';
import { backupRoutes } from './admin/backup/routes.ts';
import { storesOf } from './admin/backup/stores.ts';
import { writerOf } from './admin/backup/writer.ts';
import { diagnosticsRoutes } from './admin/diagnostics/routes.ts';
import { metadataPart } from './admin/metadata/metadata-part.ts';
import { listRoutes } from './admin/monitoring/lists.ts';
import { monitoringRoutes } from './admin/monitoring/routes.ts';
import { nodesPart } from './admin/nodes/nodes-part.ts';
import { recoveryRoutes } from './admin/security/recovery.ts';
import { systemPart } from './admin/system/system-part.ts';
import { oidcPart } from './admin/transfer/oidc-part.ts';
import type { Installation } from './admin/updates/staging.ts';
import { createAdministration } from './administration.ts';
import { createAlerts } from './alerts.ts';
import { about, deploymentOf, version } from './config/build.ts';
import type { Config } from './config/env.ts';
import { createConfiguration } from './configuration.ts';
import { createAlertWrites } from './db/alert-writes.ts';
import { openAlertsFile } from './db/alerts-file.ts';
import type { Occurrence } from './db/alerts-store.ts';
import { openExportQueue } from './db/export-queue-file.ts';
import { memoryAt } from './db/settings-store.ts';
import type { Store } from './db/store.ts';
import type { ActiveAlerts } from './demo-night.ts';
import type { HistoryStore } from './history/history-store.ts';
import { noHistory } from './history/no-history.ts';
import { createHistory } from './history.ts';
import { compressAnswers } from './http/compress.ts';
import { installCors } from './http/cors.ts';
import { installDemo } from './http/demo.ts';
import { createMount } from './http/mount.ts';
import { openApi } from './http/openapi.ts';
import { createServer } from './http/server.ts';
import { encodeSlashes } from './http/slashes.ts';
import { serveWeb } from './http/static.ts';
import type { Tls } from './http/tls/tls.ts';
import { type Clock, momentOf } from './lib/clock.ts';
import type { Defects } from './lib/defects.ts';
import { joined } from './lib/joined.ts';
import type { Logger } from './lib/logger.ts';
import { reachableFirst } from './lib/own-addresses.ts';
import type { Answer } from './lib/refusal.ts';
import { createStopBudget } from './lib/stop-budget.ts';
import { createListening } from './listening.ts';
import { createMonitoring } from './monitoring.ts';
import { createNotifications } from './notifications.ts';
import { createPipeline } from './pipeline.ts';
import { createProtection } from './protection.ts';
import { createHub } from './push/hub.ts';
import { createPlainText } from './push/plain-text.ts';
import { pushRoutes } from './push/routes.ts';
import { createReports, type ReportFiles } from './reports.ts';
import { numbered } from './sources/numbering.ts';
import { createState } from './state/state.ts';

export interface App {
  http: FastifyInstance;
  serverAddresses(): ServerAddresses;
  /** The one-time token of the first setup. Undefined when Belfry is set up. */
  setupToken(): string | undefined;
  /** Applies a configuration file before the start, if it has changed. If it is refused, nothing is changed. */
  configure(document: unknown): Promise<Answer<void>>;
  /** For the operator of a demo. */
  alerts: ActiveAlerts;
  /** Starts to serve, then to poll. Rejects if it cannot listen at the address; then everything is stopped again. */
  start(): Promise<void>;
  /** Stops the parts in reverse order, the store last. */
  stop(): Promise<void>;
}

export interface AppDeps {
  config: Config;
  store: Store;
  clock: Clock;
  log: Logger;
  /** Unexpected errors; the clock reports them there. */
  defects: Defects;
  /** Without it Belfry serves plain HTTP. */
  tls?: Tls | undefined;
  /** The folder of the web build. */
  webDir: string;
  agentFiles: ReportFiles;
  /** In a demo: the only token that may send reports. */
  demoToken?: string | undefined;
  /** In a demo: what an empty history of alerts begins with. */
  demoNight?: readonly Occurrence[] | undefined;
  /** The ports at which discovery looks for hosts; by default the standard ports of the products. */
  discoveryPorts?: readonly number[];
  /** Where the values of the past are stored. */
  history?: HistoryStore;
  /** Where Belfry was installed so that it can replace itself. */
  installation?: Installation | undefined;
  /** This is an unpacked archive of a release. */
  isArchive?: boolean;
}

export async function createApp({
  config,
  store,
  clock,
  log,
  defects,
  tls,
  webDir,
  agentFiles,
  demoToken,
  demoNight = [],
  discoveryPorts,
  history: historyStore = noHistory,
  installation,
  isArchive = false,
}: AppDeps): Promise<App> {
  const started = momentOf(clock);
  const deployment = deploymentOf(config);
  const state = createState({ started, version });
  const listening = createListening({ config, tls, http: () => http });
  const plainText = createPlainText({ clock, log });
  const hub = createHub({ initial: state.current(), plainText, clock, onDefect: defects.note, version });
  const { encryptionKey, trustedProxies, proxy, oidcEnv, publicUrl } = config.access;
  const access = createAccess({
    config: { disabled: config.authDisabled, trustedProxies, proxy },
    store,
    endpoints,
    dataDir: config.dataDir,
    oidcEnv,
    publicUrl,
    allowedOrigins: () => administration.origins(),
    clock,
    log,
  });
  const { guard, audited } = access;
  const file = openAlertsFile({ dataDir: config.dataDir, setAside: store.setAside, clock, log });
  const writes = createAlertWrites({ file, disk: store.disk, onDefect: defects.note });
  const alerts = await createAlerts({
    store,
    history: file.alerts,
    writes,
    firstHistory: demoNight,
    state: state.current,
    perform: (act) => pipeline.act(act),
    notifications: {
      heldBack: (occurrence) => notifications.heldBack(occurrence),
      next: (occurrence) => notifications.next(occurrence),
      deliveries: (occurrence, request) => notifications.deliveries(occurrence, request),
    },
    changed: () => pipeline.reconsider(),
    announce: hub.announce,
    audited,
    nameOf: access.nameOf,
    onDefect: defects.note,
    clock,
    log,
  });
  const notifications = await createNotifications({
    store,
    file: file.outbox,
    writes,
    alerts,
    state: state.current,
    networks: config.notifyNetworks,
    pushNetworks: config.pushNetworks,
    publicUrl,
    callerOf: guard.callerOf,
    audited,
    isAdmin: access.isAdmin,
    onDefect: defects.note,
    clock,
    log,
  });
  const { backup, dataDir } = config;
  const make = writerOf({ config: backup, dataDir, encryptionKey, version, clock });
  const stores = storesOf(backup, clock);
  const backups = createBackups({ config: backup, stores, version, dataDir, make, clock, log });
  const protection = createProtection({
    store,
    state: state.current,
    changed: () => pipeline.reconsider(),
    audited,
    nameOf: access.nameOf,
    clock,
  });
  const pipeline = createPipeline({
    state,
    protection,
    serverProblems: joined(
      store.disk.problems,
      store.setAside.problems,
      file.problems,
      alerts.problems,
      notifications.problems,
      () => history.problems(),
      () => reports.problems(),
      defects.problems,
      backups.problems,
      ...(tls ? [tls.problems] : []),
    ),
    alerting: alerts,
    mark: alerts.mark,
    record: alerts.record,
    notify: notifications,
    sample: (state, now) => history.sample(state, now),
    push: hub,
    clock,
  });
  const observe = numbered(pipeline.observe);
  const administration = createAdministration({
    store,
    env: config.system,
    updateFeed: config.updateFeed,
    installation,
    isArchive,
    dataDir: config.dataDir,
    deployment,
    demo: config.demo !== undefined,
    port: listening.port,
    state: state.current,
    announce: hub.announce,
    audited,
    ownerOf: access.ownerOf,
    callerOf: guard.callerOf,
    clock,
  });
  const history = createHistory({
    store: historyStore,
    main: store,
    queue: openExportQueue({ dataDir: config.dataDir, clock, log }),
    outgoing: notifications.outgoing,
    audited,
    onDefect: defects.note,
    settings: administration.settings.current,
    state: state.current,
    calls: state.calls,
    browsers: hub.clients,
    memoryOf: (instance) => memoryAt(store.settings, `history/${instance}`),
    clock,
    log,
  });
  const monitoring = createMonitoring({
    store,
    fixed: config.nodes,
    state: state.current,
    observe,
    rename: pipeline.rename,
    forget: pipeline.forget,
    importPast: history.importPast,
    removed: history.forget,
    announce: hub.announce,
    audited,
    noteRefused: guard.noteRefused,
    isAdmin: access.isAdmin,
    isAdminToken: access.isAdminToken,
    addresses: (request) => [
      ...reachableFirst([...access.addresses(request), ...listening.addresses().addresses]),
      ...administration.origins(),
    ],
    serverAddresses: listening.addresses,
    discoveryPorts,
    settings: administration.settings.current,
    clock,
    log,
  });
  const followLevel = () => {
    log.level = administration.settings.current().logLevel;
  };
  followLevel();
  administration.settings.onUpdate(followLevel);
  administration.settings.onUpdate(monitoring.follow);
  administration.settings.onUpdate(history.follow);
  const reports = createReports({
    store,
    files: agentFiles,
    state: state.current,
    observe,
    forget: pipeline.forget,
    hurry: monitoring.hurry,
    audited,
    reporterOf: access.reporterOf,
    clock,
    log,
  });
  const configuration = createConfiguration({
    store,
    access,
    nodes: monitoring.nodes,
    settings: administration.settings,
    parts: [
      nodesPart(monitoring.nodes),
      oidcPart(access.oidc),
      systemPart(administration.settings),
      metadataPart(administration.metadata),
      ...alerts.parts,
      ...notifications.parts,
      ...history.parts,
      ...protection.parts,
    ],
    hasOtherAdmins: () =>
      config.authDisabled || proxy !== undefined || (access.oidc.overrides.length > 0 && access.oidc.current().enabled),
    clock,
    log,
  });

  const isHttps = (request: FastifyRequest) => guard.lineOf(request).https;
  const rewrite = encodeSlashes(endpoints);
  const http = createServer(log, { framing: administration.framing, isHttps, tls: tls?.options(), rewrite });
  history.measure(http.server);
  await compressAnswers(http);
  http.addHook('onError', async (_request, _reply, error) => void store.disk.note(error));
  installCors(http, administration.origins, guard.isAmbient);
  if (config.demo) installDemo(http, { signIn: !config.authDisabled, reportToken: demoToken });
  guard.install(http);
  await pushRoutes(http, {
    hub,
    gate: guard.gate,
    mayStay: guard.mayStay,
    reachedBy: guard.lineOf,
    isForeign: guard.isForeign,
    isAmbient: guard.isAmbient,
    addressOf: (request) => guard.callerOf(request).ip,
    allowedOrigins: administration.origins,
  });
  store.revocations.listen(hub.review);

  const mount = createMount(http, guard.gate);
  for (const part of [access, administration, alerts, notifications, monitoring, reports, history, protection])
    part.routes(mount);
  recoveryRoutes(mount);
  configuration.routes(mount);
  backupRoutes(mount, { backups, audited });
  diagnosticsRoutes(mount, {
    audited,
    checks: monitoring.checks,
    state: state.current,
    defects,
    history: history.status,
    webSocketClients: hub.clients,
    version,
    deploymentType: deployment,
    started,
    clock,
  });
  monitoringRoutes(mount, {
    state,
    plainText,
    push: hub,
    about: about(config),
    update: administration.update,
    openApi: () => openApi(endpoints, version),
    started,
    clock,
  });
  listRoutes(mount, { state: state.current, clock });
  await serveWeb(http, webDir, endpoints);

  const teardown = new AsyncDisposableStack();
  const budget = createStopBudget({ clock, log });
  teardown.defer(budget.part('database', store.close));
  teardown.defer(budget.part('alerts and messages', file.close));
  teardown.defer(budget.part('alerts', alerts.stop));
  teardown.defer(budget.part('notifications', notifications.stop));
  teardown.defer(budget.part('history', history.stop));
  teardown.defer(budget.part('sockets', hub.close));
  teardown.defer(budget.part('backups', backups.stop));
  const stop = () => teardown.disposeAsync();

  async function start(): Promise<void> {
    alerts.start();
    backups.start();
    notifications.start();
    teardown.defer(budget.part('reports', await reports.start()));
    // What was active before a restart is shown from the first answer on.
    pipeline.reconsider();
    const listener = await listening.start();
    teardown.defer(budget.part('listening', () => listener[Symbol.asyncDispose]()));
    teardown.defer(budget.part('access', access.stop));
    await access.start();
    teardown.defer(budget.part('administration', administration.stop));
    await administration.start();
    teardown.defer(pipeline.start());
    teardown.defer(budget.part('monitoring', monitoring.stop));
    await monitoring.start();
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
    start: () =>
      start().catch(async (error) => {
        await stop();
        throw error;
      }),
    stop,
  };
}
