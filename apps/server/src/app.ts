// The composition root: every part, built in the order of its dependencies, in one straight line.
import { endpoints } from '@belfry/schema/http/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createChecks } from './admin/diagnostics/checks.ts';
import { diagnosticsRoutes } from './admin/diagnostics/routes.ts';
import { monitoringRoutes } from './admin/monitoring/routes.ts';
import { metadataPart, systemPart } from './admin/transfer/household-parts.ts';
import { nodesPart } from './admin/transfer/nodes-part.ts';
import { oidcPart } from './admin/transfer/oidc-part.ts';
import { transferRoutes } from './admin/transfer/routes.ts';
import { createTransfer } from './admin/transfer/transfer.ts';
import { deploymentOf, isDevelopment, version } from './config/build.ts';
import type { Config } from './config/env.ts';
import { transaction } from './db/open.ts';
import type { Store } from './db/store.ts';
import { createEntrance } from './entrance.ts';
import { createHousehold } from './household.ts';
import { installCors } from './http/cors.ts';
import { installDemo } from './http/demo.ts';
import { createMount } from './http/mount.ts';
import { openApi } from './http/openapi.ts';
import { createServer } from './http/server.ts';
import { serveWeb } from './http/static.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { createPipeline } from './pipeline.ts';
import { createHub } from './push/hub.ts';
import { pushRoutes } from './push/routes.ts';
import type { AgentFiles } from './sources/docker-agent/artefacts.ts';
import { createDockerSource } from './sources/docker-agent/source.ts';
import { createState } from './state/state.ts';
import { createWatching } from './watching.ts';

export interface App {
  http: FastifyInstance;
  /** Starts to serve, then to poll. Rejects when the address cannot be had. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AppDeps {
  config: Config;
  store: Store;
  clock: Clock;
  log: Logger;
  /** The folder of the web build. */
  webDir: string;
  /** What Docker agents are installed from. */
  agentFiles: AgentFiles;
}

export async function createApp({ config, store, clock, log, webDir, agentFiles }: AppDeps): Promise<App> {
  const startedAt = clock.now();
  const state = createState({ startedAt, version });
  const hub = createHub({ initial: state.current(), clock, version });
  const pipeline = createPipeline({ state, push: hub, clock });

  const { access } = config;
  const deployment = deploymentOf(config);
  const household = createHousehold({
    store,
    env: config.system,
    updateFeed: config.updateFeed,
    version,
    deployment,
    state: state.current,
    announce: hub.announce,
    changed: (request, names) => entrance.audited(request, 'settings_changed', names.join(', ')),
    clock,
  });
  const entrance = createEntrance({
    config: { disabled: config.authDisabled, trustedProxies: access.trustedProxies, proxy: access.proxy },
    store,
    endpoints,
    dataDir: config.dataDir,
    oidcEnv: access.oidcEnv,
    publicUrl: access.publicUrl,
    clock,
    log,
  });

  const http = createServer(log, household.framing);
  installCors(http, household.origins);
  if (config.demo) installDemo(http, !config.authDisabled);
  entrance.guard.install(http);
  const { gate, mayStay, callerOf } = entrance.guard;
  const hostOf = (request: FastifyRequest) => callerOf(request).host;
  await pushRoutes(http, { hub, gate, mayStay, hostOf, allowedOrigins: household.origins });
  store.revocations.listen(hub.review);
  const mount = createMount(http, gate);
  entrance.routes(mount);
  household.routes(mount);
  const watching = createWatching({
    store: store.instances,
    memories: store.settings,
    fixed: config.nodes,
    state: state.current,
    observe: pipeline.observe,
    forget: pipeline.forget,
    announce: hub.announce,
    audited: entrance.audited,
    isAdmin: async (request) => {
      const { who } = entrance.guard.callerOf(request);
      return who?.role === 'admin' && (request.method === 'GET' || entrance.guard.ownPage(request));
    },
    baseUrl: (request) => {
      const { https, host } = entrance.guard.callerOf(request);
      return access.publicUrl || `${https ? 'https' : 'http'}://${host}`;
    },
    settings: household.settings.current,
    clock,
    log,
  });
  household.settings.onUpdate(watching.follow);
  watching.routes(mount);
  const transfer = createTransfer({
    parts: [
      nodesPart(watching.nodes),
      oidcPart(entrance.oidc),
      systemPart(household.settings),
      metadataPart(household.metadata),
    ],
    atomically: (work) => transaction(store.db, work),
    clock,
  });
  transferRoutes(mount, { transfer, audited: entrance.audited });
  diagnosticsRoutes(mount, {
    checks: createChecks({
      hosts: () => watching.nodes.instances().map(({ config: host }) => host),
      check: watching.check,
      clock,
    }),
    ...{ state: state.current, webSocketClients: hub.clients, clock, startedAt, version },
    deploymentType: deployment,
  });
  const docker = createDockerSource({
    db: store.db,
    agentVersion: version,
    agentFiles,
    observe: pipeline.observe,
    forget: pipeline.forget,
    removed: (request, host) => entrance.audited(request, 'docker_host_removed', host),
    clock,
    log,
  });
  docker.routes(mount);
  monitoringRoutes(mount, {
    clock,
    startedAt,
    version() {
      const { available, latestVersion } = household.update();
      return {
        version,
        build: isDevelopment ? 'development' : 'release',
        runtime: `node ${process.versions.node}`,
        channel: version.includes('-rc') ? 'rc' : 'stable',
        isDocker: config.isDocker,
        isDevelopment,
        deploymentType: deployment,
        updateAvailable: available,
        latestVersion,
      };
    },
    state: state.current,
    stats: () => ({ ...state.stats(clock.now()), webSocketClients: hub.clients() }),
    performance: () => ({
      ...state.performance(clock.now()),
      droppedItems: state.current().instances.reduce((sum, instance) => sum + instance.dropped, 0),
      ignoredMessages: hub.ignoredMessages(),
      instances: state.calls(),
    }),
    openApi: () => openApi(endpoints, version),
  });
  await serveWeb(http, webDir, endpoints);

  let stopTicking = () => {};
  let stopSaving = () => {};

  return {
    http,
    async start() {
      stopSaving = docker.start();
      await http.listen({ host: config.host, port: config.port });
      entrance.start();
      household.start();
      stopTicking = pipeline.start();
      await watching.start();
    },
    async stop() {
      stopTicking();
      entrance.stop();
      await Promise.all([http.close(), watching.stop(), household.stop()]);
      stopSaving();
      store.close();
    },
  };
}
