// The configuration of alerts that is in force: stores it, replaces it, and notifies the parts that depend on it.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { readUsableConfig } from '@belfry/schema/alerts/config-input';
import { isTimeZone } from '@belfry/schema/alerts/time-zone';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import type { Logger } from '../../lib/logger.ts';
import { withCurrentIds } from './override-ids.ts';

const KEY = 'alerts';

export type AlertConfiguration = ReturnType<typeof createAlertConfiguration>;

export interface AlertConfigurationDeps {
  store: Pick<Store, 'settings' | 'atomically'>;
  state(): Pick<State, 'vms' | 'containers' | 'dockerHosts'>;
  /** Called each time after another configuration came into force. */
  changed(): void;
  log: Logger;
}

export function createAlertConfiguration({ store, state, changed, log }: AlertConfigurationDeps) {
  const stored = () => readUsableConfig(store.settings.get(KEY, z.unknown()) ?? {});
  const { config, left } = stored();
  if (left.length > 0) {
    store.settings.setAside(KEY, left.join(', '));
    log.warn({ fields: left }, 'fields of the stored configuration of alerts are not valid: their defaults hold');
  }
  let current = config;
  const prepare = (config: AlertConfig): Replacement => ({
    write: (tx) => tx.settings.put(KEY, withCurrentIds(config, state())),
    settle() {
      current = stored().config;
      changed();
    },
  });
  return {
    /** The same object until it changes. */
    current: (): AlertConfig => current,
    /** What `replace` does, as one part of a larger change. */
    prepare,
    /** Quiet hours in this zone. Undefined when a configuration is stored, or when nothing can be computed with the zone. */
    firstZone(zone: string): Replacement | undefined {
      const isNew = store.settings.get(KEY, z.unknown()) === undefined;
      if (!isNew || !isTimeZone(zone)) return undefined;
      const { schedule } = current;
      return prepare({ ...current, schedule: { ...schedule, quietHours: { ...schedule.quietHours, timezone: zone } } });
    },
    /** In force when it resolves. If it cannot be stored it rejects, and the old one stays in force. */
    async replace(config: AlertConfig) {
      const { write, settle } = prepare(config);
      await store.atomically(write);
      settle();
    },
  };
}
