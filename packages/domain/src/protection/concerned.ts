// Whom a change of the input concerns. Only their guests are judged again.

import { difference } from './groups.ts';
import type { ProtectionInput } from './input.ts';

/** Guests of these instances, guests with backups on these backup servers (names), and guests by id. */
export interface Concerned {
  instances: ReadonlySet<string>;
  servers: ReadonlySet<string>;
  guests: ReadonlySet<string>;
}

type Input = Pick<
  ProtectionInput,
  'jobs' | 'copyJobs' | 'retentions' | 'servers' | 'exclusions' | 'missing' | 'zoneOf'
>;

/** The elements that are new, gone, or other objects. */
function changed<T extends { id: string }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const { gone, here } = difference(before, after);
  return [...gone, ...here];
}

export function concernedBy(before: Input, now: Input): Concerned {
  const [instances, servers, guests] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { instance } of changed(before.jobs, now.jobs)) instances.add(instance);
  for (const { server, from, to } of changed(before.copyJobs, now.copyJobs))
    for (const name of [server, from?.server, to?.server]) if (name !== undefined) servers.add(name);
  for (const each of changed(before.retentions, now.retentions)) {
    if (each.kind === 'server') servers.add(each.place.server);
    else instances.add(each.instance);
  }
  if (before.missing !== now.missing) for (const instance of missingBy(before, now)) instances.add(instance);
  if (before.exclusions !== now.exclusions)
    for (const { guest } of [...before.exclusions, ...now.exclusions]) guests.add(guest);
  if (before.zoneOf !== now.zoneOf) {
    const isOther = (name: string) => before.zoneOf(name) !== now.zoneOf(name);
    for (const { instance } of now.jobs) if (isOther(instance)) instances.add(instance);
    for (const name of serversIn(now)) if (isOther(name)) servers.add(name);
  }
  return { instances, servers, guests };
}

/** The instances of which other parts are missing. */
function missingBy(before: Input, now: Input): Set<string> {
  const [old, present] = [before, now].map(({ missing }) => Map.groupBy(missing, ({ instance }) => instance));
  const names = new Set([...(old?.keys() ?? []), ...(present?.keys() ?? [])]);
  const text = (parts: readonly object[] | undefined) => JSON.stringify(parts ?? []);
  return new Set([...names].filter((name) => text(old?.get(name)) !== text(present?.get(name))));
}

const serversIn = ({ servers, retentions, copyJobs }: Input): Set<string> =>
  new Set([
    ...servers.map(({ name }) => name),
    ...retentions.flatMap((each) => (each.kind === 'server' ? [each.place.server] : [])),
    ...copyJobs.flatMap(({ server }) => server ?? []),
  ]);
