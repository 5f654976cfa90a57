// Backups of Belfry itself.
import * as z from 'zod';
import { NamedText } from '../named-text.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/system/backups';

/** `at` ISO, `version` that of the Belfry that made it. */
export const OwnBackup = z.object({
  file: z.string(),
  at: z.string(),
  sizeBytes: z.number().int(),
  version: z.string(),
});
export type OwnBackup = z.infer<typeof OwnBackup>;

const Aged = OwnBackup.extend({ ageSeconds: z.number() });

/**
 * A place that keeps backups. `place`: the path of a folder, or `s3://bucket/prefix`. `count` and `lastGood` are of the last time it
 * could be read; without `count` it never could since the start.
 */
const OwnBackupPlace = z.object({
  kind: z.enum(['folder', 's3']),
  place: z.string(),
  count: z.number().int().optional(),
  lastGood: Aged.optional(),
  /** Why it could not be read or written the last time. */
  problem: z.string().optional(),
});

/**
 * `backups`: those in any place, the newest first. `next` ISO: when the schedule makes one. `stores`: absent without a place. `cause`:
 * what `message` says, where it is one of the known mistakes.
 */
export const OwnBackupStatus = z.object({
  enabled: z.boolean(),
  folder: z.string().optional(),
  schedule: z.string().optional(),
  keep: z.number().int().optional(),
  next: z.string().optional(),
  lastGood: Aged.optional(),
  problem: z.object({ message: z.string(), since: z.string(), cause: NamedText.optional() }).optional(),
  backups: z.array(OwnBackup),
  stores: z.array(OwnBackupPlace).optional(),
});
export type OwnBackupStatus = z.infer<typeof OwnBackupStatus>;

export const getOwnBackups = endpoint(`GET ${path}`, {
  summary: 'Backups of Belfry itself: those there are, the age of the last good one, and why the last attempt failed',
  access: 'admin',
  reply: OwnBackupStatus,
});

export const makeOwnBackup = endpoint(`POST ${path}`, {
  summary: 'Make a backup of Belfry itself now, in each place that the environment names',
  access: 'admin',
  rate: 'transfer',
  body: z.strictObject({}),
  reply: OwnBackup,
  errors: ['bad_request', 'unavailable'],
});

export const ownBackupEndpoints = [getOwnBackups, makeOwnBackup] as const;
