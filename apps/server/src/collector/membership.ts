// What a collector stores in its folder: which site it belongs to and its keys, and what it polled last. Nobody else may read it.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { AssignedInstance } from '@belfry/schema/collect/down';
import * as z from 'zod';
import { CollectorKeys } from '../collect/keys.ts';
import { writePrivateFile } from '../db/private-file.ts';

/** `server`: its address. `pin`: SHA-256 of its certificate, if no authority signed that; blank otherwise. */
const Membership = z.object({
  server: z.url(),
  pin: z.string(),
  site: z.string(),
  name: z.string(),
  keys: CollectorKeys,
});
export type Membership = z.infer<typeof Membership>;

const Assignment = z.array(AssignedInstance);
/** More than one has. */
const MEMBERSHIP_BYTES = 8192;
const fileOf = (dataDir: string) => path.join(dataDir, 'collector.json');
const assignmentOf = (dataDir: string) => path.join(dataDir, 'assignment.json');

function read<S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Undefined: it has not joined, or the file cannot be read. */
export const membershipIn = (dataDir: string): Membership | undefined => read(fileOf(dataDir), Membership);
export const saveMembership = (dataDir: string, membership: Membership): void =>
  writePrivateFile(fileOf(dataDir), JSON.stringify(membership, null, 1));

/** Throws while the folder cannot take a membership. This is asked before a token is used, because it works once. */
export function tryFolder(dataDir: string): void {
  const trial = path.join(dataDir, 'joining');
  try {
    writePrivateFile(trial, ' '.repeat(MEMBERSHIP_BYTES));
  } finally {
    for (const file of [trial, `${trial}.new`]) rmSync(file, { force: true });
  }
}

/** What is about the former site of the folder. */
export function forgetSite(dataDir: string): void {
  for (const file of ['assignment.json', 'status.json']) rmSync(path.join(dataDir, file), { force: true });
}

export function leaveSite(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
  forgetSite(dataDir);
}

/** With it a collector polls before it reaches the server. The secrets in it are sealed to the keys of this folder. */
export const assignmentIn = (dataDir: string): readonly AssignedInstance[] =>
  read(assignmentOf(dataDir), Assignment) ?? [];
export const saveAssignment = (dataDir: string, instances: readonly AssignedInstance[]): void =>
  writePrivateFile(assignmentOf(dataDir), JSON.stringify(instances));
