// Keeps the running pollers equal to what is configured, touching only those whose host was added, changed or removed.

import { isDeepStrictEqual } from 'node:util';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { StoredInstance } from '../../db/instances-store.ts';
import { readingsId } from './nodes.ts';

export interface Running {
  /** Nothing is observed any more once this has settled. */
  stop(): Promise<void>;
  /** The polling interval of its kind has changed. */
  retime(): void;
}

export interface PollersDeps {
  /** Undefined for a type that is not polled. */
  start(config: NodeConfig): Running | undefined;
  /** Takes away all that is known of an instance, by the id of its readings. */
  forget(readingsId: string): void;
}

export interface Pollers {
  /** Settles when all that had to stop has stopped and all that had to start was started. */
  reconcile(before: readonly StoredInstance[], after: readonly StoredInstance[]): Promise<void>;
  /** The polling intervals have changed. */
  retime(): void;
  /** For good: nothing starts after this. */
  stop(): Promise<void>;
}

export function createPollers({ start, forget }: PollersDeps): Pollers {
  const running = new Map<string, Running | undefined>();
  /** One change after the other: an old poller is gone before its successor may start. */
  let work: Promise<void> = Promise.resolve();
  let over = false;

  async function end(id: string): Promise<void> {
    const poller = running.get(id);
    running.delete(id);
    await poller?.stop();
  }

  async function settle(
    before: ReadonlyMap<string, NodeConfig>,
    after: ReadonlyMap<string, NodeConfig>,
  ): Promise<void> {
    const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
      (id) => !isDeepStrictEqual(before.get(id), after.get(id)),
    );
    await Promise.all(touched.map(end));
    for (const id of touched) {
      const old = before.get(id);
      if (old && mustForget(old, after.get(id))) forget(readingsId(old));
    }
    for (const id of touched) {
      const next = after.get(id);
      if (next && !over) running.set(id, start(next));
    }
  }

  return {
    reconcile(before, after) {
      const done = work.then(() => settle(byId(before), byId(after)));
      work = done.catch(() => {});
      return done;
    },
    retime() {
      for (const poller of running.values()) poller?.retime();
    },
    async stop() {
      over = true;
      await work;
      await Promise.all([...running.keys()].map(end));
    },
  };
}

const byId = (instances: readonly StoredInstance[]): Map<string, NodeConfig> =>
  new Map(instances.map(({ id, config }) => [id, config]));

/** New credentials leave what is known standing; another host, another name, or less to watch does not. */
function mustForget(old: NodeConfig, next: NodeConfig | undefined): boolean {
  if (!next || readingsId(old) !== readingsId(next) || old.host !== next.host) return true;
  const now = new Map<string, unknown>(Object.entries(next));
  return Object.entries(old).some(
    ([name, value]) => name.startsWith('monitor') && value === true && now.get(name) === false,
  );
}
