// Puts together the sources that receive reports: Docker agents, nodes that report their temperatures, and hosts that push.
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import { agentVersion } from '../config/build.ts';
import { memoryAt } from '../db/settings-store.ts';
import type { Store } from '../db/store.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { AgentFiles } from '../sources/docker-agent/artefacts.ts';
import { createDockerSource } from '../sources/docker-agent/source.ts';
import { createPushes, type PushesDeps } from '../sources/proxmox-push/pushes.ts';
import { proxmoxPushRoutes } from '../sources/proxmox-push/routes.ts';
import type { Reporter } from '../sources/reporter.ts';
import { sensorRoutes } from '../sources/sensors/routes.ts';
import { createSensors } from '../sources/sensors/source.ts';
import type { Observe } from '../sources/source.ts';

/** The files that install Docker agents, and the script that makes a node report its temperatures. */
export type ReportFiles = AgentFiles & { sensorInstaller: string };

export interface ReportsDeps {
  store: Pick<Store, 'dockerHosts' | 'settings' | 'apiTokens'>;
  files: ReportFiles;
  state(): State;
  observe: Observe;
  /** Afterwards the state has what was observed. */
  catchUp(): void;
  /** Removes all data of a host. */
  forget(hostId: string): void;
  siteName(id: string): string | undefined;
  hurry: PushesDeps['hurry'];
  audited: Audited;
  /** The owner of the token that sends a report. */
  reporterOf(request: FastifyRequest): Reporter;
  clock: Clock;
  log: Logger;
}

/** Where the settings keep which token reports which node. */
const SENSORS = 'sources/sensors';
/** Where the settings keep which token pushes for which instance. */
const PUSHES = 'sources/proxmox-push';

export function createReports(deps: ReportsDeps) {
  const { store, files, state, forget, siteName, hurry, audited, reporterOf, clock, log } = deps;
  /** A report is in the state before its sender is told that it has arrived. */
  const observe: Observe = (report) => {
    deps.observe(report);
    deps.catchUp();
  };
  const isTokenValid = (id: string) => store.apiTokens.get(id) !== undefined;
  const docker = createDockerSource({
    store: store.dockerHosts,
    agentVersion,
    agentFiles: files,
    observe,
    forget,
    removed: (request, host) => audited(request, 'docker_host_removed', host),
    reporterOf,
    isTokenValid,
    siteName,
    clock,
    log,
  });
  const sensors = createSensors({
    state,
    observe,
    isTokenValid,
    memory: memoryAt(store.settings, SENSORS),
    clock,
    log,
  });
  const pushes = createPushes({
    ...{ hurry, isTokenValid, memory: memoryAt(store.settings, PUSHES), clock, log },
    siteOf: (instance) => state().instances.find(({ id }) => id === instance)?.site,
  });
  return {
    routes(mount: Mount) {
      docker.routes(mount);
      sensorRoutes(mount, { sensors, installer: files.sensorInstaller, reporterOf });
      proxmoxPushRoutes(mount, pushes, reporterOf);
    },
    docker: { ofSite: docker.ofSite, removeSite: docker.removeSite },
    /** Resolves to the function that stops it. */
    start: docker.start,
    /** Hosts that report too many new containers. The same object while nothing changes. */
    problems: docker.problems,
  };
}
