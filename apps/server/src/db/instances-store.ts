// What Belfry watches: node configurations by stable random id, their secrets sealed beside them.
import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '@belfry/domain/result';
import { NodeConfig } from '@belfry/schema/config/node';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { type Database, transaction } from './open.ts';
import { json, query } from './query.ts';
import type { SecretsStore } from './secrets-store.ts';

/** `id` never changes and is never used again. Times are epoch ms. */
export interface StoredInstance {
  id: string;
  config: NodeConfig;
  createdAt: number;
  changedAt: number;
}

/** An entry that cannot be used: it stays on disk, the others are not affected. `reason` is for an administrator. */
export interface BrokenInstance {
  id: string;
  type: string;
  name: string;
  reason: string;
}

/** Fields of a NodeConfig; what is absent, or a blank secret, stays as it is. A token replaces a password and vice versa. */
export type InstancePatch = Readonly<Record<string, unknown>>;

export type InstanceError =
  | { code: 'not_found' | 'duplicate_name' }
  /** One message per field, by its name. */
  | { code: 'invalid'; fields: Record<string, string> };

export interface InstancesStore {
  /** Oldest first. */
  list(): { instances: StoredInstance[]; broken: BrokenInstance[] };
  get(id: string): StoredInstance | undefined;
  add(config: NodeConfig): Result<StoredInstance, InstanceError>;
  update(id: string, patch: InstancePatch): Result<StoredInstance, InstanceError>;
  /** False when there is no such instance. */
  remove(id: string): boolean;
  /** Leaves these and no others, new ones in this order; one of the same type and name keeps its id. Broken entries go. */
  replaceAll(configs: readonly NodeConfig[]): void;
}

const SECRETS = ['password', 'tokenValue'] as const;
const owner = (id: string): string => `instances/${id}`;
const Row = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  config: json(z.record(z.string(), z.unknown())),
  createdAt: z.number(),
  changedAt: z.number(),
});
type Row = z.infer<typeof Row>;
const columns = 'id, type, name, config, created_at AS createdAt, changed_at AS changedAt';

export function createInstancesStore(db: Database, secrets: SecretsStore, clock: Clock): InstancesStore {
  const all = query(db, Row, `SELECT ${columns} FROM instances ORDER BY created_at, rowid`);
  const one = query(db, Row, `SELECT ${columns} FROM instances WHERE id = ?`);
  const named = query(db, z.object({ id: z.string() }), 'SELECT id FROM instances WHERE type = ? AND name = ?');
  const write = db.prepare(`INSERT INTO instances (id, type, name, config, created_at, changed_at)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, config = excluded.config, changed_at = excluded.changed_at`);
  const remove = db.prepare('DELETE FROM instances WHERE id = ?');

  const complete = (row: Row) => {
    const { values, lost } = secrets.read(owner(row.id));
    return { raw: { ...row.config, ...Object.fromEntries(values) }, lost };
  };
  const load = (row: Row): Result<StoredInstance, BrokenInstance> => {
    const { raw, lost } = complete(row);
    const parsed = NodeConfig.safeParse(raw);
    if (parsed.success && lost.length === 0) {
      return ok({ id: row.id, config: parsed.data, createdAt: row.createdAt, changedAt: row.changedAt });
    }
    const reason =
      lost.length > 0 ? `cannot be decrypted: ${lost.join(', ')}` : z.prettifyError(parsed.error ?? new z.ZodError([]));
    return fail({ id: row.id, type: row.type, name: row.name, reason });
  };
  const save = (id: string, config: NodeConfig, createdAt: number): StoredInstance => {
    const changedAt = clock.now();
    const { password, tokenValue, ...open } = config;
    const sealed = { password, tokenValue };
    transaction(db, () => {
      write.run(id, config.type, config.name, JSON.stringify(open), createdAt, changedAt);
      for (const name of SECRETS) {
        const text = sealed[name];
        if (text) secrets.put(owner(id), name, text);
        else secrets.remove(owner(id), name);
      }
    });
    return { id, config, createdAt, changedAt };
  };
  const taken = ({ type, name }: NodeConfig, id?: string): boolean => {
    const other = named.get(type, name);
    return other !== undefined && other.id !== id;
  };

  const drop = (id: string): boolean =>
    transaction(db, () => {
      secrets.removeAll(owner(id));
      return remove.run(id).changes === 1;
    });

  return {
    list() {
      const loaded = all.all().map(load);
      return {
        instances: loaded.flatMap((r) => (r.ok ? [r.value] : [])),
        broken: loaded.flatMap((r) => (r.ok ? [] : [r.error])),
      };
    },
    get(id) {
      const row = one.get(id);
      const loaded = row && load(row);
      return loaded?.ok ? loaded.value : undefined;
    },
    add(config) {
      if (taken(config)) return fail({ code: 'duplicate_name' });
      return ok(save(freshId(), config, clock.now()));
    },
    update(id, patch) {
      const row = one.get(id);
      if (!row) return fail({ code: 'not_found' });
      const parsed = NodeConfig.safeParse(merge(complete(row).raw, { ...patch, type: row.type }));
      if (!parsed.success) return fail({ code: 'invalid', fields: fieldErrors(parsed.error) });
      if (taken(parsed.data, id)) return fail({ code: 'duplicate_name' });
      return ok(save(id, parsed.data, row.createdAt));
    },
    remove: drop,
    replaceAll: (configs) =>
      transaction(db, () => {
        const known = new Map(all.all().map((row) => [`${row.type} ${row.name}`, row]));
        const kept = configs.map((config) => known.get(`${config.type} ${config.name}`));
        for (const row of known.values()) if (!kept.includes(row)) drop(row.id);
        for (const [i, config] of configs.entries())
          save(kept[i]?.id ?? freshId(), config, kept[i]?.createdAt ?? clock.now() + i);
      }),
  };
}

const freshId = (): string => randomBytes(8).toString('hex');

/** Blank name, host and secrets mean "as it was"; one way to sign in replaces the other. */
function merge(stored: InstancePatch, patch: InstancePatch): Record<string, unknown> {
  const blankKeeps = new Set(['name', 'host', ...SECRETS]);
  const given = Object.entries(patch).filter(
    ([key, value]) => value !== undefined && !(value === '' && blankKeeps.has(key)),
  );
  const merged = { ...stored, ...Object.fromEntries(given) };
  const names = new Set(given.map(([key]) => key));
  const drop = names.has('tokenValue') ? ['password'] : names.has('password') ? ['tokenName', 'tokenValue'] : [];
  for (const key of drop) if (!names.has(key)) delete merged[key];
  return merged;
}

const fieldErrors = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || '(all)', issue.message]));
