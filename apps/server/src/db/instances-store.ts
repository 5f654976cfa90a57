// What Belfry watches: node configurations by stable random id, their secrets sealed beside them.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '@belfry/domain/result';
import { NodeConfig } from '@belfry/schema/config/node';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { type Database, transaction } from './open.ts';
import { json, query } from './query.ts';
import type { SecretsStore } from './secrets-store.ts';

/**
 * Neither id ever changes. `id` names the entry in the settings and is never used again; `instance` is minted from the
 * first name and names what is watched: readings, guests and whatever is kept of them go by it. Times are epoch ms.
 */
export interface StoredInstance {
  id: string;
  instance: string;
  config: NodeConfig;
  createdAt: number;
  changedAt: number;
}

/** An entry that cannot be used: it stays on disk, the others are not affected. `reason` is for an administrator. */
export interface BrokenInstance {
  id: string;
  instance: string;
  type: string;
  name: string;
  reason: string;
}

/**
 * Fields of a NodeConfig; what is absent, or a blank name, host or secret, stays as it is, and any other blank takes the
 * field away. A token replaces a password and vice versa.
 */
export type InstancePatch = Readonly<Record<string, unknown>>;

export type InstanceError =
  | { code: 'not_found' | 'duplicate_name' }
  /** One message per field, by its name. */
  | { code: 'invalid'; fields: Record<string, string> };

export interface InstancesStore {
  /** Oldest first. */
  list(): { instances: StoredInstance[]; broken: BrokenInstance[] };
  get(id: string): StoredInstance | undefined;
  add(config: NodeConfig, instance: string): Result<StoredInstance, InstanceError>;
  update(id: string, patch: InstancePatch): Result<StoredInstance, InstanceError>;
  /** False when there is no such instance. */
  remove(id: string): boolean;
  /** Leaves these and no others, new ones in this order; a known `instance` keeps its entry. Broken entries go. */
  replaceAll(instances: readonly NamedInstance[]): void;
}
export type NamedInstance = Pick<StoredInstance, 'instance' | 'config'>;

const SECRETS = ['password', 'tokenValue'] as const;
const owner = (id: string): string => `instances/${id}`;
const Row = z.object({
  id: z.string(),
  instance: z.string(),
  type: z.string(),
  name: z.string(),
  config: json(z.record(z.string(), z.unknown())),
  createdAt: z.number(),
  changedAt: z.number(),
});
type Row = z.infer<typeof Row>;
const columns = 'id, instance, type, name, config, created_at AS createdAt, changed_at AS changedAt';

export function createInstancesStore(db: Database, secrets: SecretsStore, clock: Clock): InstancesStore {
  const all = query(db, Row, `SELECT ${columns} FROM instances ORDER BY created_at, rowid`);
  const one = query(db, Row, `SELECT ${columns} FROM instances WHERE id = ?`);
  const named = query(db, z.object({ id: z.string() }), 'SELECT id FROM instances WHERE type = ? AND name = ?');
  const write = db.prepare(`INSERT INTO instances (id, instance, type, name, config, created_at, changed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
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
      return ok({
        id: row.id,
        instance: row.instance,
        config: parsed.data,
        createdAt: row.createdAt,
        changedAt: row.changedAt,
      });
    }
    const reason =
      lost.length > 0 ? `cannot be decrypted: ${lost.join(', ')}` : z.prettifyError(parsed.error ?? new z.ZodError([]));
    return fail({ id: row.id, instance: row.instance, type: row.type, name: row.name, reason });
  };
  const save = (
    entry: Pick<Row, 'id' | 'instance' | 'createdAt'>,
    config: NodeConfig,
    changedAt = clock.now(),
  ): StoredInstance => {
    const { id, instance, createdAt } = entry;
    const { password, tokenValue, ...open } = config;
    const sealed = { password, tokenValue };
    transaction(db, () => {
      write.run(id, instance, config.type, config.name, JSON.stringify(open), createdAt, changedAt);
      for (const name of SECRETS) {
        const text = sealed[name];
        if (text) secrets.put(owner(id), name, text);
        else secrets.remove(owner(id), name);
      }
    });
    return { id, instance, config, createdAt, changedAt };
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
    add(config, instance) {
      if (taken(config)) return fail({ code: 'duplicate_name' });
      return ok(save({ id: freshId(), instance, createdAt: clock.now() }, config));
    },
    update(id, patch) {
      const row = one.get(id);
      if (!row) return fail({ code: 'not_found' });
      const { raw } = complete(row);
      const parsed = NodeConfig.safeParse(merge(raw, { ...patch, type: row.type }));
      if (!parsed.success) return fail({ code: 'invalid', fields: fieldErrors(parsed.error) });
      if (taken(parsed.data, id)) return fail({ code: 'duplicate_name' });
      // Another name alone does not make what was heard untrue.
      const isRenamed = isDeepStrictEqual({ ...raw, name: '' }, { ...parsed.data, name: '' });
      return ok(save(row, parsed.data, isRenamed ? row.changedAt : clock.now()));
    },
    remove: drop,
    replaceAll: (instances) =>
      transaction(db, () => {
        const known = new Map(all.all().map((row) => [row.instance, row]));
        // Two may have changed their names for each other's.
        for (const { id } of known.values()) drop(id);
        for (const [i, { instance, config }] of instances.entries())
          save(known.get(instance) ?? { id: freshId(), instance, createdAt: clock.now() + i }, config);
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
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

const fieldErrors = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || '(all)', issue.message]));
