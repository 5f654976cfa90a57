// A second database, for tests: in memory, each call of it late by a few turns of the event loop, and with no order of its
// own. What goes wrong with stores that wait goes wrong here.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditTable, StoredEntry } from '../audit-store.ts';
import type { Backend, Table, TableShape } from '../backend.ts';
import type { DockerHostRow, DockerHostsTable } from '../docker-hosts-store.ts';
import { type Rows, shapes } from '../tables.ts';

/** What stays when a backend closes, as a file does. */
export interface MemoryDisk {
  rows: { [Name in keyof Rows]: Map<string, Rows[Name]> };
  audit: { entries: StoredEntry[]; lastId: number };
  dockerHosts: Map<string, DockerHostRow>;
}

export const emptyDisk = (): MemoryDisk => ({
  rows: {
    users: new Map(),
    sessions: new Map(),
    apiTokens: new Map(),
    settings: new Map(),
    secrets: new Map(),
    instances: new Map(),
    guestMetadata: new Map(),
    savedViews: new Map(),
    viewLinks: new Map(),
    exclusions: new Map(),
    assignments: new Map(),
    restoreTests: new Map(),
    versionChanges: new Map(),
  },
  audit: { entries: [], lastId: 0 },
  dockerHosts: new Map(),
});

/** `random` gives 0 to 1; the same one gives the same delays. */
export function createMemoryBackend(disk: MemoryDisk, random: () => number): Backend {
  /** As it was when the transaction began. */
  let before: MemoryDisk | undefined;
  let isOpen = true;
  const late = async () => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await nextTurn();
    if (!isOpen) throw new Error('database is not open');
  };
  const { rows } = disk;
  return {
    tables: {
      users: keyedTable(rows.users, shapes.users, late),
      sessions: keyedTable(rows.sessions, shapes.sessions, late),
      apiTokens: keyedTable(rows.apiTokens, shapes.apiTokens, late),
      settings: keyedTable(rows.settings, shapes.settings, late),
      secrets: keyedTable(rows.secrets, shapes.secrets, late),
      instances: keyedTable(rows.instances, shapes.instances, late),
      guestMetadata: keyedTable(rows.guestMetadata, shapes.guestMetadata, late),
      savedViews: keyedTable(rows.savedViews, shapes.savedViews, late),
      viewLinks: keyedTable(rows.viewLinks, shapes.viewLinks, late),
      exclusions: keyedTable(rows.exclusions, shapes.exclusions, late),
      assignments: keyedTable(rows.assignments, shapes.assignments, late),
      restoreTests: keyedTable(rows.restoreTests, shapes.restoreTests, late),
      versionChanges: keyedTable(rows.versionChanges, shapes.versionChanges, late),
      audit: auditTable(disk.audit, late),
      dockerHosts: dockerHostsTable(disk.dockerHosts, late),
    },
    async begin() {
      await late();
      if (before) throw new Error('cannot start a transaction within a transaction');
      before = structuredClone(disk);
    },
    async commit() {
      await late();
      before = undefined;
    },
    async rollback() {
      await late();
      if (before) restore(disk, before);
      before = undefined;
    },
    isChangedElsewhere: async () => false,
    probe: late,
    async close() {
      await late();
      isOpen = false;
    },
  };
}

function restore(disk: MemoryDisk, before: MemoryDisk): void {
  replace(disk.rows.users, before.rows.users);
  replace(disk.rows.sessions, before.rows.sessions);
  replace(disk.rows.apiTokens, before.rows.apiTokens);
  replace(disk.rows.settings, before.rows.settings);
  replace(disk.rows.secrets, before.rows.secrets);
  replace(disk.rows.instances, before.rows.instances);
  replace(disk.rows.guestMetadata, before.rows.guestMetadata);
  replace(disk.rows.exclusions, before.rows.exclusions);
  replace(disk.rows.assignments, before.rows.assignments);
  replace(disk.rows.restoreTests, before.rows.restoreTests);
  replace(disk.rows.versionChanges, before.rows.versionChanges);
  Object.assign(disk.audit, before.audit);
  replace(disk.dockerHosts, before.dockerHosts);
}

function replace<Row>(rows: Map<string, Row>, by: ReadonlyMap<string, Row>): void {
  rows.clear();
  for (const [key, row] of by) rows.set(key, row);
}

function keyedTable<Row extends object>(
  rows: Map<string, Row>,
  { key }: Pick<TableShape<never>, 'key'>,
  late: () => Promise<void>,
): Table<Row> {
  const keyOf = (row: Row) => {
    const fields = new Map<string, unknown>(Object.entries(row));
    return key.map((field) => String(fields.get(field))).join('\n');
  };
  return {
    async all() {
      await late();
      return structuredClone([...rows.values()]);
    },
    async put(row) {
      await late();
      rows.set(keyOf(row), structuredClone(row));
    },
    async update(row) {
      await late();
      if (rows.has(keyOf(row))) rows.set(keyOf(row), structuredClone(row));
    },
    async remove(row) {
      await late();
      rows.delete(keyOf(row));
    },
  };
}

function auditTable(audit: MemoryDisk['audit'], late: () => Promise<void>): AuditTable {
  return {
    async append(entry) {
      await late();
      audit.entries.push({ ...entry, id: ++audit.lastId });
    },
    async list(limit, before) {
      await late();
      return audit.entries
        .filter(({ id }) => id < before)
        .toReversed()
        .slice(0, limit);
    },
    async prune(success, keep, since) {
      await late();
      const kept = new Set(audit.entries.filter((entry) => entry.success === success).slice(-keep));
      audit.entries = audit.entries.filter(
        (entry) => entry.at >= since && (entry.success !== success || kept.has(entry)),
      );
    },
  };
}

function dockerHostsTable(hosts: Map<string, DockerHostRow>, late: () => Promise<void>): DockerHostsTable {
  return {
    async ids() {
      await late();
      return [...hosts.keys()];
    },
    async get(id) {
      await late();
      return hosts.get(id);
    },
    async put(id, host, owner) {
      await late();
      hosts.set(id, { host, owner, lastSeen: hosts.get(id)?.lastSeen ?? null });
    },
    async seen(id, at) {
      await late();
      const row = hosts.get(id);
      if (row) hosts.set(id, { ...row, lastSeen: at });
    },
    async remove(id) {
      await late();
      hosts.delete(id);
    },
  };
}
