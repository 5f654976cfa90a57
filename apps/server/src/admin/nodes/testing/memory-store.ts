// The store of watched hosts for tests: a map.
import { fail, ok } from '@belfry/domain/result';
import { NodeConfig } from '@belfry/schema/config/node';
import type { Clock } from '../../../lib/clock.ts';
import type { BrokenInstance, InstanceStore, StoredInstance } from '../instance-store.ts';

export function memoryStore(clock: Clock, broken: BrokenInstance[] = []): InstanceStore {
  const entries = new Map<string, StoredInstance>();
  let made = 0;
  return {
    list: () => ({ instances: [...entries.values()], broken }),
    get: (id) => entries.get(id),
    add(config) {
      const entry = { id: `id-${made++}`, config, createdAt: clock.now(), changedAt: clock.now() };
      entries.set(entry.id, entry);
      return ok(entry);
    },
    update(id, patch) {
      const entry = entries.get(id);
      if (!entry) return fail({ code: 'not_found' });
      const { password, tokenName, tokenValue, ...stored } = entry.config;
      const kept = 'password' in patch || 'tokenValue' in patch ? {} : { password, tokenName, tokenValue };
      const next = { ...entry, config: NodeConfig.parse({ ...stored, ...kept, ...patch }), changedAt: clock.now() };
      entries.set(id, next);
      return ok(next);
    },
    remove: (id) => entries.delete(id),
  };
}
