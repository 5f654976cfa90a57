// Guests with the same name, which rows must tell apart. Pure.

interface Named {
  id: string;
  name: string;
  instance: string;
  vmid?: number | undefined;
}

/**
 * From the id of a guest whose name another guest has too to what tells them apart: its own cluster where the other is of another one, and
 * its number where both are of one.
 */
export function namesakesOf(guests: readonly Named[], clusterOf: (instance: string) => string): Map<string, string> {
  const found = new Map<string, string>();
  // most names are there once
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of guests) (seen.has(name) ? shared : seen).add(name);
  if (shared.size === 0) return found;
  for (const [, same] of Map.groupBy(
    guests.filter(({ name }) => shared.has(name)),
    ({ name }) => name,
  )) {
    const ofInstance = Map.groupBy(same, ({ instance }) => instance);
    for (const { id, instance, vmid } of same) {
      const parts = [
        ...(ofInstance.size > 1 ? [clusterOf(instance)] : []),
        ...((ofInstance.get(instance) ?? []).length > 1 && vmid !== undefined ? [String(vmid)] : []),
      ];
      if (parts.length > 0) found.set(id, parts.join(' '));
    }
  }
  return found;
}
