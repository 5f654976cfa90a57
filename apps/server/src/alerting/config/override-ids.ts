// Overrides are stored so that they stay with their resource when it moves or is recreated.
import { dockerContainerId, dockerContainerNameId, hostOfContainer, oldGuestIds } from '@belfry/domain/ids';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import type { State } from '@belfry/schema/state';

/**
 * An override by an older id of a guest gets the current id, which stays when the guest moves to another node. An override of a
 * container gets the container's name; others have none. If the container is gone and another one has its name, the override gets
 * the id of that one. Overrides of unknown resources stay as they are.
 */
export function withCurrentIds(
  config: AlertConfig,
  { vms, containers, dockerHosts }: Pick<State, 'vms' | 'containers' | 'dockerHosts'>,
): AlertConfig {
  const keys = Object.keys(config.overrides);
  if (keys.length === 0) return config;
  const isSet = new Set(keys);
  const guests = new Map<string, string>();
  for (const guest of [...vms, ...containers])
    for (const old of oldGuestIds(guest)) if (isSet.has(old)) guests.set(old, guest.id);
  for (const { id } of [...vms, ...containers]) guests.delete(id);

  const names = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const host of dockerHosts)
    for (const { id, name } of host.containers) {
      names.set(dockerContainerId(host.id, id), name);
      ids.set(dockerContainerNameId(host.id, name), dockerContainerId(host.id, id));
    }
  const currentOf = (key: string, { name }: Override): string => {
    const hostId = hostOfContainer(key);
    if (hostId === undefined || name === undefined || names.has(key)) return guests.get(key) ?? key;
    return ids.get(dockerContainerNameId(hostId, name)) ?? key;
  };

  const entries = Object.entries(config.overrides).map(([key, override]) => ({
    key,
    override,
    id: currentOf(key, override),
  }));
  const overrides = new Map<string, Override>();
  const [moved, unmoved] = [entries.filter(({ id, key }) => id !== key), entries.filter(({ id, key }) => id === key)];
  // Fields of the override with the current id win.
  for (const { id, override } of [...moved, ...unmoved]) {
    const { name: given, ...fields } = override;
    const name = names.get(id) ?? (hostOfContainer(id) === undefined ? undefined : given);
    overrides.set(id, { ...overrides.get(id), ...fields, ...(name !== undefined && { name }) });
  }
  return { ...config, overrides: Object.fromEntries(overrides) };
}
