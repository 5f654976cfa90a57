// The answers of the fast poll, read leniently: a broken row loses only that row, a missing field only that field.
import type { Guest } from '@belfry/schema/entities/guest';
import type { TrafficCounters } from '@belfry/schema/messages/observation';
import { noteDropped } from '../dropped.ts';
import { amount, flag, fraction, isRaw, type Raw, text, whole } from '../proxmox-api/read.ts';

/** Bytes and seconds. `cpu` is a fraction of `cpus`. Fields that the host did not report are absent. */
interface Figures {
  status: string;
  cpu?: number | undefined;
  cpus?: number | undefined;
  mem?: number | undefined;
  maxmem?: number | undefined;
  disk?: number | undefined;
  maxdisk?: number | undefined;
  uptime?: number | undefined;
}
export interface NodeRow extends Figures {
  name: string;
}
export interface GuestRow extends Figures {
  vmid: number;
  /** As in the export of metrics, such as `qemu/100`. */
  key: string;
  type: Guest['type'];
  node: string;
  name?: string | undefined;
  tags: string[];
  lock?: string | undefined;
  pool?: string | undefined;
  haState?: string | undefined;
  /** The status before its node was lost, while nobody knows whether it runs. */
  lastStatus?: string | undefined;
  counters: TrafficCounters;
}
/** Undefined when nobody has seen it. */
export const lastStatusOf = ({ status, lastStatus }: Pick<GuestRow, 'status' | 'lastStatus'>): string | undefined =>
  status === 'unknown' ? lastStatus : status;

export interface StorageRow {
  name: string;
  node: string;
  status: string;
  type: string;
  content: string;
  shared: boolean;
  used?: number | undefined;
  total?: number | undefined;
}

/** `dropped` lists the items that were left out, for the log, up to a number. The others are counted as dropped. */
export interface Resources {
  nodes: NodeRow[];
  guests: GuestRow[];
  storages: StorageRow[];
  /** The vmids of templates, which are no guests. */
  templates: Set<number>;
  /** Whether this list contains tags. Before release 7.3 only the lists of each node contain them. */
  listsTags: boolean;
  dropped: string[];
}

/** A hostile host can send a million malformed rows. */
const MAX_DROPPED = 100;

/** The rows so far, to detect a duplicate. */
interface Seen {
  vmids: Set<number>;
  names: Set<string>;
}

/** `GET /cluster/resources`. Of templates only the vmid is read, rows of other types are skipped; undefined when the answer is not a list. */
export function parseResources(data: unknown): Resources | undefined {
  if (!Array.isArray(data)) return undefined;
  const found: Resources = { nodes: [], guests: [], storages: [], templates: new Set(), listsTags: false, dropped: [] };
  const seen: Seen = { vmids: new Set(), names: new Set() };
  for (const row of data) {
    const problem = isRaw(row) ? parseRow(row, found, seen) : 'a row that is no object';
    if (problem && found.dropped.length < MAX_DROPPED) found.dropped.push(problem);
    else if (problem) noteDropped();
  }
  return found;
}

/** A part of the id of a row, such as `storage/pve1/local`. It replaces a field that the row does not have. */
const idPart = (row: Raw, index: number): string | undefined => text(row.id)?.split('/')[index];

/** Adds the row to the right list. Returns a description of the problem, if there is one. */
function parseRow(row: Raw, found: Resources, seen: Seen): string | undefined {
  const type = text(row.type) ?? idPart(row, 0);
  if (type === 'qemu' || type === 'lxc') {
    const vmid = whole(row.vmid) ?? whole(/^\d+$/.exec(idPart(row, 1) ?? '')?.[0]);
    const node = text(row.node);
    if (!vmid || vmid > 999_999_999 || !node) return `a guest without vmid or node (${text(row.id) ?? type})`;
    if (isRepeated(seen.vmids, vmid)) return `a second row of guest ${vmid}`;
    if (flag(row.template)) {
      found.templates.add(vmid);
      return undefined;
    }
    if (row.tags !== undefined) found.listsTags = true;
    found.guests.push(parseGuest(row, type, vmid, node));
  } else if (type === 'node') {
    const name = text(row.node) ?? idPart(row, 1);
    if (!name) return 'a node without name';
    if (isRepeated(seen.names, name)) return `a second row of node ${name}`;
    found.nodes.push(parseNode(row, name));
  } else if (type === 'storage') {
    const node = text(row.node) ?? idPart(row, 1);
    const name = text(row.storage) ?? idPart(row, 2);
    if (!node || !name) return `a storage without name or node (${text(row.id) ?? type})`;
    if (isRepeated(seen.names, `${node}/${name}`)) return `a second row of storage ${name} on ${node}`;
    found.storages.push(parseStorage(row, name, node));
  } else if (!type) return 'a row without type or id';
  return undefined;
}

function isRepeated<T>(seen: Set<T>, key: T): boolean {
  const size = seen.size;
  return seen.add(key).size === size;
}

const parseNode = (row: Raw, name: string): NodeRow => ({
  name,
  status: text(row.status, 32) ?? 'unknown',
  cpu: fraction(row.cpu),
  cpus: amount(row.maxcpu),
  mem: whole(row.mem),
  maxmem: whole(row.maxmem),
  disk: whole(row.disk),
  maxdisk: whole(row.maxdisk),
  uptime: whole(row.uptime),
});

/** The figures are listed here again, because spreading them would take a third of the total parsing time. */
const parseGuest = (row: Raw, type: Guest['type'], vmid: number, node: string): GuestRow => ({
  vmid,
  key: text(row.id) ?? `${type}/${vmid}`,
  type,
  node,
  name: text(row.name),
  tags: parseTags(row.tags),
  lock: text(row.lock, 64),
  pool: text(row.pool),
  haState: text(row.hastate, 64),
  counters: countersOf(row.netin, row.netout, row.diskread, row.diskwrite),
  status: text(row.status, 32) ?? 'unknown',
  cpu: fraction(row.cpu),
  cpus: amount(row.maxcpu),
  mem: whole(row.mem),
  maxmem: whole(row.maxmem),
  disk: whole(row.disk),
  maxdisk: whole(row.maxdisk),
  uptime: whole(row.uptime),
});

const parseStorage = (row: Raw, name: string, node: string): StorageRow => ({
  name,
  node,
  status: text(row.status, 32) ?? 'unknown',
  type: text(row.plugintype, 64) ?? '',
  content: (text(row.content) ?? '').split(',').filter(Boolean).sort().join(','),
  shared: flag(row.shared),
  used: whole(row.disk),
  total: whole(row.maxdisk),
});

/** The tags of each text that hosts sent: many guests have the same, and each poll sends them again. */
const parsedTags = new Map<string, string[]>();
const MAX_PARSED = 5000;
const noTags: string[] = [];

/** Separated by `;`. Older versions use `,` or blanks. The same list for the same text. */
export function parseTags(value: unknown): string[] {
  const tags = text(value, 4096);
  if (tags === undefined) return noTags;
  const known = parsedTags.get(tags);
  if (known) return known;
  const parts = tags.split(/[,\s]/.test(tags) ? /[;,\s]/ : ';');
  const parsed = parts.filter((tag, i) => tag !== '' && parts.indexOf(tag) === i);
  if (parsedTags.size >= MAX_PARSED) parsedTags.clear();
  parsedTags.set(tags, parsed);
  return parsed;
}

function countersOf(netin: unknown, netout: unknown, diskread: unknown, diskwrite: unknown): TrafficCounters {
  const counters: TrafficCounters = {};
  const networkIn = whole(netin);
  const networkOut = whole(netout);
  const diskRead = whole(diskread);
  const diskWrite = whole(diskwrite);
  if (networkIn !== undefined) counters.networkIn = networkIn;
  if (networkOut !== undefined) counters.networkOut = networkOut;
  if (diskRead !== undefined) counters.diskRead = diskRead;
  if (diskWrite !== undefined) counters.diskWrite = diskWrite;
  return counters;
}
