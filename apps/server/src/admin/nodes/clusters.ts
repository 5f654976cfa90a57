// Which configured hosts are clusters, and their members. This is kept over a restart, and no request waits for a host.
// The polls of an instance report its cluster. Instances that are not polled are asked in the background.

import { kinds } from '@belfry/schema/config/kinds';
import type { NodeConfig } from '@belfry/schema/config/node';
import * as z from 'zod';
import { Cluster, type ClusterMemory, type Connect, type HostConnection } from '../../config/host.ts';
import type { StoredInstance } from '../../db/instances-store.ts';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';

/** The pauses between the tries of one check, and the time limit of each try. */
const PAUSES_MS = [0, 1000, 2000];
const TRY_MS = 5000;
export const LOOK_AGAIN_MS = 5 * 60_000;
/** Each try with refused credentials is a failed login in the log of the host. New credentials are tried at once. */
export const REFUSED_REST_MS = 60 * 60_000;

/**
 * The record that is kept over a restart. `cluster` is null for a host that is in no cluster. `checked`: the
 * certificate of the host that named the certificates of the members was verified.
 */
const Kept = z.object({ host: z.string(), cluster: Cluster.nullable(), checked: z.literal(true).optional() });

export interface ClustersDeps {
  connect: Connect;
  clock: Clock;
  /** By the id of the instance; undefined removes the record. An older version may have written it, so it is parsed. */
  memory: { recall(id: string): unknown; keep(id: string, value: unknown): void };
  /** Whether the polls of this instance report its cluster. */
  isPolled(id: string): boolean;
  /** The record of a host has changed, or the first check of it has ended. */
  found(): void;
}

export type Clusters = ReturnType<typeof createClusters>;

interface Followed {
  instance: StoredInstance;
  cluster: Cluster | undefined;
  lookedAt: boolean;
  over: AbortController;
  cancel: Cancel;
}

export function createClusters({ connect, clock, memory, isPolled, found }: ClustersDeps) {
  const followed = new Map<string, Followed>();
  let instances: readonly StoredInstance[] = [];

  async function read({ instance: { config }, over }: Followed): ReturnType<HostConnection['readCluster']> {
    const late = new AbortController();
    const cancel = clock.after(TRY_MS, () => late.abort());
    const connection = connect(config, AbortSignal.any([late.signal, over.signal]));
    try {
      return await connection.readCluster(iso(clock.now()));
    } finally {
      cancel();
      await connection.close();
    }
  }
  /** The next check is scheduled after any result. */
  async function look(entry: Followed, attempt: number): Promise<void> {
    let next = { ms: LOOK_AGAIN_MS, attempt: 0 };
    try {
      if (entry.lookedAt && isPolled(entry.instance.id)) return;
      const seen = await read(entry);
      if (entry.over.signal.aborted) return;
      const pause = PAUSES_MS[attempt + 1];
      if (!seen.ok && seen.error.kind === 'auth') next = { ms: REFUSED_REST_MS, attempt: 0 };
      else if (!seen.ok && pause !== undefined) next = { ms: pause, attempt: attempt + 1 };
      learn(entry, seen.ok ? seen.value : entry.cluster);
    } finally {
      if (!entry.over.signal.aborted) lookIn(next.ms, entry, next.attempt);
    }
  }
  function learn(entry: Followed, cluster: Cluster | undefined): void {
    const isNews = !entry.lookedAt || shape(cluster) !== shape(entry.cluster);
    Object.assign(entry, { cluster, lookedAt: true });
    if (!isNews) return;
    found();
    const { id, config } = entry.instance;
    memory.keep(id, { host: config.host, cluster: cluster ?? null, ...(isChecked(config) && { checked: true }) });
  }
  /** It is still the same cluster after a change of the credentials or the name. */
  function recall({ id, config }: StoredInstance): Pick<Followed, 'cluster' | 'lookedAt'> {
    const { instance, cluster, lookedAt = false } = followed.get(id) ?? {};
    if (instance?.config.host === config.host)
      return { cluster: believed(cluster, isChecked(instance.config), config), lookedAt };
    const kept = Kept.safeParse(memory.recall(id)).data;
    return kept?.host === config.host
      ? { cluster: believed(kept.cluster ?? undefined, kept.checked === true, config), lookedAt: true }
      : { cluster: undefined, lookedAt: false };
  }
  function lookIn(ms: number, entry: Followed, attempt: number): void {
    entry.cancel = clock.after(ms, () => look(entry, attempt));
  }
  function drop(id: string): void {
    const entry = followed.get(id);
    entry?.cancel();
    entry?.over.abort();
    followed.delete(id);
  }

  return {
    of: (id: string): Cluster | undefined => followed.get(id)?.cluster,
    /** Whether the host was checked since it has its address, in this run or an earlier one. */
    isLookedAt: (id: string): boolean => followed.get(id)?.lookedAt ?? false,
    /** For the source of an instance, by the id that its readings have. */
    memoryOf(instance: string, host: string): ClusterMemory {
      const entry = () =>
        followed.values().find((each) => each.instance.instance === instance && each.instance.config.host === host);
      return {
        recall: () => entry()?.cluster,
        keep(cluster) {
          const own = entry();
          if (own) learn(own, cluster);
        },
      };
    },
    /** The argument of the last call of `follow`. */
    instances: (): readonly StoredInstance[] => instances,
    /** Takes the current hosts: new and changed ones are checked, the others are not. */
    follow(now: readonly StoredInstance[]) {
      instances = now;
      const clustered = instances.filter((instance) => kinds[instance.config.type].clustered);
      const gone = [...followed.keys()].filter((id) => !clustered.some((instance) => instance.id === id));
      for (const id of gone) {
        drop(id);
        memory.keep(id, undefined);
      }
      for (const instance of clustered) {
        const known = followed.get(instance.id);
        if (known?.instance.changedAt === instance.changedAt) continue;
        const { cluster, lookedAt } = recall(instance);
        drop(instance.id);
        const entry = { instance, cluster, lookedAt, over: new AbortController(), cancel: () => {} };
        followed.set(instance.id, entry);
        lookIn(0, entry, 0);
      }
    },
    stop() {
      for (const id of [...followed.keys()]) drop(id);
    },
  };
}

const isChecked = ({ fingerprint, verifySSL }: NodeConfig): boolean => Boolean(fingerprint) || verifySSL;

/** Certificates named by a host that was not verified are not used once the host is verified. */
function believed(cluster: Cluster | undefined, wasChecked: boolean, config: NodeConfig): Cluster | undefined {
  if (!cluster || wasChecked || !isChecked(config)) return cluster;
  return { ...cluster, members: cluster.members.map(({ fingerprint: _, ...member }) => member) };
}

/** Only the members and their addresses count as a change, not the time at which they were seen. */
const shape = (cluster: Cluster | undefined): string =>
  JSON.stringify(
    cluster && [cluster.name, cluster.main, cluster.members.map((m) => [m.nodeId, m.node, m.origin, m.fingerprint])],
  );
