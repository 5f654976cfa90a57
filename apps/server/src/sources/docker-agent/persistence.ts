// Decides which data of the hosts is saved, and when. It saves little data and saves it rarely. A disk error must not
// make a report fail.
import { hash } from 'node:crypto';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { DockerHostsStore, SavedHost } from '../../db/docker-hosts-store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';

export type Persistence = ReturnType<typeof createPersistence>;

export interface PersistenceDeps {
  store: DockerHostsStore;
  clock: Clock;
  log: Logger;
}

const SEEN_EVERY_MS = 60_000;
/**
 * A host is checked for changes at this interval. After a crash, the next report replaces the lost data. A new host is
 * saved at once.
 */
const SAVE_EVERY_MS = 300_000;

export function createPersistence({ store, clock, log }: PersistenceDeps) {
  const saved = new Map<string, { lookedAt: number; shape: string }>();
  const seen = new Map<string, number>();
  /** Removed hosts that may still be on the disk. */
  const removed = new Set<string>();
  let failing = false;

  /** Resolves to true when the data was written. */
  const attempt = async (write: Promise<void>): Promise<boolean> => {
    try {
      await write;
      if (failing) log.info({}, 'Docker hosts are saved again');
      failing = false;
      return true;
    } catch (error) {
      if (!failing) log.error({ err: error }, 'Docker hosts cannot be saved');
      failing = true;
      return false;
    }
  };
  /** If a host reports again in the meantime, it is no longer in `removed`, and it is saved after this. */
  const erase = async (id: string) => {
    if (await attempt(store.remove(id))) removed.delete(id);
  };
  const flush = async () => {
    for (const id of [...removed]) if (removed.has(id)) await erase(id);
    if (seen.size === 0) return;
    const times = new Map(seen);
    if (!(await attempt(store.seen(times)))) return;
    for (const [id, at] of times) if (seen.get(id) === at) seen.delete(id);
  };
  const remove = (id: string): Promise<void> => {
    saved.delete(id);
    seen.delete(id);
    removed.add(id);
    return erase(id);
  };

  return {
    /**
     * The hosts of the last run, in the order in which they were first saved. Each is read only when the caller asks for
     * it.
     */
    async *load(): AsyncIterable<SavedHost> {
      const unreadable: string[] = [];
      for await (const row of store.load()) {
        if ('unreadable' in row) {
          unreadable.push(row.unreadable);
          continue;
        }
        saved.set(row.host.id, { lookedAt: Number.NEGATIVE_INFINITY, shape: shapeOf(row.host, row.owner) });
        yield row;
      }
      if (unreadable.length > 0) log.warn({ ids: unreadable }, 'saved Docker hosts that cannot be read are left out');
    },
    /** `owner` is the id of the token that owns the host. */
    heard(host: DockerHost, owner: string | undefined) {
      const now = clock.monotonic();
      const before = saved.get(host.id);
      removed.delete(host.id);
      seen.set(host.id, host.lastSeen);
      if (before && now - before.lookedAt < SAVE_EVERY_MS) return;
      const shape = shapeOf(host, owner);
      const entry = { lookedAt: now, shape };
      saved.set(host.id, entry);
      if (shape === before?.shape) return;
      void attempt(store.save(host, owner)).then((isSaved) => {
        // The next report tries again.
        if (!isSaved && saved.get(host.id) === entry) saved.delete(host.id);
      });
    },
    remove,
    /** Removes saved hosts that exceed the limits. */
    async leaveOut(ids: readonly string[]) {
      if (ids.length === 0) return;
      log.warn({ hosts: ids.length, first: ids.slice(0, 10) }, 'saved Docker hosts beyond the limits are removed');
      for (const id of ids) await remove(id);
    },
    /** Starts to save. Returns a function that stops it after a last write. */
    start(): () => Promise<void> {
      const stop = clock.every(SEEN_EVERY_MS, flush);
      return () => {
        stop();
        return flush();
      };
    },
  };
}

/** The parts whose change leads to a save: the host and its containers, but not their load. */
function shapeOf(host: DockerHost, owner: string | undefined): string {
  const { lastSeen, status, staleSince, uptimeSeconds, cpuUsagePercent, memoryUsedBytes, containers, ...facts } = host;
  const kept = containers.map((container) => {
    const { cpuPercent, memoryUsageBytes, memoryPercent, uptimeSeconds, status, ...rest } = container;
    return rest;
  });
  return hash('sha1', JSON.stringify([owner, facts, kept]));
}
