// Determines which host sent a report. Two hosts may have the same name, machines are cloned, and engines are
// reinstalled. A host keeps its id in all these cases.
import { nthDockerHostId } from '@belfry/domain/ids';
import type { DockerHost } from '@belfry/schema/entities/docker';

/** How a host identifies itself. Each field may be the same on another host; all fields together count as unique. */
export interface HostIdentity {
  agentId?: string | undefined;
  machineId?: string | undefined;
  hostname: string;
  engine?: DockerHost['engine'];
}

/** A known host. `at`: its last report, on the monotonic clock. It counts as silent `silenceMs` later. */
interface IdentifiedHost extends HostIdentity {
  id: string;
  at: number;
  silenceMs: number;
}

interface Known extends IdentifiedHost {
  /** The other machine that reported as this host, and the time of its last report. */
  earlier: Map<string, number>;
  /** The identities that belong to another host. */
  others: Set<string>;
}

/** More hosts than this with one identity are not realistic, so the rest is not stored. */
const MAX_OTHERS = 32;

export const identityKey = ({ agentId, machineId, hostname, engine }: HostIdentity): string =>
  JSON.stringify([agentId ?? '', machineId ?? '', hostname, engine ?? '']);

/**
 * A host that reports with one changed name is the same host: it was renamed, or its engine was reinstalled. If the old
 * names then report again, they belong to a second host. From then on the two hosts are separate.
 */
export function createIdentities() {
  const hosts = new Map<string, Known>();
  const byKey = new Map<string, Known>();

  const find = (identity: HostIdentity, now: number, mayBe: (id: string) => boolean): Known | undefined => {
    const key = identityKey(identity);
    const exact = byKey.get(key);
    if (exact) return exact;
    return [...hosts.values()].find(
      (host) => !host.others.has(key) && isSameHost(host, identity, now) && mayBe(host.id),
    );
  };

  const freeId = ({ agentId, machineId, hostname }: HostIdentity): string => {
    const names = [agentId, machineId, hostname].filter((name) => name !== undefined);
    const free = names.find((name) => !hosts.has(name));
    if (free !== undefined) return free;
    let n = 2;
    while (hosts.has(nthDockerHostId(names[0] ?? hostname, n))) n++;
    return nthDockerHostId(names[0] ?? hostname, n);
  };

  return {
    /**
     * Returns the id of a known host, or a new id. Changes nothing. `mayBe`: whether the sender may report for that host.
     * A host with exactly this identity is found without `mayBe`. `now` is on the monotonic clock.
     */
    identify: (identity: HostIdentity, now: number, mayBe: (id: string) => boolean = () => true): string =>
      find(identity, now, mayBe)?.id ?? freeId(identity),
    /** Stores that the host reported with this identity. */
    remember(host: IdentifiedHost) {
      const before = hosts.get(host.id);
      const key = identityKey(host);
      const { earlier, others } = before ?? { earlier: new Map<string, number>(), others: new Set<string>() };
      if (before && identityKey(before) !== key) {
        const beforeKey = identityKey(before);
        byKey.delete(beforeKey);
        const lastAsThis = earlier.get(key);
        const isBack = lastAsThis !== undefined && host.at - lastAsThis <= before.silenceMs;
        if (isBack && others.size < MAX_OTHERS) others.add(beforeKey);
        else earlier.set(beforeKey, before.at);
        for (const [old, at] of earlier) if (old === key || host.at - at > before.silenceMs) earlier.delete(old);
      }
      const known = { ...host, earlier, others };
      hosts.set(host.id, known);
      byKey.set(key, known);
    },
    forget(id: string) {
      const known = hosts.get(id);
      if (known) byKey.delete(identityKey(known));
      hosts.delete(id);
    },
  };
}

/**
 * Two hosts that share only an agent id (cloned machines) or only a name are different hosts. So are Docker and Podman
 * on one machine.
 */
function isSameHost(known: Known, reported: HostIdentity, now: number): boolean {
  if (known.engine && reported.engine && known.engine !== reported.engine) return false;
  const sameAgent = reported.agentId !== undefined && reported.agentId === known.agentId;
  const sameMachine = reported.machineId !== undefined && reported.machineId === known.machineId;
  const otherMachine = reported.machineId !== undefined && known.machineId !== undefined && !sameMachine;
  const sameName = reported.hostname === known.hostname;
  // The machine was reinstalled under its old name. This is assumed only after the old one is silent.
  if (otherMachine) return sameAgent && sameName && now - known.at > known.silenceMs;
  return sameAgent || (sameMachine && sameName);
}
