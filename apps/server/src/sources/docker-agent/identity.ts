// Finds out which host sends a report. Names clash, machines are cloned and engines are reinstalled; an id stays with
// its host.
import { nthDockerHostId } from '@belfry/domain/ids';
import type { DockerHost } from '@belfry/schema/entities/docker';

/** How a host identifies itself. Each field may be the same on another host; all fields together count as unique. */
export interface Identity {
  agentId?: string | undefined;
  machineId?: string | undefined;
  hostname: string;
  engine?: DockerHost['engine'];
}

/** A host we know. `at`: its last report, on the monotonic clock; it is missed after `silenceMs` without one. */
interface Acquaintance extends Identity {
  id: string;
  at: number;
  silenceMs: number;
}

export interface Identities {
  /**
   * The id of the host this is: one we know, or a new one. Changes nothing. `mayBe`: who reports may speak for that host;
   * a host that calls itself the same in everything is found without asking. `now` on the monotonic clock.
   */
  identify(identity: Identity, now: number, mayBe?: (id: string) => boolean): string;
  /** The host has reported as this. */
  remember(host: Acquaintance): void;
  forget(id: string): void;
}

interface Known extends Acquaintance {
  /** The other machine that reported as this host, and the time of its last report. */
  earlier: Map<string, number>;
  /** Who was found to be another host. */
  others: Set<string>;
}

/** More hosts than this with one identity are not real; we do not remember all of them. */
const MOST_OTHERS = 32;

export const identityKey = ({ agentId, machineId, hostname, engine }: Identity): string =>
  JSON.stringify([agentId ?? '', machineId ?? '', hostname, engine ?? '']);

/**
 * A host that comes back with one of its names changed is the same host: it was renamed, or its engine was installed anew.
 * If the old names then report again, they were two hosts all along, and from then on they are kept apart.
 */
export function createIdentities(): Identities {
  const hosts = new Map<string, Known>();
  const byKey = new Map<string, Known>();

  const find = (identity: Identity, now: number, mayBe: (id: string) => boolean): Known | undefined => {
    const key = identityKey(identity);
    const exact = byKey.get(key);
    if (exact) return exact;
    return [...hosts.values()].find(
      (host) => !host.others.has(key) && isSameHost(host, identity, now) && mayBe(host.id),
    );
  };

  const freeId = ({ agentId, machineId, hostname }: Identity): string => {
    const names = [agentId, machineId, hostname].filter((name) => name !== undefined);
    const free = names.find((name) => !hosts.has(name));
    if (free !== undefined) return free;
    let n = 2;
    while (hosts.has(nthDockerHostId(names[0] ?? hostname, n))) n++;
    return nthDockerHostId(names[0] ?? hostname, n);
  };

  return {
    identify: (identity, now, mayBe = () => true) => find(identity, now, mayBe)?.id ?? freeId(identity),
    remember(host) {
      const before = hosts.get(host.id);
      const key = identityKey(host);
      const { earlier, others } = before ?? { earlier: new Map<string, number>(), others: new Set<string>() };
      if (before && identityKey(before) !== key) {
        const beforeKey = identityKey(before);
        byKey.delete(beforeKey);
        const lastAsThis = earlier.get(key);
        const isBack = lastAsThis !== undefined && host.at - lastAsThis <= before.silenceMs;
        if (isBack && others.size < MOST_OTHERS) others.add(beforeKey);
        else earlier.set(beforeKey, before.at);
        for (const [old, at] of earlier) if (old === key || host.at - at > before.silenceMs) earlier.delete(old);
      }
      const known = { ...host, earlier, others };
      hosts.set(host.id, known);
      byKey.set(key, known);
    },
    forget(id) {
      const known = hosts.get(id);
      if (known) byKey.delete(identityKey(known));
      hosts.delete(id);
    },
  };
}

/** Two hosts that share only an agent id (cloned machines), or only a name, are two; so are Docker and Podman on one machine. */
function isSameHost(known: Known, said: Identity, now: number): boolean {
  if (known.engine && said.engine && known.engine !== said.engine) return false;
  const sameAgent = said.agentId !== undefined && said.agentId === known.agentId;
  const sameMachine = said.machineId !== undefined && said.machineId === known.machineId;
  const otherMachine = said.machineId !== undefined && known.machineId !== undefined && !sameMachine;
  const sameName = said.hostname === known.hostname;
  // A machine installed anew under its old name, once the old one is silent.
  if (otherMachine) return sameAgent && sameName && now - known.at > known.silenceMs;
  return sameAgent || (sameMachine && sameName);
}
