// The Docker hosts that report here: a source that is pushed to.
import { instanceId } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import type { AgentReport } from '@belfry/schema/agent/report';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import type { InstanceIdentity, Observation } from '../source.ts';
import { createIdentities, type Identity, identityKey } from './identity.ts';
import { normalize } from './normalize.ts';
import type { Persistence } from './persistence.ts';
import { silenceMs } from './silence.ts';

export interface DockerHosts {
  /** `askedAt` epoch ms, when the request began. A report that was on its way while its host was removed is ignored. */
  receive(report: AgentReport, askedAt: number): Answer<{ hostId: string; lastSeen: number }>;
  remove(id: string): Answer<DockerHost>;
  /** Brings back the hosts of the last run, old as they are, and begins to save. */
  start(): Cancel;
}

export interface DockerHostsDeps {
  clock: Clock;
  persistence: Persistence;
  /** The version of the agent this server hands out. */
  agentVersion: string;
  observe(observation: Observation): void;
  forget(instanceId: string): void;
  /** Default: ten times what a server is made for. Beyond it somebody with a token invents hosts. */
  mostHosts?: number;
}

/** A request is over long before that. */
const REQUEST_MS = 60_000;

export function createDockerHosts(deps: DockerHostsDeps): DockerHosts {
  const { clock, persistence, agentVersion, observe, forget, mostHosts = 5000 } = deps;
  const hosts = new Map<string, DockerHost>();
  const identities = createIdentities();
  /** When hosts were removed (epoch ms), by how they called themselves. */
  const removed = new Map<string, { id: string; at: number }>();

  const keep = (host: DockerHost) => {
    const before = hosts.get(host.id);
    if (before && (before.displayName !== host.displayName || before.hostname !== host.hostname)) {
      forget(instanceOf(before).id);
    }
    hosts.set(host.id, host);
    const silence = silenceMs(host.intervalSeconds);
    identities.remember({ ...identityOf(host), id: host.id, at: host.lastSeen, silenceMs: silence });
    observe(observationOf(host, silence));
  };

  return {
    receive(report, askedAt) {
      const now = clock.now();
      const { machineId, hostname, engine } = report.host;
      const identity = { agentId: report.agent.id, machineId, hostname, engine };
      const tombstone = removed.get(identityKey(identity));
      if (tombstone && askedAt <= tombstone.at) return ok({ hostId: tombstone.id, lastSeen: now });
      const id = identities.identify(identity, now);
      if (!hosts.has(id) && hosts.size >= mostHosts) {
        return refuse('conflict', `${mostHosts} Docker hosts report here already. Remove some first.`);
      }
      const host = normalize(report, { id, at: now, agentVersion });
      keep(host);
      persistence.heard(host);
      return ok({ hostId: id, lastSeen: now });
    },
    remove(id) {
      const host = hosts.get(id);
      if (!host) return refuse('not_found', 'There is no such Docker host.');
      const now = clock.now();
      for (const [key, { at }] of removed) if (now - at > REQUEST_MS) removed.delete(key);
      removed.set(identityKey(identityOf(host)), { id, at: now });
      hosts.delete(id);
      identities.forget(id);
      persistence.remove(id);
      forget(instanceOf(host).id);
      return ok(host);
    },
    start() {
      const now = clock.now();
      for (const saved of persistence.load()) {
        const lastSeen = Math.min(saved.lastSeen, now);
        const silent = now - lastSeen > silenceMs(saved.intervalSeconds);
        keep({ ...saved, lastSeen, status: silent ? 'offline' : 'online', staleSince: iso(lastSeen) });
      }
      return persistence.start();
    },
  };
}

const identityOf = ({ agentId, machineId, hostname, engine }: DockerHost): Identity => ({
  agentId: agentId || undefined,
  machineId,
  hostname,
  engine,
});

const instanceOf = (host: DockerHost): InstanceIdentity => ({
  id: instanceId('docker', host.id),
  kind: 'docker',
  name: host.displayName,
  host: host.hostname,
});

const observationOf = (host: DockerHost, staleAfterMs: number): Observation => ({
  instance: instanceOf(host),
  poll: 'report',
  essential: true,
  everyMs: host.intervalSeconds * 1000,
  staleAfterMs,
  at: host.lastSeen,
  tookMs: 0,
  calls: 0,
  endpoints: [],
  outcome: ok({
    slices: { dockerHosts: [host] },
    ...(host.dockerVersion === undefined ? {} : { version: host.dockerVersion }),
    dropped: 0,
  }),
});
