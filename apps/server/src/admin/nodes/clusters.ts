// Looks in the background which watched hosts are clusters, so that no request ever waits for a host.

import type { StoredInstance } from '../../db/instances-store.ts';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import { type Cluster, readCluster } from './cluster.ts';
import type { Connect } from './connection.ts';
import { kinds } from './kinds.ts';

/** Pauses before the tries of one look, and the time for each try. */
const PAUSES_MS = [0, 1000, 2000];
const TRY_MS = 5000;
export const LOOK_AGAIN_MS = 5 * 60_000;

export interface Clusters {
  of(id: string): Cluster | undefined;
  /** The hosts there are now: new and changed ones are looked at, others left alone. */
  follow(instances: readonly StoredInstance[]): void;
  stop(): void;
}

interface Followed {
  instance: StoredInstance;
  cluster: Cluster | undefined;
  over: AbortController;
  cancel: Cancel;
}

/** `found` is called when what is known of a host has changed. */
export function createClusters(deps: { connect: Connect; clock: Clock; found(): void }): Clusters {
  const { connect, clock } = deps;
  const followed = new Map<string, Followed>();

  async function read({ instance: { config }, over }: Followed): ReturnType<typeof readCluster> {
    const late = new AbortController();
    const cancel = clock.after(TRY_MS, () => late.abort());
    const api = connect(config, AbortSignal.any([late.signal, over.signal]));
    try {
      return await readCluster(api, config.host, iso(clock.now()));
    } finally {
      cancel();
      await api.close();
    }
  }
  /** The next look is set however this one ends. */
  async function look(entry: Followed, attempt: number): Promise<void> {
    let next = { ms: LOOK_AGAIN_MS, attempt: 0 };
    try {
      const seen = await read(entry);
      if (entry.over.signal.aborted) return;
      const pause = PAUSES_MS[attempt + 1];
      if (!seen.ok && pause !== undefined) next = { ms: pause, attempt: attempt + 1 };
      if (!seen.ok) return;
      const news = shape(seen.value) !== shape(entry.cluster);
      entry.cluster = seen.value;
      if (news) deps.found();
    } finally {
      if (!entry.over.signal.aborted) lookIn(next.ms, entry, next.attempt);
    }
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
    of: (id) => followed.get(id)?.cluster,
    follow(instances) {
      const clustered = instances.filter((instance) => kinds[instance.config.type].clustered);
      const gone = [...followed.keys()].filter((id) => !clustered.some((instance) => instance.id === id));
      for (const id of gone) drop(id);
      for (const instance of clustered) {
        const known = followed.get(instance.id);
        if (known?.instance.changedAt === instance.changedAt) continue;
        drop(instance.id);
        const entry = { instance, cluster: undefined, over: new AbortController(), cancel: () => {} };
        followed.set(instance.id, entry);
        lookIn(0, entry, 0);
      }
    },
    stop() {
      for (const id of [...followed.keys()]) drop(id);
    },
  };
}

/** What counts as news: the members and their addresses, not when they were seen. */
const shape = (cluster: Cluster | undefined): string =>
  JSON.stringify(cluster && [cluster.name, cluster.members.map((m) => [m.node, m.origin, m.fingerprint])]);
