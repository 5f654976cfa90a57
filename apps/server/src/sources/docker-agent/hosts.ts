// The Docker hosts that report to this server. This source receives reports and does not poll.

import { defined } from '@belfry/domain/defined';
import { instanceId } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import type { AgentReport } from '@belfry/schema/agent/report';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { InstanceIdentity } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { noCalls } from '../../lib/call-counts.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { mayReport, type Reporter, type TokenCheck, validOwner } from '../reporter.ts';
import type { Emitted, Observe } from '../source.ts';
import { type Changes, createDockerChanges } from './changes.ts';
import { withoutFigures } from './figures.ts';
import { createIdentities, type HostIdentity, identityKey } from './identity.ts';
import { withIncarnations } from './incarnations.ts';
import { createNewNames, type NewNames, type NewNamesLimits, standardLimits } from './new-names.ts';
import { normalize } from './normalize.ts';
import type { Persistence } from './persistence.ts';
import { excess, type Quota, type Share, sizeOf, standardQuota } from './quota.ts';
import { silenceMs } from './silence.ts';

export interface DockerHosts extends Pick<NewNames, 'problems'> {
  /**
   * `askedAt`: when the request began, on the monotonic clock. If a host is removed during its request, the report is
   * ignored.
   */
  receive(report: AgentReport, from: Reporter, askedAt: number): Answer<{ hostId: string; lastSeen: number }>;
  remove(id: string): Promise<Answer<DockerHost>>;
  /** The names of the hosts that report through a site. */
  ofSite(site: string): string[];
  /** Removes the hosts of a site that does not exist any more. Resolves to their names. */
  removeSite(site: string): Promise<string[]>;
  /**
   * Restores the hosts of the last run with their old data, and starts to save. Resolves to a function that stops it.
   */
  start(): Promise<() => Promise<void>>;
}

export interface DockerHostsDeps {
  clock: Clock;
  persistence: Persistence;
  /** The version of the agent that this server offers for download. */
  agentVersion: string;
  observe: Observe;
  forget(instanceId: string): void;
  isTokenValid: TokenCheck;
  /** The name of a site that exists. */
  siteName?(id: string): string | undefined;
  quota?: Quota;
  newNames?: NewNamesLimits;
}

/** A host and its share of the quota. */
interface Kept extends Share {
  host: DockerHost;
}

/** Every request ends within this time. */
const REQUEST_MS = 60_000;

export function createDockerHosts(deps: DockerHostsDeps): DockerHosts {
  const { clock, persistence, agentVersion, observe, forget, isTokenValid, quota = standardQuota } = deps;
  const { siteName = () => undefined } = deps;
  const newNames = createNewNames(clock, deps.newNames ?? standardLimits);
  const hosts = new Map<string, Kept>();
  const identities = createIdentities();
  const changes = createDockerChanges();
  /** When each host was removed, on the monotonic clock, by the key of its identity. */
  const removed = new Map<string, { id: string; at: number }>();

  const ownerOf = (id: string) => validOwner(hosts.get(id)?.owner, isTokenValid);
  const excessWith = (id: string, share: Share) =>
    excess(
      [...hosts.values()].filter(({ host }) => host.id !== id),
      share,
      quota,
    );

  /** Undefined: this server itself. A site that was removed is no place. */
  const placeOf = ({ site }: Pick<DockerHost, 'site'>) => (site === undefined ? undefined : siteName(site));
  /**
   * Whether the sender may report for the host from where it is. A collector has seen the tokens of its site, so a token proves which host it
   * is only if it reports for no other one.
   */
  const isInPlace = (id: string, { site, token }: Reporter): boolean => {
    const known = hosts.get(id);
    if (!known || known.host.site === site) return true;
    if (known.host.site !== undefined && placeOf(known.host) === undefined) return true;
    const ofToken = [...hosts.values()].filter(({ owner }) => owner !== undefined && owner === token);
    return ofToken.length === 1 && ofToken[0] === known;
  };

  /** `at`: when it reported, on the monotonic clock. */
  const keep = (kept: Kept, at: number, found?: Changes) => {
    const { host } = kept;
    const before = hosts.get(host.id)?.host;
    if (before && (before.displayName !== host.displayName || before.hostname !== host.hostname)) {
      forget(instanceOf(before).id);
    }
    hosts.set(host.id, kept);
    const silence = silenceMs(host.intervalSeconds);
    identities.remember({ ...identityOf(host), id: host.id, at, silenceMs: silence });
    observe(observationOf(host, at, silence, found));
  };

  const inSite = (site: string): DockerHost[] =>
    [...hosts.values()].flatMap(({ host }) => (host.site === site ? host : []));

  async function remove(id: string): Promise<Answer<DockerHost>> {
    const host = hosts.get(id)?.host;
    if (!host) return refuse('not_found', { id: 'docker.noHost' });
    const at = clock.monotonic();
    for (const [key, tombstone] of removed) if (at - tombstone.at > REQUEST_MS) removed.delete(key);
    removed.set(identityKey(identityOf(host)), { id, at });
    hosts.delete(id);
    identities.forget(id);
    newNames.forget(id);
    changes.forget(id);
    forget(instanceOf(host).id);
    await persistence.remove(id);
    return ok(host);
  }

  return {
    receive(report, from, askedAt) {
      const [now, at] = [clock.now(), clock.monotonic()];
      // What its collector has passed on before the site was removed.
      if (from.site !== undefined && siteName(from.site) === undefined)
        return refuse('conflict', { id: 'site.unknown', values: { id: from.site } });
      const { machineId, hostname, engine } = report.host;
      const identity = { agentId: report.agent.id, machineId, hostname, engine };
      const tombstone = removed.get(identityKey(identity));
      if (tombstone && askedAt <= tombstone.at) return ok({ hostId: tombstone.id, lastSeen: now });
      const id = identities.identify(identity, at, (host) => mayReport(ownerOf(host), from) && isInPlace(host, from));
      const owner = ownerOf(id);
      if (!mayReport(owner, from)) return refuse('conflict', { id: 'docker.otherToken' });
      const before = hosts.get(id)?.host;
      if (before && !isInPlace(id, from)) {
        const name = placeOf(before);
        const place: Sentence =
          name === undefined ? { id: 'docker.placeHere' } : { id: 'docker.placeSite', values: { name } };
        return refuse('conflict', { id: 'docker.otherPlace', values: { host: before.displayName, place } });
      }
      const receipt = { id, at: now, agentVersion, site: from.site };
      const host = withIncarnations(normalize(report, receipt), before, () =>
        [...hosts.values()].flatMap((other) => (other.host.id === id ? [] : other.host)),
      );
      const kept = { host, owner: owner ?? from.token, size: sizeOf(host) };
      const beyond = excessWith(id, kept);
      if (beyond) return refuse(beyond.of === 'hosts' ? 'conflict' : 'too_large', beyond.problem);
      const judged = newNames.judge(host, kept.owner);
      keep({ ...kept, host: judged }, at, changes.learn(report, judged, now));
      persistence.heard(judged, kept.owner);
      return ok({ hostId: id, lastSeen: now });
    },
    ofSite: (site) => inSite(site).map(({ displayName }) => displayName),
    async removeSite(site) {
      const own = inSite(site);
      for (const { id } of own) await remove(id);
      return own.map(({ displayName }) => displayName);
    },
    remove,
    async start() {
      const [now, at] = [clock.now(), clock.monotonic()];
      const beyond: string[] = [];
      const gone: string[] = [];
      for await (const { host: saved, owner, text } of persistence.load()) {
        const share = { owner: validOwner(owner, isTokenValid), size: sizeOf(saved, text) };
        // This server ended while it removed a site.
        const isGone = saved.site !== undefined && placeOf(saved) === undefined;
        if (isGone) {
          gone.push(saved.id);
          continue;
        }
        if (excessWith(saved.id, share)) {
          beyond.push(saved.id);
          continue;
        }
        // A damaged row may have a number that is no date.
        const lastSeen = Math.max(0, Math.min(saved.lastSeen, now));
        const silent = now - lastSeen > silenceMs(saved.intervalSeconds);
        const host: DockerHost = {
          ...withoutFigures(saved),
          lastSeen,
          ...(silent && { staleSince: iso(lastSeen) }),
        };
        newNames.restore(host);
        changes.restore(host, now);
        keep({ host, ...share }, at - (now - lastSeen));
      }
      await persistence.leaveOut(beyond);
      for (const id of gone) await persistence.remove(id);
      return persistence.start();
    },
    problems: newNames.problems,
  };
}

const identityOf = ({ agentId, machineId, hostname, engine }: DockerHost): HostIdentity => ({
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
  ...defined({ site: host.site }),
});

const observationOf = (host: DockerHost, monotonic: number, staleAfterMs: number, found?: Changes): Emitted => ({
  instance: instanceOf(host),
  poll: 'report',
  essential: true,
  everyMs: host.intervalSeconds * 1000,
  staleAfterMs,
  at: host.lastSeen,
  monotonic,
  tookMs: 0,
  calls: noCalls,
  endpoints: [],
  dropped: 0,
  outcome: ok({
    slices: { dockerHosts: [host] },
    ...(found && (found.settings.length > 0 || found.settingsLists.length > 0) && found),
    ...(host.dockerVersion !== undefined && { version: host.dockerVersion }),
  }),
});
