// What the server and the updater tell each other, as files in the folder `updates` of the data folder. The server has no
// privileges: it puts a release and a request there. The updater runs as root: it trusts nothing there but a signature.
import * as z from 'zod';
import { isVersion } from './version.ts';

/** Names within the data folder. */
export const folder = 'updates';
export const staged = 'staged';
export const requestFile = 'request.json';
export const statusFile = 'status.json';
export const sumsFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.minisig';

/** A larger archive is not downloaded, and not unpacked. */
export const MAX_ARCHIVE_BYTES = 512 << 20;
/** The same for the list of checksums and for its signature. */
export const MAX_LIST_BYTES = 64 << 10;

/** It becomes part of paths, so it has no other characters. */
export const ReleaseVersion = z
  .string()
  .max(64)
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]+)?$/)
  .refine(isVersion);

/** `id`: of the run in the history. `requestedAt` ISO. */
export const UpdateRequest = z.object({
  id: z.string().regex(/^[0-9a-f-]{36}$/),
  version: ReleaseVersion,
  previous: ReleaseVersion,
  requestedAt: z.string().max(64),
  by: z.string().max(256),
});
export type UpdateRequest = z.infer<typeof UpdateRequest>;

/** The stages of an update, in their order, with their progress in percent. The first two are the server's. */
export const stages = {
  downloading: 10,
  verifying: 30,
  extracting: 40,
  'backing-up': 60,
  applying: 80,
  restarting: 95,
} as const;
export type Stage = keyof typeof stages;

/** What a text says, so that a client can show its own words: `values` are the names and numbers in it. */
const Named = z.object({ id: z.string(), values: z.record(z.string(), z.string()) });

/**
 * How far the updater is. `outcome` is set at the end: `failed` means that the running version was not replaced, `rolled_back`
 * that it was, and runs again on its old data. `updatedAt` ISO. `backupPath` may be empty.
 */
export const UpdaterStatus = z.object({
  id: z.string(),
  version: z.string(),
  status: z.enum([...(Object.keys(stages) as [Stage, ...Stage[]]), 'completed', 'error']),
  progress: z.number(),
  message: z.string(),
  /** What `message` says. An older updater does not write it. */
  named: Named.optional().catch(undefined),
  error: z.string(),
  updatedAt: z.string(),
  outcome: z.enum(['success', 'failed', 'rolled_back']).optional(),
  backupPath: z.string(),
});
export type UpdaterStatus = z.infer<typeof UpdaterStatus>;
export type Outcome = NonNullable<UpdaterStatus['outcome']>;
