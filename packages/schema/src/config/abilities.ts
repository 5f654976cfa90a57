// What can be monitored of each kind of instance, or left out: a flag of its configuration, with its words in the settings.
// No zod here: the browser imports this file.
import type { NodeType } from './kinds.ts';

/** One thing that can be monitored or left out. `on`: of a new instance. */
export interface Ability {
  name: string;
  hint?: string;
  on: boolean;
  /** Shown in a section of its own below the others. */
  advanced?: true;
}

const table = {
  pve: {
    monitorVMs: { name: 'Virtual machines', on: true },
    monitorContainers: { name: 'Containers', on: true },
    monitorStorage: { name: 'Storage', on: true },
    monitorBackups: { name: 'Backups and snapshots', on: true },
    monitorPhysicalDisks: {
      name: 'Physical disk health (SMART)',
      hint: 'Asked every 5 minutes. It can spin up idle hard disks, so it is off by default.',
      on: false,
      advanced: true,
    },
  },
  pbs: {
    monitorDatastores: { name: 'Datastores', on: true },
    monitorSyncJobs: { name: 'Sync jobs', on: true },
    monitorVerifyJobs: { name: 'Verification jobs', on: true },
    monitorPruneJobs: { name: 'Prune jobs', on: true },
    monitorGarbageJobs: { name: 'Garbage collection', on: true },
  },
  pmg: {
    monitorMailStats: { name: 'Mail statistics', on: true, advanced: true },
    monitorQueues: { name: 'Queues', on: true, advanced: true },
    monitorQuarantine: { name: 'Quarantine', on: true, advanced: true },
    monitorDomainStats: { name: 'Statistics per domain', on: false, advanced: true },
  },
} as const satisfies Record<NodeType, Record<string, Ability>>;

type Table = typeof table;
/** The flags of one kind, or of all. */
export type MonitorFlag<T extends NodeType = NodeType> = { [K in T]: keyof Table[K] & string }[T];

export const abilities: Readonly<Record<NodeType, Readonly<Record<string, Ability>>>> = table;
export const flagsOf = <T extends NodeType>(type: T) => Object.keys(abilities[type]) as MonitorFlag<T>[];
