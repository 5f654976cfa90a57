// Makes the running pollers match the configuration. Only pollers of added, changed or removed hosts are touched.

import { isDeepStrictEqual } from 'node:util';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { StoredInstance } from '../../db/instances-store.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { GuardedTask } from '../../lib/parts.ts';

const RETRY_MS = 10_000;

interface Poller {
  /**
   * Nothing is observed any more once this has settled. `isServerEnding`: the host stays configured, so a collector that polls it goes on.
   */
  stop(isServerEnding: boolean): Promise<void>;
  rename(name: string): void;
  /** The host said that something of this type has happened. */
  hurry(type: string): void;
  /** The polling interval of its kind has changed. */
  retime(): void;
}

export interface PollersDeps {
  /** Undefined for a type that is not polled. */
  start(config: NodeConfig & { id: string }): Poller | undefined;
  /** Both take the id of the instance in the state. The second removes all its data. */
  rename(instance: string, name: string): void;
  forget(instance: string): void;
  guardedTask: GuardedTask;
  after: Clock['after'];
}

export function createPollers({ start, rename, forget, guardedTask, after }: PollersDeps) {
  const running = new Map<string, Poller | undefined>();
  /** One change after the other: an old poller has stopped before its successor starts. */
  let work: Promise<void> = Promise.resolve();
  let over = false;

  async function end(id: string, isServerEnding = false): Promise<void> {
    const poller = running.get(id);
    running.delete(id);
    await poller?.stop(isServerEnding);
  }

  /** A poller that does not start is tried again, until it is removed or changed. */
  async function begin(id: string, next: StoredInstance): Promise<void> {
    const cancel = { retry: () => {} };
    running.set(id, waitingPoller(cancel));
    const isStarted = await guardedTask(
      `the polls of ${next.config.name}`,
      async () => {
        running.set(id, start({ ...next.config, id: next.instance }));
        return true;
      },
      false,
    );
    if (!isStarted) cancel.retry = after(RETRY_MS, () => begin(id, next));
  }

  async function settle(
    before: ReadonlyMap<string, StoredInstance>,
    after: ReadonlyMap<string, StoredInstance>,
  ): Promise<void> {
    const ids = [...new Set([...before.keys(), ...after.keys()])];
    for (const id of ids) {
      const [old, next] = [before.get(id), after.get(id)];
      if (!old || !next || old.config.name === next.config.name) continue;
      running.get(id)?.rename(next.config.name);
      rename(next.instance, next.config.name);
    }
    const touched = ids.filter((id) => !isSame(before.get(id), after.get(id)));
    await Promise.all(touched.map((id) => end(id)));
    for (const id of touched) {
      const old = before.get(id);
      if (old && mustForget(old, after.get(id))) forget(old.instance);
    }
    for (const id of touched) {
      const next = after.get(id);
      if (next && !over) await begin(id, next);
    }
  }

  return {
    /** Settles when all changes are done: pollers have stopped and started. */
    reconcile(before: readonly StoredInstance[], after: readonly StoredInstance[]) {
      const done = work.then(() => settle(byId(before), byId(after)));
      work = done.catch(() => {});
      return done;
    },
    /** False when the instance, by its id in the settings, is not polled. */
    hurry(id: string, type: string): boolean {
      const poller = running.get(id);
      poller?.hurry(type);
      return poller !== undefined;
    },
    /** The polling intervals have changed. */
    retime() {
      for (const poller of running.values()) poller?.retime();
    },
    /** For good: nothing starts after this. */
    async stop() {
      over = true;
      await work;
      await Promise.all([...running.keys()].map((id) => end(id, true)));
    },
  };
}

/** Stands for a poller that has not started. */
const waitingPoller = (cancel: { retry: Cancel }): Poller => ({
  stop: async () => cancel.retry(),
  rename() {},
  hurry() {},
  retime() {},
});

const byId = (instances: readonly StoredInstance[]): Map<string, StoredInstance> =>
  new Map(instances.map((instance) => [instance.id, instance]));

/** A change of the name alone. */
const isSame = (old: StoredInstance | undefined, next: StoredInstance | undefined): boolean =>
  isDeepStrictEqual({ ...old?.config, name: '' }, { ...next?.config, name: '' });

/** Data stays after a change of credentials. Another host, or fewer monitored parts, removes it. */
function mustForget({ instance, config }: StoredInstance, next: StoredInstance | undefined): boolean {
  if (!next || instance !== next.instance || config.host !== next.config.host) return true;
  const now = new Map<string, unknown>(Object.entries(next.config));
  return Object.entries(config).some(
    ([name, value]) => name.startsWith('monitor') && value === true && now.get(name) === false,
  );
}
