// The whole state: its slices by name, what each slice holds and how it is sent.

import * as z from 'zod';
import { Alert, ResolvedAlert } from './entities/alert.ts';
import { CephCluster } from './entities/ceph-cluster.ts';
import { DockerHost } from './entities/docker.ts';
import { Guest } from './entities/guest.ts';
import { GuestConfig } from './entities/guest-config.ts';
import { Instance } from './entities/instance.ts';
import { Node } from './entities/node.ts';
import { NodeLoss } from './entities/node-loss.ts';
import { PbsBackup, PbsInstance } from './entities/pbs.ts';
import { PbsDetails } from './entities/pbs-details.ts';
import { PhysicalDisk } from './entities/physical-disk.ts';
import { PmgInstance } from './entities/pmg.ts';
import { BackupTask, GuestSnapshot, StorageBackup } from './entities/pve-backups.ts';
import { PveCluster } from './entities/pve-cluster.ts';
import { Site } from './entities/site.ts';
import { Storage } from './entities/storage.ts';
import { Task } from './entities/task.ts';
import { Baseline } from './journal/baseline.ts';
import { BackupJob, CopyJob } from './protection/backup-job.ts';
import { BackupGroup, GuestProtection } from './protection/guest-protection.ts';
import { Retention } from './protection/retention.ts';
import { OwnSentence } from './sentences/sentence.ts';

/** Counters of the polling. Durations are seconds; `apiCallDuration` is the mean of the last minute. */
export const Performance = z.object({
  apiCallDuration: z.number(),
  lastPollDuration: z.number(),
  pollingStartTime: z.string(),
  totalApiCalls: z.number(),
  failedApiCalls: z.number(),
  cacheHits: z.number(),
  cacheMisses: z.number(),
});
export type Performance = z.infer<typeof Performance>;

/** `uptime` seconds. */
export const Stats = z.object({
  startTime: z.string(),
  uptime: z.number(),
  pollingCycles: z.number(),
  webSocketClients: z.number(),
  version: z.string(),
});
export type Stats = z.infer<typeof Stats>;

/** A problem of Belfry itself. `since` ISO. */
export const ServerProblem = z.object({ message: z.string(), sentence: OwnSentence.optional(), since: z.string() });
export type ServerProblem = z.infer<typeof ServerProblem>;

/** Lists of entities, each with a unique string `id`, always sorted by id (code units). */
export const lists = {
  instances: z.array(Instance),
  sites: z.array(Site),
  nodes: z.array(Node),
  vms: z.array(Guest),
  containers: z.array(Guest),
  storage: z.array(Storage),
  pveClusters: z.array(PveCluster),
  cephClusters: z.array(CephCluster),
  physicalDisks: z.array(PhysicalDisk),
  pbs: z.array(PbsInstance),
  pmg: z.array(PmgInstance),
  pbsBackups: z.array(PbsBackup),
  pbsDetails: z.array(PbsDetails),
  dockerHosts: z.array(DockerHost),
  backupTasks: z.array(BackupTask),
  storageBackups: z.array(StorageBackup),
  guestSnapshots: z.array(GuestSnapshot),
  tasks: z.array(Task),
  nodeLosses: z.array(NodeLoss),
  guestConfigs: z.array(GuestConfig),
  backupJobs: z.array(BackupJob),
  copyJobs: z.array(CopyJob),
  retentions: z.array(Retention),
  guestProtection: z.array(GuestProtection),
  backupGroups: z.array(BackupGroup),
  baselines: z.array(Baseline),
  activeAlerts: z.array(Alert),
  recentlyResolved: z.array(ResolvedAlert),
} as const;

/** Small objects that are sent whole when they change. */
export const singles = {
  connectionHealth: z.record(z.string(), z.boolean()),
  performance: Performance,
  stats: Stats,
  /** By subject: `disk`, `defects`. */
  serverProblems: z.record(z.string(), ServerProblem),
} as const;

/** The state that the server keeps and our own client receives. `lastUpdate` is epoch milliseconds. */
export const State = z.object({ ...lists, ...singles, lastUpdate: z.number() });
export type State = z.infer<typeof State>;

export type ListName = keyof typeof lists;
export type SingleName = keyof typeof singles;
export type EntityOf<L extends ListName> = State[L][number];

export const listNames = Object.keys(lists) as ListName[];
