// The tables whose rows have a key, as rows of plain values. Column `created_at` is the field `createdAt`.
import { Role } from '@belfry/schema/http/security';
import { SessionMethod } from '@belfry/schema/http/sessions';
import { TokenScope } from '@belfry/schema/http/tokens';
import { RestoreTest } from '@belfry/schema/protection/decisions';
import * as z from 'zod';
import type { TableShape } from './backend.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const table = <S extends z.ZodObject>(
  name: string,
  key: TableShape<S>['key'],
  row: S,
  order: TableShape<S>['order'] = 'put',
): TableShape<S> => ({ name, key, row, order });

/** Times are epoch ms. */
export const shapes = {
  users: table(
    'users',
    ['name'],
    z.object({
      id: z.string(),
      name: z.string(),
      passwordHash: z.string(),
      role: Role,
      createdAt: z.number(),
      changedAt: z.number(),
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
      createdAt: z.number(),
      lastUsedAt: z.number(),
      expiresAt: z.number(),
      ip: z.string(),
      userAgent: z.string(),
    }),
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
      createdAt: z.number(),
      lastUsedAt: z.number().nullable(),
      expiresAt: z.number().nullable(),
    }),
  ),
  /** `value` is JSON. */
  settings: table('settings', ['key'], z.object({ key: z.string(), value: z.string(), changedAt: z.number() }), 'key'),
  secrets: table('secrets', ['owner', 'name'], z.object({ owner: z.string(), name: z.string(), sealed: bytes }), 'key'),
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
      createdAt: z.number(),
      changedAt: z.number(),
    }),
  ),
  /** `tags` is JSON. */
  guestMetadata: table(
    'guest_metadata',
    ['id'],
    z.object({
      id: z.string(),
      customUrl: z.string(),
      description: z.string(),
      tags: z.string(),
      changedAt: z.number(),
    }),
    'key',
  ),
  /** `owner` identifies a user, see `ownerOf`; `params` is JSON. */
  savedViews: table(
    'saved_views',
    ['id'],
    z.object({
      id: z.string(),
      owner: z.string(),
      name: z.string(),
      screen: z.string(),
      params: z.string(),
      changedAt: z.number(),
    }),
  ),
  /** `params` is JSON. */
  viewLinks: table(
    'view_links',
    ['id'],
    z.object({
      id: z.string(),
      tokenHash: bytes,
      name: z.string(),
      screen: z.string(),
      params: z.string(),
      createdBy: z.string(),
      createdAt: z.number(),
      lastUsedAt: z.number().nullable(),
      expiresAt: z.number().nullable(),
    }),
  ),
  /** `guest` is the id of the guest. Without `until` it has no end. */
  exclusions: table(
    'protection_exclusions',
    ['guest'],
    z.object({
      guest: z.string(),
      note: z.string(),
      until: z.number().nullable(),
      by: z.string(),
      since: z.number(),
    }),
    'key',
  ),
  /** `backups` is the id of the group of backups. */
  assignments: table(
    'protection_assignments',
    ['backups'],
    z.object({ backups: z.string(), guest: z.string(), by: z.string(), since: z.number() }),
    'key',
  ),
  restoreTests: table(
    'restore_tests',
    ['id'],
    z.object({
      id: z.string(),
      guest: z.string(),
      at: z.number(),
      result: RestoreTest.shape.result,
      note: z.string(),
      by: z.string(),
      since: z.number(),
    }),
  ),
  versionChanges: table(
    'version_changes',
    ['id'],
    z.object({
      id: z.string(),
      at: z.number(),
      versionFrom: z.string(),
      versionTo: z.string(),
      deployment: z.string(),
    }),
  ),
} as const;

export type Rows = { [Name in keyof typeof shapes]: z.output<(typeof shapes)[Name]['row']> };
