// What the model of protection is made from: slices of the state, jobs, and decisions of people.
import type { PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import type { BackupTask, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Storage } from '@belfry/schema/entities/storage';
import type { BackupJob, CopyJob } from '@belfry/schema/protection/backup-job';
import type { Assignment, Exclusion } from '@belfry/schema/protection/decisions';
import type { Retention } from '@belfry/schema/protection/retention';
import type { Zone } from '../calendar-event/runs.ts';
import type { GuestFacts } from '../guest-figures.ts';
import type { Numbered } from '../guest-number.ts';
import type { DiskConfig } from './guest-disks.ts';

/**
 * A part of the data of an instance that is not known. `needs`: the missing privilege. Without it the part was not read yet, and `why` is
 * the host's text if a call failed. `storage`: only the backups on this storage. `retentions`: what the prune jobs of a backup server keep;
 * `instance` is the name of the server.
 */
export interface MissingPart {
  instance: string;
  part: 'jobs' | 'tasks' | 'backups' | 'retentions';
  needs?: string | undefined;
  why?: string | undefined;
  storage?: string | undefined;
}

/** Every list is sorted by id, and an unchanged element is the same object as before: so are the lists of the state. */
export interface ProtectionInput {
  guests: readonly Numbered<Pick<GuestFacts, 'id' | 'instance' | 'vmid' | 'type' | 'node' | 'pool'>>[];
  configs: readonly DiskConfig[];
  storages: readonly Pick<Storage, 'instance' | 'name' | 'node' | 'type' | 'backupTarget'>[];
  servers: readonly Pick<PbsInstance, 'name' | 'host' | 'fingerprint' | 'site'>[];
  jobs: readonly BackupJob[];
  copyJobs: readonly CopyJob[];
  retentions: readonly Retention[];
  tasks: readonly BackupTask[];
  storageBackups: readonly StorageBackup[];
  serverBackups: readonly PbsBackup[];
  exclusions: readonly Exclusion[];
  assignments: readonly Assignment[];
  missing: readonly MissingPart[];
  /** The time zone of the hosts of an instance, by its id or by the name of a backup server. UTC while it is not known. */
  zoneOf: (instance: string) => Zone;
}

export type ProtectedGuest = ProtectionInput['guests'][number];
