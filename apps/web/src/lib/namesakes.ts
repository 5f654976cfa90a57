// Guests of several clusters with the same name, which rows must tell apart. Pure.

interface Named {
  id: string;
  name: string;
  instance: string;
}

/** From the id of a guest whose name a guest of another cluster has too, to its own cluster. */
export function namesakesOf(guests: readonly Named[], clusterOf: (instance: string) => string): Map<string, string> {
  const instances = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name, instance } of guests) {
    const first = instances.get(name);
    if (first === undefined) instances.set(name, instance);
    else if (first !== instance) shared.add(name);
  }
  const found = new Map<string, string>();
  if (shared.size === 0) return found;
  for (const { id, name, instance } of guests) if (shared.has(name)) found.set(id, clusterOf(instance));
  return found;
}
