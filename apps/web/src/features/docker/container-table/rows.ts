// Docker hosts → rows of the container table: filter, sort, group. Pure. Results are cached by the object of the host,
// because a report changes one host out of hundreds.
import { containerFigures, containerTone } from '@belfry/domain/docker';
import { containerId } from '@belfry/domain/ids';
import { containerMatcher, type Hosted, type SiteOfHost } from '@belfry/domain/search/docker';
import { dockerHostStatus, type ShownStatus } from '@belfry/domain/status';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { asBefore } from '../../../lib/keep-order.ts';
import { compareText, natural, sortedBy } from '../../../lib/order.ts';
import type { SortKey } from '../preferences.ts';

export type { SortKey };

export interface View {
  search: string;
  grouping: 'grouped' | 'flat';
  /** The id of the selected host, null for all. */
  host: string | null;
  sortKey: SortKey;
  descending: boolean;
}

/** A container and its row. `id` is the one that alerts use; `order` makes "web-2" sort before "web-10". */
export interface Entry extends Hosted {
  kind: 'container';
  key: string;
  id: string;
  order: string;
  figures: ShownStatus['figures'];
}

interface HostRow {
  kind: 'group';
  key: string;
  host: DockerHost;
  /** Counts of the containers shown below. */
  running: number;
  count: number;
}
interface DetailRow {
  kind: 'detail';
  key: string;
  entry: Entry;
}
export type Row = HostRow | Entry | DetailRow;

const known = new WeakMap<DockerHost, Entry[]>();

/** The same entries for the same host object, so that an unchanged row is not rendered again. */
export function entriesOf(host: DockerHost): Entry[] {
  const before = known.get(host);
  if (before) return before;
  const entries = host.containers.map((container): Entry => {
    const id = containerId(host.id, container);
    const figures = containerFigures(container, host);
    const running = figures === 'now';
    return { kind: 'container', key: id, id, order: natural(container.name), host, container, running, figures };
  });
  known.set(host, entries);
  return entries;
}

const selected = new WeakMap<DockerHost, { by: string; siteOf: SiteOfHost | undefined; entries: Entry[] }>();

/** The containers of a view in its order; when grouped, in the order within each host. Missing values come last either way. */
export function selectContainers(hosts: readonly DockerHost[], view: View, siteOf?: SiteOfHost): Entry[] {
  const { search, host, sortKey, descending } = view;
  const matches = containerMatcher(search, siteOf);
  const by = JSON.stringify([search, sortKey, descending]);
  const ofHost = (each: DockerHost): Entry[] => {
    const before = selected.get(each);
    if (before?.by === by && before.siteOf === siteOf) return before.entries;
    const entries = sorted(entriesOf(each).filter(matches), view);
    selected.set(each, { by, siteOf, entries });
    return entries;
  };
  const shown = hosts.filter(({ id }) => host === null || id === host).flatMap(ofHost);
  return view.grouping === 'flat' ? sorted(shown, view) : shown;
}

const sorted = (entries: readonly Entry[], { sortKey, descending }: View): Entry[] =>
  sortedBy(
    entries,
    (entry) => sortValue(entry, sortKey),
    descending,
    (a, b) => compareText(a.order, b.order) || compareText(a.id, b.id),
  );

const TROUBLE = { old: -1, lost: -1, last: -1, off: 0, ok: 1, warn: 2, crit: 3 };

function sortValue({ host, container, running, order }: Entry, key: SortKey): string | number | undefined {
  switch (key) {
    case 'name':
      return order;
    case 'host':
      return natural(host.displayName);
    case 'status':
      return TROUBLE[containerTone(container, host)];
    case 'restarts':
      return container.restartCount ?? undefined;
    case 'cpu':
      return running ? (container.cpuPercent ?? undefined) : undefined;
    case 'memory':
      return running ? (container.memoryPercent ?? undefined) : undefined;
  }
}

const isUp = (host: DockerHost): boolean => dockerHostStatus(host).figures === 'now';

/** Hosts that are online come first. Within both groups the order is by name. */
export const byHost = (a: DockerHost, b: DockerHost): number =>
  Number(isUp(b)) - Number(isUp(a)) ||
  compareText(natural(a.displayName), natural(b.displayName)) ||
  compareText(a.id, b.id);

interface Frame {
  hosts: readonly DockerHost[];
  expanded: Readonly<Record<string, boolean>>;
  /** The keys of the groups in the order to keep, while they must keep their places. */
  before: readonly string[];
}

/** Grouped: each host above its containers. A host without containers is shown too, except during a search. */
export function toRows(entries: readonly Entry[], view: View, { hosts, expanded, before }: Frame): Row[] {
  const put = (rows: Row[], entry: Entry) => {
    rows.push(entry);
    if (expanded[entry.id]) rows.push({ kind: 'detail', key: `${entry.id}/detail`, entry });
    return rows;
  };
  if (view.grouping === 'flat') return entries.reduce(put, []);
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
    put(group.rows, entry);
  }
  const heads = [...groups.values()].map(({ head }) => head).filter(({ count }) => count > 0 || !searched);
  return heads
    .sort(asBefore(before, (a, b) => byHost(a.host, b.host)))
    .flatMap((head) => [head, ...(groups.get(head.host.id)?.rows ?? [])]);
}
