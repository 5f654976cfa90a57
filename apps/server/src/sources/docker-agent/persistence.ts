// What of the hosts goes to disk, and when: little, and seldom. A report must not fail because the disk does.
import { hash } from 'node:crypto';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { DockerHostsStore, SavedHost } from './docker-hosts-store.ts';

export interface Persistence {
  /** The hosts of the last run, oldest acquaintance first. Each is read when it is asked for. */
  load(): Iterable<SavedHost>;
  /** `owner` is the id of the token it belongs to. */
  heard(host: DockerHost, owner: string | undefined): void;
  remove(id: string): void;
  /** Saved hosts there is no room for. */
  leaveOut(ids: readonly string[]): void;
  start(): Cancel;
}

export interface PersistenceDeps {
  store: DockerHostsStore;
  clock: Clock;
  log: Logger;
}

const SEEN_EVERY_MS = 60_000;
/** A host is looked at this seldom: what is lost with a crash, the next report says again. A new one is saved at once. */
const SAVE_EVERY_MS = 300_000;

export function createPersistence({ store, clock, log }: PersistenceDeps): Persistence {
  const saved = new Map<string, { lookedAt: number; shape: string }>();
  const seen = new Map<string, number>();
  /** Removed hosts that may still be on the disk. */
  const removed = new Set<string>();
  let failing = false;

  const attempt = (write: () => void): void => {
    try {
      write();
      if (failing) log.info({}, 'Docker hosts are saved again');
      failing = false;
    } catch (error) {
      if (!failing) log.error({ err: error }, 'Docker hosts cannot be saved');
      failing = true;
    }
  };
  const erase = (id: string) =>
    attempt(() => {
      store.remove(id);
      removed.delete(id);
    });
  const flush = () => {
    for (const id of removed) erase(id);
    if (seen.size === 0) return;
    attempt(() => {
      store.seen(seen);
      seen.clear();
    });
  };
  const remove = (id: string) => {
    saved.delete(id);
    seen.delete(id);
    removed.add(id);
    erase(id);
  };

  return {
    *load() {
      const unreadable: string[] = [];
      for (const row of store.load()) {
        if ('unreadable' in row) {
          unreadable.push(row.unreadable);
          continue;
        }
        saved.set(row.host.id, { lookedAt: Number.NEGATIVE_INFINITY, shape: shapeOf(row.host, row.owner) });
        yield row;
      }
      if (unreadable.length > 0) log.warn({ ids: unreadable }, 'saved Docker hosts that cannot be read are left out');
    },
    heard(host, owner) {
      const now = clock.monotonic();
      const before = saved.get(host.id);
      removed.delete(host.id);
      seen.set(host.id, host.lastSeen);
      if (before && now - before.lookedAt < SAVE_EVERY_MS) return;
      const shape = shapeOf(host, owner);
      if (shape !== before?.shape) attempt(() => store.save(host, owner));
      if (!failing) saved.set(host.id, { lookedAt: now, shape });
    },
    remove,
    leaveOut(ids) {
      if (ids.length === 0) return;
      log.warn({ hosts: ids.length, first: ids.slice(0, 10) }, 'saved Docker hosts beyond the limits are removed');
      for (const id of ids) remove(id);
    },
    start() {
      const stop = clock.every(SEEN_EVERY_MS, flush);
      return () => {
        stop();
        flush();
      };
    },
  };
}

/** What is worth a write when it changes: who and what there is, not how busy it is. */
function shapeOf(host: DockerHost, owner: string | undefined): string {
  const { lastSeen, status, staleSince, uptimeSeconds, cpuUsagePercent, memoryUsedBytes, containers, ...facts } = host;
  const kept = containers.map((container) => {
    const { cpuPercent, memoryUsageBytes, memoryPercent, uptimeSeconds, status, ...rest } = container;
    return rest;
  });
  return hash('sha1', JSON.stringify([owner, facts, kept]));
}
