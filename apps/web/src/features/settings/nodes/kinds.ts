// What the node pages say about each kind of host, as data: words, port, coverage, accounts.
import type { NodeRequest, NodeType } from '@belfry/schema/config/node';
import type { MonitorFlag } from './node-form.ts';

export interface Coverage {
  flag: MonitorFlag;
  name: string;
  hint?: string;
  /** Of a new host. */
  on: boolean;
}

export interface Kind {
  type: NodeRequest['type'];
  /** As in "Add {name} node". */
  name: string;
  short: string;
  port: number;
  hostExample: string;
  hostHint: string;
  userExample: string;
  userHint: string;
  /** Absent: the product has no API tokens. */
  tokenExample?: string;
  /** Read-only access that is enough, and how to make it by hand. */
  account: string;
  commands?: readonly string[];
  coverage: readonly Coverage[];
  /** Its nodes can be made to report their temperatures. */
  reportsSensors?: true;
  /** A section of its own below the coverage. */
  advanced?: { title: string; coverage: readonly Coverage[] };
}

export const kinds: Record<NodeType, Kind> = {
  pve: {
    type: 'pve',
    name: 'Proxmox VE',
    short: 'PVE',
    reportsSensors: true,
    port: 8006,
    hostExample: 'https://pve.example.lan:8006',
    hostHint: 'Address of one node; port 8006 unless you give another. Belfry finds the other members of a cluster.',
    userExample: 'belfry-monitor@pam',
    userHint: 'With its realm, for example root@pam.',
    tokenExample: 'belfry-monitor@pam!belfry',
    account:
      'A read-only account is enough: the role PVEAuditor on /, a role with VM.Monitor (VM.GuestAgent.Audit on version 9), and PVEDatastoreAdmin on /storage to see backups.',
    commands: [
      'pveum user add belfry-monitor@pam --comment "Belfry monitoring"',
      'pveum aclmod / -user belfry-monitor@pam -role PVEAuditor',
      'pveum role add BelfryMonitor --privs VM.GuestAgent.Audit  # version 8: VM.Monitor',
      'pveum aclmod / -user belfry-monitor@pam -role BelfryMonitor',
      'pveum aclmod /storage -user belfry-monitor@pam -role PVEDatastoreAdmin',
      'pveum user token add belfry-monitor@pam belfry --privsep 0',
    ],
    coverage: [
      { flag: 'monitorVMs', name: 'Virtual machines', on: true },
      { flag: 'monitorContainers', name: 'Containers', on: true },
      { flag: 'monitorStorage', name: 'Storage', on: true },
      { flag: 'monitorBackups', name: 'Backups and snapshots', on: true },
    ],
    advanced: {
      title: 'Advanced monitoring',
      coverage: [
        {
          flag: 'monitorPhysicalDisks',
          name: 'Physical disk health (SMART)',
          hint: 'Asked every 5 minutes. It can spin up idle hard disks, so it is off by default.',
          on: false,
        },
      ],
    },
  },
  pbs: {
    type: 'pbs',
    name: 'Proxmox Backup Server',
    short: 'PBS',
    port: 8007,
    hostExample: 'https://pbs.example.lan:8007',
    hostHint: 'HTTPS is needed; port 8007 unless you say otherwise.',
    userExample: 'belfry-monitor@pbs',
    userHint: 'With its realm, for example admin@pbs.',
    tokenExample: 'belfry-monitor@pbs!belfry',
    account:
      'A read-only account is enough: the roles Audit on / and RemoteAudit on /remote, for the user and for its token. Without the second, sync jobs that use a remote are not shown.',
    commands: [
      'proxmox-backup-manager user create belfry-monitor@pbs',
      'proxmox-backup-manager acl update / Audit --auth-id belfry-monitor@pbs',
      'proxmox-backup-manager acl update /remote RemoteAudit --auth-id belfry-monitor@pbs',
      'proxmox-backup-manager user generate-token belfry-monitor@pbs belfry',
      "proxmox-backup-manager acl update / Audit --auth-id 'belfry-monitor@pbs!belfry'",
      "proxmox-backup-manager acl update /remote RemoteAudit --auth-id 'belfry-monitor@pbs!belfry'",
    ],
    coverage: [
      { flag: 'monitorDatastores', name: 'Datastores', on: true },
      { flag: 'monitorSyncJobs', name: 'Sync jobs', on: true },
      { flag: 'monitorVerifyJobs', name: 'Verification jobs', on: true },
      { flag: 'monitorPruneJobs', name: 'Prune jobs', on: true },
      { flag: 'monitorGarbageJobs', name: 'Garbage collection', on: true },
    ],
  },
  pmg: {
    type: 'pmg',
    name: 'Proxmox Mail Gateway',
    short: 'PMG',
    port: 8006,
    hostExample: 'https://pmg.example.lan:8006',
    hostHint: 'HTTPS; port 8006 unless you say otherwise.',
    userExample: 'api@pmg',
    userHint: 'With its realm, for example root@pam or api@pmg.',
    account: 'A read-only account is enough: a user with the role Auditor.',
    coverage: [],
    advanced: {
      title: 'Data collection',
      coverage: [
        { flag: 'monitorMailStats', name: 'Mail statistics', on: true },
        { flag: 'monitorQueues', name: 'Queues', on: true },
        { flag: 'monitorQuarantine', name: 'Quarantine', on: true },
        { flag: 'monitorDomainStats', name: 'Statistics per domain', on: false },
      ],
    },
  },
};

export const coverageOf = ({ coverage, advanced }: Kind): readonly Coverage[] => [
  ...coverage,
  ...(advanced?.coverage ?? []),
];
