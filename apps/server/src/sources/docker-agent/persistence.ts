// What of the hosts goes to disk, and when: little, and seldom. A report must not fail because the disk does.
import { hash } from 'node:crypto';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { DockerHostsStore } from './docker-hosts-store.ts';

export interface Persistence {
  /** The hosts of the last run. */
  load(): DockerHost[];
  heard(host: DockerHost): void;
  remove(id: string): void;
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
  const writeSeen = () => {
    if (seen.size === 0) return;
    attempt(() => {
      store.seen(seen);
      seen.clear();
    });
  };

  return {
    load() {
      const { hosts, unreadable } = store.load();
      if (unreadable.length > 0) log.warn({ ids: unreadable }, 'saved Docker hosts that cannot be read are left out');
      for (const host of hosts) saved.set(host.id, { lookedAt: 0, shape: shapeOf(host) });
      return hosts;
    },
    heard(host) {
      const now = clock.now();
      const before = saved.get(host.id);
      seen.set(host.id, host.lastSeen);
      if (before && now - before.lookedAt < SAVE_EVERY_MS) return;
      const shape = shapeOf(host);
      if (shape !== before?.shape) attempt(() => store.save(host));
      if (!failing) saved.set(host.id, { lookedAt: now, shape });
    },
    remove(id) {
      saved.delete(id);
      seen.delete(id);
      attempt(() => store.remove(id));
    },
    start() {
      const stop = clock.every(SEEN_EVERY_MS, writeSeen);
      return () => {
        stop();
        writeSeen();
      };
    },
  };
}

/** What is worth a write when it changes: who and what there is, not how busy it is. */
function shapeOf(host: DockerHost): string {
  const { lastSeen, status, staleSince, uptimeSeconds, cpuUsagePercent, memoryUsedBytes, containers, ...facts } = host;
  const kept = containers.map((container) => {
    const { cpuPercent, memoryUsageBytes, memoryPercent, uptimeSeconds, status, ...rest } = container;
    return rest;
  });
  return hash('sha1', JSON.stringify([facts, kept]));
}
