// The configured instances: node configurations by a random id that does not change, with their secrets encrypted
// beside them.

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '@belfry/domain/result';
import { NodeConfig } from '@belfry/schema/config/node';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { allProblems, problemsByField } from '../lib/invalid-input.ts';
import { json } from './query.ts';
import type { Scope, Work } from './scope.ts';
import type { Secrets } from './secrets.ts';
import { createSecretsStore, sealedAt, secretKey } from './secrets-store.ts';
import type { Rows } from './tables.ts';

/**
 * Neither id ever changes. `id` is the id of the entry in the settings and is never used again. `instance` is made once
 * from the first name; readings, guests and everything stored about them refer to it. Times are epoch ms.
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
 * Fields of a NodeConfig. An absent field, and a blank name, host or secret, keep the old value; any other blank removes
 * the field. A token replaces a password and vice versa.
 */
type InstancePatch = Readonly<Record<string, unknown>>;

export type SaveError =
  | { code: 'not_found' | 'duplicate_name' }
  /** One message per field, by its name. */
  | { code: 'invalid'; fields: Record<string, Sentence> };

export type InstancesStore = ReturnType<typeof createInstancesStore>;
export type NamedInstance = Pick<StoredInstance, 'instance' | 'config'>;

const SECRETS = ['password', 'tokenValue'] as const;
const owner = (id: string): string => `instances/${id}`;
const Config = json.pipe(z.record(z.string(), z.unknown()));
type Row = Rows['instances'];

export interface InstancesDeps {
  sealing: Secrets;
  clock: Clock;
}

export function createInstancesStore(scope: Scope, { sealing, clock }: InstancesDeps) {
  const { memory, write } = scope;
  const secrets = createSecretsStore(scope, sealing);
  const rows = () => memory.instances.list().sort((a, b) => a.createdAt - b.createdAt);

  const complete = (row: Row) => {
    const { values, lost } = secrets.read(owner(row.id));
    return { raw: { ...Config.safeParse(row.config).data, ...Object.fromEntries(values) }, lost };
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
      lost.length > 0 ? `cannot be decrypted: ${lost.join(', ')}` : allProblems(parsed.error ?? new z.ZodError([]));
    return fail({ id: row.id, instance: row.instance, type: row.type, name: row.name, reason });
  };
  const save = async (
    tables: Work,
    entry: Pick<Row, 'id' | 'instance' | 'createdAt'>,
    config: NodeConfig,
    changedAt = clock.now(),
  ): Promise<StoredInstance> => {
    const { id, instance, createdAt } = entry;
    const { password, tokenValue, ...open } = config;
    const { type, name } = config;
    await tables.instances.put({ id, instance, type, name, config: JSON.stringify(open), createdAt, changedAt });
    const texts = { password, tokenValue };
    for (const name of SECRETS) {
      const place = { owner: owner(id), name };
      const text = texts[name];
      if (text) await tables.secrets.put({ ...place, sealed: sealing.seal(sealedAt(place.owner, name), text) });
      else await tables.secrets.remove(secretKey(place));
    }
    return { id, instance, config, createdAt, changedAt };
  };
  const drop = async (tables: Work, id: string): Promise<boolean> => {
    for (const row of tables.secrets.list()) if (row.owner === owner(id)) await tables.secrets.remove(secretKey(row));
    return tables.instances.remove(id);
  };
  const isTaken = ({ instances }: Work, { type, name }: NodeConfig, id?: string): boolean =>
    instances.list().some((row) => row.type === type && row.name === name && row.id !== id);

  return {
    /** Oldest first. */
    list(): { instances: StoredInstance[]; broken: BrokenInstance[] } {
      const loaded = rows().map(load);
      return {
        instances: loaded.flatMap((r) => (r.ok ? [r.value] : [])),
        broken: loaded.flatMap((r) => (r.ok ? [] : [r.error])),
      };
    },
    get(id: string): StoredInstance | undefined {
      const row = memory.instances.get(id);
      const loaded = row && load(row);
      return loaded?.ok ? loaded.value : undefined;
    },
    add: (config: NodeConfig, instance: string): Promise<Result<StoredInstance, SaveError>> =>
      write(async (tables) => {
        if (isTaken(tables, config)) return fail({ code: 'duplicate_name' });
        return ok(await save(tables, { id: freshId(), instance, createdAt: clock.now() }, config));
      }),
    update: (id: string, patch: InstancePatch): Promise<Result<StoredInstance, SaveError>> =>
      write(async (tables) => {
        const row = tables.instances.get(id);
        if (!row) return fail({ code: 'not_found' });
        const { raw } = complete(row);
        const parsed = NodeConfig.safeParse(merge(raw, { ...patch, type: row.type }));
        if (!parsed.success) return fail({ code: 'invalid', fields: problemsByField(parsed.error, '(all)') });
        if (isTaken(tables, parsed.data, id)) return fail({ code: 'duplicate_name' });
        // If only the name has changed, the data that was read with the old settings is still valid.
        const isRenamed = isDeepStrictEqual({ ...raw, name: '' }, { ...parsed.data, name: '' });
        return ok(await save(tables, row, parsed.data, isRenamed ? row.changedAt : clock.now()));
      }),
    /** False when there is no such instance. */
    remove: (id: string): Promise<boolean> => write((tables) => drop(tables, id)),
    /** Replaces all entries by these, new ones in this order. An `instance` that exists keeps its entry. Broken entries are removed. */
    replaceAll: (instances: readonly NamedInstance[]) =>
      write(async (tables) => {
        const known = new Map(tables.instances.list().map((row) => [row.instance, row]));
        // Two instances may have swapped their names.
        for (const { id } of known.values()) await drop(tables, id);
        for (const [i, { instance, config }] of instances.entries())
          await save(tables, known.get(instance) ?? { id: freshId(), instance, createdAt: clock.now() + i }, config);
      }),
  };
}

const freshId = (): string => randomBytes(8).toString('hex');

/** A blank name, host or secret stays unchanged. One way to sign in replaces the other. */
function merge(stored: InstancePatch, patch: InstancePatch): Record<string, unknown> {
  const blankKeeps = new Set(['name', 'host', ...SECRETS]);
  const changes = Object.entries(patch).filter(
    ([key, value]) => value !== undefined && !(value === '' && blankKeeps.has(key)),
  );
  const merged = { ...stored, ...Object.fromEntries(changes) };
  const names = new Set(changes.map(([key]) => key));
  const drop = names.has('tokenValue') ? ['password'] : names.has('password') ? ['tokenName', 'tokenValue'] : [];
  for (const key of drop) if (!names.has(key)) delete merged[key];
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
