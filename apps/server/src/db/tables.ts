// The tables of `belfry.db`. Those whose rows have a key are described here as rows of plain values, and nowhere else by name. Column
// `created_at` is the field `createdAt`.

import { Drill } from '@belfry/schema/drill/drill';
import { GuestMetadata } from '@belfry/schema/http/guest-metadata';
import { Role } from '@belfry/schema/http/security';
import { SessionMethod } from '@belfry/schema/http/sessions';
import { TokenScope } from '@belfry/schema/http/tokens';
import { ViewAddress } from '@belfry/schema/http/views';
import { AgreedState } from '@belfry/schema/journal/baseline';
import { RestoreTest } from '@belfry/schema/protection/decisions';
import * as z from 'zod';
import { mapped } from '../lib/mapped.ts';
import { auditRows } from './audit-rows.ts';
import type { AuditTable } from './audit-store.ts';
import type { Statements } from './backend.ts';
import { dockerHostRows } from './docker-host-rows.ts';
import type { DockerHostsTable } from './docker-hosts-store.ts';
import { json } from './query.ts';
import type { SetAside } from './set-aside.ts';
import { keyedTable, type Table, type TableShape } from './table.ts';

/** Epoch ms that a date can have. */
const time = z.number().min(-8.64e15).max(8.64e15);
const jsonOf = (content: z.ZodType) =>
  z.string().refine((text) => json.pipe(content).safeParse(text).success, 'wrong content');
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const table = <S extends z.ZodObject>(
  name: string,
  key: TableShape<S>['key'],
  row: S,
  more: Partial<TableShape<S>> = {},
): TableShape<S> => ({ name, key, row, order: 'put', ...more });

/** These rows are also in memory, because every request needs them, or every change of the state. Times are epoch ms. */
export const inMemory = {
  users: table(
    'users',
    ['name'],
    z.object({
      id: z.string(),
      name: z.string(),
      passwordHash: z.string(),
      role: Role,
      createdAt: time,
      changedAt: time,
    }),
  ),
  sessions: table(
    'sessions',
    ['id'],
    z.object({
      id: z.string(),
      tokenHash: bytes,
      user: z.string(),
      subject: z.string(),
      role: Role,
      method: SessionMethod,
      createdAt: time,
      lastUsedAt: time,
      expiresAt: time,
      ip: z.string(),
      userAgent: z.string(),
    }),
    { alias: 'tokenHash' },
  ),
  apiTokens: table(
    'api_tokens',
    ['id'],
    z.object({
      id: z.string(),
      tokenHash: bytes,
      name: z.string(),
      scope: TokenScope,
      hint: z.string(),
      createdBy: z.string(),
      createdAt: time,
      lastUsedAt: time.nullable(),
      expiresAt: time.nullable(),
    }),
    { alias: 'tokenHash' },
  ),
  /** `params` is JSON. */
  viewLinks: table(
    'view_links',
    ['id'],
    z.object({
      id: z.string(),
      tokenHash: bytes,
      name: z.string(),
      screen: ViewAddress.shape.screen,
      params: jsonOf(ViewAddress.shape.params),
      createdBy: z.string(),
      createdAt: time,
      lastUsedAt: time.nullable(),
      expiresAt: time.nullable(),
    }),
    { alias: 'tokenHash' },
  ),
  /** `value` is JSON. */
  settings: table('settings', ['key'], z.object({ key: z.string(), value: z.string(), changedAt: time }), {
    order: 'key',
  }),
  secrets: table('secrets', ['owner', 'name'], z.object({ owner: z.string(), name: z.string(), sealed: bytes }), {
    order: 'key',
  }),
  /** `config` is JSON, without the secrets. */
  instances: table(
    'instances',
    ['id'],
    z.object({
      id: z.string(),
      instance: z.string(),
      type: z.string(),
      name: z.string(),
      config: z.string(),
      createdAt: time,
      changedAt: time,
    }),
  ),
  /**
   * The keys are those of its collector (base64url), blank without one. The waiting ones belong to a collector that an administrator must accept.
   * The token is known by its hash; `joinBy` is the time at which it expires, null once it was used.
   */
  sites: table(
    'sites',
    ['id'],
    z.object({
      id: z.string(),
      name: z.string(),
      signingKey: z.string(),
      sealingKey: z.string(),
      waitingSigningKey: z.string(),
      waitingSealingKey: z.string(),
      tokenHash: bytes,
      joinBy: time.nullable(),
      accept: z.enum(['token', 'person']),
      revokedAt: time.nullable(),
      version: z.string(),
      createdAt: time,
    }),
  ),
  /** `guest` is the id of the guest. Without `until` it has no end. */
  exclusions: table(
    'protection_exclusions',
    ['guest'],
    z.object({
      guest: z.string(),
      note: z.string(),
      until: time.nullable(),
      by: z.string(),
      since: time,
    }),
    { order: 'key' },
  ),
  /** `backups` is the id of the group of backups. */
  assignments: table(
    'protection_assignments',
    ['backups'],
    z.object({ backups: z.string(), guest: z.string(), by: z.string(), since: time }),
    { order: 'key' },
  ),
  restoreTests: table(
    'restore_tests',
    ['id'],
    z.object({
      id: z.string(),
      guest: z.string(),
      at: time,
      result: RestoreTest.shape.result,
      note: z.string(),
      by: z.string(),
      since: time,
    }),
  ),
  /** `drill` is JSON. */
  drills: table('drills', ['id'], z.object({ id: z.string(), drill: jsonOf(Drill), createdAt: time })),
  /** `agreed` is JSON. */
  baselines: table('baselines', ['id'], z.object({ id: z.string(), agreed: jsonOf(AgreedState) })),
};

/** These rows are read when they are needed: they may be many, and seldom are. */
const onDisk = {
  /** `tags` is JSON. */
  guestMetadata: table(
    'guest_metadata',
    ['id'],
    z.object({
      id: z.string(),
      customUrl: z.string(),
      description: z.string(),
      tags: jsonOf(GuestMetadata.shape.tags),
      changedAt: time,
    }),
    { order: 'key' },
  ),
  /** `owner` identifies a user, see `ownerOf`; `params` is JSON. */
  savedViews: table(
    'saved_views',
    ['id'],
    z.object({
      id: z.string(),
      owner: z.string(),
      name: z.string(),
      screen: ViewAddress.shape.screen,
      params: jsonOf(ViewAddress.shape.params),
      changedAt: time,
    }),
  ),
  versionChanges: table(
    'version_changes',
    ['id'],
    z.object({
      id: z.string(),
      at: time,
      versionFrom: z.string(),
      versionTo: z.string(),
      deployment: z.string(),
    }),
  ),
};

const shapes = { ...inMemory, ...onDisk };

export type Rows = { [Name in keyof typeof shapes]: z.output<(typeof shapes)[Name]['row']> };
export type InMemory = keyof typeof inMemory;
export type Tables = { [Name in keyof Rows]: Table<Rows[Name]> } & { audit: AuditTable; dockerHosts: DockerHostsTable };
/** Those that are not in memory. */
export type OnDisk = Omit<Tables, InMemory>;

export function createTables(statements: Statements, setAside: SetAside): Tables {
  return {
    ...mapped<typeof shapes, Pick<Tables, keyof Rows>>(shapes, (shape) =>
      keyedTable<z.ZodObject>(statements, setAside, shape),
    ),
    audit: auditRows(statements, setAside),
    dockerHosts: dockerHostRows(statements),
  };
}
