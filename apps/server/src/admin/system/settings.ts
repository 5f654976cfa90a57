// Belfry's own settings: the defaults, then the stored values, then the values of the environment.

import { ok } from '@belfry/domain/result';
import { byInterval, kinds } from '@belfry/schema/config/kinds';
import { defaultHistorySettings } from '@belfry/schema/history/settings';
import { type SettingName, StoredUpdateInterval, SystemSettings, type SystemUpdate } from '@belfry/schema/http/system';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import type { Store } from '../../db/store.ts';
import { type Answer, type Refused, refuse, refuseField } from '../../lib/refusal.ts';
import { parseSubnets } from '../../lib/subnets.ts';

const KEY = 'system';

/**
 * Belfry sends nothing to networks that no user has chosen: discovery is off until a user turns it on, also after a restart.
 */
const defaults: SystemSettings = {
  theme: '',
  ...byInterval((type) => kinds[type].pollSeconds),
  discoveryEnabled: false,
  discoverySubnet: 'auto',
  allowedOrigins: '',
  allowEmbedding: false,
  allowedEmbedOrigins: '',
  updateChannel: 'stable',
  autoUpdateEnabled: false,
  autoUpdateCheckInterval: 24,
  autoUpdateTime: '03:00',
  connectionTimeout: 5,
  logLevel: 'info',
  ...defaultHistorySettings,
};

/** For these settings an empty value or 0 means the default. */
const clearable: ReadonlySet<string> = new Set<SettingName>([
  'discoverySubnet',
  'updateChannel',
  'autoUpdateCheckInterval',
  'connectionTimeout',
  'autoUpdateTime',
]);

type SettingsListener = (now: SystemSettings, named: ReadonlySet<string>) => void;

export interface Settings {
  current(): SystemSettings;
  defaults: SystemSettings;
  /** Names of the settings that the environment sets. */
  overrides: readonly string[];
  /**
   * What is wrong with an update; undefined: nothing. It may contain values from the environment if they are unchanged.
   */
  problem(update: SystemUpdate): Refused | undefined;
  /** Applies all of the update or nothing. */
  update(update: SystemUpdate): Promise<Answer<SystemSettings>>;
  /** Without the values from the environment, because they belong to the machine. */
  part: ConfigPart<'system'>;
  /** Called after each saved update; `named` has the settings in the update, changed or not. */
  onUpdate(listener: SettingsListener): void;
}

export interface SettingsDeps {
  store: Pick<Store, 'settings' | 'atomically'>;
  env: Partial<SystemSettings>;
  /** The default of `updateChannel`: the channel of the running version. */
  channel: SystemSettings['updateChannel'];
}

export function createSettings({ store, env, channel }: SettingsDeps): Settings {
  const listeners: SettingsListener[] = [];
  const overrides = Object.keys(env);
  const stored = () => {
    const found = store.settings.get(KEY, z.record(z.string(), z.unknown())) ?? {};
    const values = usable(found);
    const left = Object.keys(found).filter((name) => name in SystemSettings.shape && !(name in values));
    if (left.length > 0) store.settings.setAside(KEY, left.join(', '));
    return values;
  };
  const read = (): SystemSettings => ({ ...defaults, updateChannel: channel, ...stored(), ...env });
  let current = read();
  const inForce = (names: readonly string[]): void => {
    current = read();
    for (const listener of listeners) listener(current, new Set(names));
  };

  function problem(update: SystemUpdate): Refused | undefined {
    const is = new Map<string, unknown>(Object.entries(current));
    const locked = Object.entries(update).filter(
      ([name, value]) => overrides.includes(name) && value !== undefined && value !== is.get(name),
    );
    if (locked.length > 0) return lockedByEnv(locked.map(([name]) => name));
    const subnet = subnetProblem(update);
    return subnet === undefined ? undefined : refuseField('validation_error', 'discoverySubnet', subnet);
  }

  return {
    current: () => current,
    defaults: { ...defaults, updateChannel: channel },
    overrides,
    problem,
    async update(update) {
      const given = Object.entries(update).filter(([name, value]) => value !== undefined && !overrides.includes(name));
      const refused = await store.atomically(async (tx) => {
        const found = problem(update);
        if (found) return found;
        const merged = new Map<string, unknown>([...Object.entries(stored()), ...given]);
        for (const name of clearable) if (merged.get(name) === '' || merged.get(name) === 0) merged.delete(name);
        await tx.settings.put(KEY, Object.fromEntries(merged));
        return undefined;
      });
      if (refused) return refused;
      inForce(given.map(([name]) => name));
      return ok(current);
    },
    part: {
      read: () => Object.fromEntries(Object.entries(current).filter(([name]) => !overrides.includes(name))),
      prepare(settings) {
        const subnet = subnetProblem(settings);
        if (subnet) return refuseField('validation_error', 'discoverySubnet', subnet);
        const is = new Map<string, unknown>(Object.entries(current));
        const given = Object.entries(settings);
        const own = given.filter(([name]) => !overrides.includes(name));
        const locked = given.filter(([name, value]) => overrides.includes(name) && value !== is.get(name));
        return ok({
          left: locked.map(([name]) => ({ path: `system.${name}`, why: { id: 'file.left.environment' } })),
          write: (tx) => tx.settings.put(KEY, Object.fromEntries(own)),
          settle: () => inForce(Object.keys(SystemSettings.shape)),
        });
      },
    },
    onUpdate: (listener) => void listeners.push(listener),
  };
}

/** The stored settings that are still valid: one invalid setting does not remove the others. */
function usable(stored: Record<string, unknown>): Partial<SystemSettings> {
  const shape = { ...SystemSettings.shape, autoUpdateCheckInterval: StoredUpdateInterval };
  const single = Object.entries(shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(single);
}

export function lockedByEnv(names: readonly string[]): Refused {
  return refuse(
    'conflict',
    { id: 'settings.ofEnvironment', values: { names: names.join(', ') } },
    Object.fromEntries(names.map((name) => [name, { id: 'input.ofEnvironment' }])),
  );
}

function subnetProblem({ discoverySubnet = '' }: SystemUpdate): Sentence | undefined {
  if (discoverySubnet === '' || discoverySubnet === 'auto') return undefined;
  const parsed = parseSubnets(discoverySubnet);
  return parsed.ok ? undefined : parsed.error;
}
