// The tables in SQLite. Its calls do not wait; the promises are for databases that do.
import type { SQLInputValue } from 'node:sqlite';
import * as z from 'zod';
import type { AuditTable } from './audit-store.ts';
import type { Backend, Table, TableShape } from './backend.ts';
import type { DockerHostsTable } from './docker-hosts-store.ts';
import type { Database } from './open.ts';
import { flag, query, type RawRow, rawRows, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';
import { shapes } from './tables.ts';

const DataVersion = z.object({ data_version: z.number() });

export function createSqliteBackend(db: Database, setAside: SetAside): Backend {
  const version = query(db, DataVersion, 'PRAGMA data_version');
  let seen = version.get()?.data_version;
  return {
    tables: {
      users: keyedTable(db, setAside, shapes.users),
      sessions: keyedTable(db, setAside, shapes.sessions),
      apiTokens: keyedTable(db, setAside, shapes.apiTokens),
      settings: keyedTable(db, setAside, shapes.settings),
      secrets: keyedTable(db, setAside, shapes.secrets),
      instances: keyedTable(db, setAside, shapes.instances),
      guestMetadata: keyedTable(db, setAside, shapes.guestMetadata),
      savedViews: keyedTable(db, setAside, shapes.savedViews),
      viewLinks: keyedTable(db, setAside, shapes.viewLinks),
      exclusions: keyedTable(db, setAside, shapes.exclusions),
      assignments: keyedTable(db, setAside, shapes.assignments),
      restoreTests: keyedTable(db, setAside, shapes.restoreTests),
      versionChanges: keyedTable(db, setAside, shapes.versionChanges),
      audit: auditTable(db, setAside),
      dockerHosts: dockerHostsTable(db),
    },
    begin: async () => db.exec('BEGIN IMMEDIATE'),
    commit: async () => db.exec('COMMIT'),
    async rollback() {
      if (db.isTransaction) db.exec('ROLLBACK');
    },
    async isChangedElsewhere() {
      const before = seen;
      seen = version.get()?.data_version;
      return seen !== before;
    },
    async probe(bytes) {
      // Writing back the log of the database first may already make enough room.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.exec('BEGIN IMMEDIATE');
      try {
        db.exec(`INSERT INTO settings (key, value, changed_at) VALUES ('disk-probe', hex(zeroblob(${bytes / 2})), 0)`);
      } finally {
        if (db.isTransaction) db.exec('ROLLBACK');
      }
    },
    close: async () => db.close(),
  };
}

const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function keyedTable<S extends z.ZodObject>(
  db: Database,
  setAside: SetAside,
  { name, row, key, order }: TableShape<S>,
): Table<z.output<S>> {
  const fields = Object.keys(row.shape);
  const others = fields.filter((field) => !key.includes(field));
  const columns = fields.map(columnOf);
  const isKey = key.map((field) => `${columnOf(field)} = ?`).join(' AND ');
  const selected = fields.map((field) => `${columnOf(field)} AS ${field}`).join(', ');
  const ordered = order === 'put' ? 'rowid' : key.map(columnOf).join(', ');
  const all = db.prepare(`SELECT ${selected} FROM ${name} ORDER BY ${ordered}`);
  /** It stays in the table until a row with its key is written. */
  const unreadable = (content: RawRow, reason: string) =>
    void setAside.keep({
      file: 'belfry.db',
      what: `the row ${key.map((field) => content[field]).join(' ')} of ${name}`,
      ...{ reason, content },
    });
  const put = db.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key.map(columnOf).join(', ')}) DO UPDATE SET
    ${others.map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`).join(', ')}`);
  // Whatever the rows are, the number that SQLite gives a new one fits.
  put.setReadBigInts(true);
  const update = db.prepare(
    `UPDATE ${name} SET ${others.map((field) => `${columnOf(field)} = ?`).join(', ')} WHERE ${isKey}`,
  );
  const remove = db.prepare(`DELETE FROM ${name} WHERE ${isKey}`);
  const values = (given: z.output<S>, of: readonly string[]): SQLInputValue[] => {
    const plain = new Map<string, unknown>(Object.entries(given));
    return of.map((field) => Value.parse(plain.get(field)));
  };
  return {
    all: async () => readable(row, rawRows(all), unreadable),
    put: async (given) => void put.run(...values(given, fields)),
    update: async (given) => void update.run(...values(given, [...others, ...key])),
    remove: async (given) => void remove.run(...values(given, key)),
  };
}

const Value = z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)]);

const Entry = z.object({
  id: z.number(),
  at: z.number(),
  event: z.string(),
  success: flag,
  user: z.string(),
  method: z.string(),
  ip: z.string(),
  path: z.string(),
  details: z.string(),
});

function auditTable(db: Database, setAside: SetAside): AuditTable {
  const insert = db.prepare(
    'INSERT INTO audit (at, event, success, user, method, ip, path, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  /** Nothing replaces an entry. */
  const unreadable = (content: RawRow, reason: string) =>
    setAside.leaveOut({ file: 'belfry.db', what: `entry ${content.id} of the audit log`, reason, content });
  const list = db.prepare('SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?');
  const surplus = db.prepare(`DELETE FROM audit WHERE success = ? AND id <= (
    SELECT id FROM audit WHERE success = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`);
  const expire = db.prepare('DELETE FROM audit WHERE at < ?');
  return {
    append: async ({ at, event, success, user, method, ip, path, details }) =>
      void insert.run(at, event, success ? 1 : 0, user, method, ip, path, details),
    list: async (limit, before) => readable(Entry, rawRows(list, before, limit), unreadable),
    async prune(success, keep, since) {
      const which = success ? 1 : 0;
      surplus.run(which, which, keep);
      expire.run(since);
    },
  };
}

const HostId = z.object({ id: z.string() });
const Host = z.object({
  host: z.instanceof(Uint8Array),
  owner: z.string().nullable(),
  lastSeen: z.number().nullable(),
});

function dockerHostsTable(db: Database): DockerHostsTable {
  const ids = query(db, HostId, 'SELECT id FROM docker_hosts ORDER BY rowid');
  const one = query(
    db,
    Host,
    `SELECT host, owner, last_seen AS lastSeen FROM docker_hosts LEFT JOIN docker_hosts_seen USING (id) WHERE id = ?`,
  );
  const put = db.prepare(`INSERT INTO docker_hosts (id, host, owner) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET host = excluded.host, owner = excluded.owner`);
  const seen = db.prepare(`INSERT INTO docker_hosts_seen (id, last_seen) SELECT id, ? FROM docker_hosts WHERE id = ?
    ON CONFLICT DO UPDATE SET last_seen = excluded.last_seen`);
  const remove = db.prepare('DELETE FROM docker_hosts WHERE id = ?');
  return {
    ids: async () => ids.all().map(({ id }) => id),
    get: async (id) => one.get(id),
    put: async (id, host, owner) => void put.run(id, host, owner),
    seen: async (id, at) => void seen.run(at, id),
    remove: async (id) => void remove.run(id),
  };
}
