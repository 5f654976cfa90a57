// Docker hosts → rows of the container table: filter, sort, group. Pure.
import { containerGrade, containerRunning, dockerOnline } from '@belfry/domain/docker';
import { dockerContainerId } from '@belfry/domain/ids';
import { containerMatcher, type Hosted } from '@belfry/domain/search/docker';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { asBefore } from '../../../lib/keep-order.ts';

export const sortKeys = ['name', 'host', 'status', 'cpu', 'memory', 'restarts'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface View {
  search: string;
  grouping: 'grouped' | 'flat';
  /** The id of the selected host, null for all. */
  host: string | null;
  sortKey: SortKey;
  descending: boolean;
}

/** `id` is the one alerts know the container by. */
export interface Entry extends Hosted {
  id: string;
}

export interface HostRow {
  kind: 'group';
  key: string;
  host: DockerHost;
  /** Of the containers shown below. */
  running: number;
  count: number;
}
export interface ContainerRow {
  kind: 'container';
  key: string;
  entry: Entry;
}
export interface DetailRow {
  kind: 'detail';
  key: string;
  entry: Entry;
}
export type Row = HostRow | ContainerRow | DetailRow;

/** Figures and troubles, where the large ones are of interest, start downwards. */
export const descendsFirst = (key: SortKey): boolean => key !== 'name' && key !== 'host';

const known = new WeakMap<DockerHost, Entry[]>();

/** The same entries for the same host object, so that an unchanged row is not rendered again. */
export function entriesOf(host: DockerHost): Entry[] {
  const entries =
    known.get(host) ??
    host.containers.map((container) => ({
      id: dockerContainerId(host.id, container.id),
      host,
      container,
      running: containerRunning(container, dockerOnline(host)),
    }));
  known.set(host, entries);
  return entries;
}

/** The containers a view shows, in its order; missing values last in either direction. */
export function selectContainers(hosts: readonly DockerHost[], { search, host, sortKey, descending }: View): Entry[] {
  const matches = containerMatcher(search);
  const shown = hosts
    .filter(({ id }) => host === null || id === host)
    .flatMap(entriesOf)
    .filter(matches);
  const sign = descending ? -1 : 1;
  return shown
    .map((entry) => ({ entry, value: sortValue(entry, sortKey), name: natural(entry.container.name) }))
    .sort((a, b) => {
      if (a.value !== b.value) {
        if (a.value === undefined || b.value === undefined) return a.value === undefined ? 1 : -1;
        return a.value < b.value ? -sign : sign;
      }
      return compare(a.name, b.name) || compare(a.entry.id, b.entry.id);
    })
    .map(({ entry }) => entry);
}

const TROUBLE = { off: 0, ok: 1, warn: 2, crit: 3 };

function sortValue({ host, container, running }: Entry, key: SortKey): string | number | undefined {
  switch (key) {
    case 'name':
      return natural(container.name);
    case 'host':
      return natural(host.displayName);
    case 'status':
      return dockerOnline(host) ? TROUBLE[containerGrade(container)] : -1;
    case 'restarts':
      return container.restartCount ?? undefined;
    case 'cpu':
      return running ? (container.cpuPercent ?? undefined) : undefined;
    case 'memory':
      return running ? (container.memoryPercent ?? undefined) : undefined;
  }
}

/** "web-2" before "web-10", whatever the case. */
const natural = (name: string): string => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(8, '0'));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Online before offline, then by name. */
export const byHost = (a: DockerHost, b: DockerHost): number =>
  Number(dockerOnline(b)) - Number(dockerOnline(a)) ||
  compare(natural(a.displayName), natural(b.displayName)) ||
  compare(a.id, b.id);

interface Frame {
  hosts: readonly DockerHost[];
  expanded: Readonly<Record<string, boolean>>;
  /** Keys of the groups as they stand, while they must stay so. */
  before: readonly string[];
}

/** Grouped: each host above its containers. A host without any stands alone, unless something is searched for. */
export function toRows(entries: readonly Entry[], view: View, { hosts, expanded, before }: Frame): Row[] {
  const rowsOf = (entry: Entry): Row[] => {
    const row: ContainerRow = { kind: 'container', key: entry.id, entry };
    return expanded[entry.id] ? [row, { kind: 'detail', key: `${entry.id}/detail`, entry }] : [row];
  };
  if (view.grouping === 'flat') return entries.flatMap(rowsOf);
  const searched = view.search.trim() !== '';
  const groups = new Map<string, { head: HostRow; rows: Row[] }>();
  for (const host of hosts) {
    const head: HostRow = { kind: 'group', key: `host:${host.id}`, host, running: 0, count: 0 };
    if (view.host === null || view.host === host.id) groups.set(host.id, { head, rows: [] });
  }
  for (const entry of entries) {
    const group = groups.get(entry.host.id);
    if (!group) continue;
    group.head.count++;
    if (entry.running) group.head.running++;
    group.rows.push(...rowsOf(entry));
  }
  const heads = [...groups.values()].map(({ head }) => head).filter(({ count }) => count > 0 || !searched);
  return heads
    .sort(asBefore(before, (a, b) => byHost(a.host, b.host)))
    .flatMap((head) => [head, ...(groups.get(head.host.id)?.rows ?? [])]);
}
