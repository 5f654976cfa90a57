// All parts of the Docker agents: their reports, the known hosts, and the files for the installation.

import type { FastifyRequest } from 'fastify';
import type { DockerHostsStore } from '../../db/docker-hosts-store.ts';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Reporter, TokenCheck } from '../reporter.ts';
import type { Observe } from '../source.ts';
import { type AgentFiles, createArtefacts } from './artefacts.ts';
import { createDockerHosts, type DockerHosts } from './hosts.ts';
import { createPersistence } from './persistence.ts';
import { dockerRoutes } from './routes.ts';

export interface DockerSourceDeps {
  store: DockerHostsStore;
  /** The version of the agent that this server offers for download. It is the version of the server. */
  agentVersion: string;
  agentFiles: AgentFiles;
  observe: Observe;
  forget(instanceId: string): void;
  /** For the audit log: the sender of this request removed this host. */
  removed(request: FastifyRequest, host: string): Promise<void>;
  reporterOf(request: FastifyRequest): Reporter;
  isTokenValid: TokenCheck;
  siteName(id: string): string | undefined;
  clock: Clock;
  log: Logger;
}

export interface DockerSource extends Pick<DockerHosts, 'problems' | 'ofSite' | 'removeSite'> {
  routes(mount: Mount): void;
  /**
   * Restores the hosts of the last run. Resolves to a function that stops it. Call that function before the database
   * closes.
   */
  start(): Promise<() => Promise<void>>;
}

export function createDockerSource(deps: DockerSourceDeps): DockerSource {
  const { store, agentFiles, clock, log } = deps;
  const persistence = createPersistence({ store, clock, log });
  const hosts = createDockerHosts({ ...deps, persistence });
  const artefacts = createArtefacts(agentFiles);
  return {
    routes: (mount) => dockerRoutes(mount, { ...deps, hosts, artefacts, builder: agentFiles.builder }),
    start: hosts.start,
    problems: hosts.problems,
    ofSite: hosts.ofSite,
    removeSite: hosts.removeSite,
  };
}
