// What differs by list of the state. A new list has a row here, and the compiler asks for what its entities need.
import type { EntityOf, ListName } from '@belfry/schema/state';

interface Facts<E> {
  /** The plural for people. */
  title: string;
  /** Its alerts may explain those about other lists. These lists are read first, in the order of the rows. */
  explains?: true;
  /** An alert may be about one of its entities, which belongs to an instance or is one. */
  place?: 'of an instance' | 'an instance';
  /** What its entities are as devices of Home Assistant. */
  device?: { model: string; nameOf(entity: E): string };
}

/** Figures that grow old: the entity has `staleSince` once its instance does not answer. */
type Age<E> = 'staleSince' extends keyof E ? { ages: true } : { ages?: never };

/** An entity that contains the name of its instance, beside the id, gets the new one here. */
interface Naming<E> {
  named?(entity: E, name: string): E;
}

export type ListFacts<L extends ListName = ListName> = Facts<EntityOf<L>> & Age<EntityOf<L>> & Naming<EntityOf<L>>;

export const listFacts: { readonly [L in ListName]: ListFacts<L> } = {
  instances: { title: 'instances', explains: true, place: 'an instance' },
  nodes: {
    title: 'nodes',
    explains: true,
    ages: true,
    place: 'of an instance',
    device: { model: 'Proxmox VE node', nameOf: ({ displayName }) => displayName },
  },
  pbs: {
    title: 'backup servers',
    explains: true,
    ages: true,
    place: 'an instance',
    device: { model: 'Proxmox Backup Server', nameOf: ({ name }) => name },
    named: (server, name) => ({ ...server, name }),
  },
  pmg: {
    title: 'mail gateways',
    explains: true,
    ages: true,
    place: 'an instance',
    device: { model: 'Proxmox Mail Gateway', nameOf: ({ name }) => name },
    named: (gateway, name) => ({ ...gateway, name }),
  },
  dockerHosts: {
    title: 'Docker hosts',
    explains: true,
    ages: true,
    place: 'an instance',
    device: { model: 'Docker host', nameOf: ({ displayName }) => displayName },
  },
  vms: { title: 'virtual machines', ages: true, place: 'of an instance' },
  containers: { title: 'containers', ages: true, place: 'of an instance' },
  storage: { title: 'storages', ages: true, place: 'of an instance' },
  pveClusters: { title: 'clusters', ages: true, place: 'of an instance' },
  cephClusters: { title: 'Ceph clusters', ages: true, place: 'of an instance' },
  physicalDisks: { title: 'disks', place: 'of an instance' },
  pbsBackups: {
    title: 'backups of backup servers',
    named: (backup, name) => ({ ...backup, instance: name }),
  },
  pbsDetails: { title: 'details of backup servers' },
  backupTasks: { title: 'backup tasks' },
  storageBackups: { title: 'backups of storages' },
  guestSnapshots: { title: 'snapshots' },
  tasks: { title: 'tasks' },
  nodeLosses: { title: 'lost nodes', ages: true },
  guestConfigs: { title: 'configurations of guests' },
  backupJobs: { title: 'backup jobs' },
  copyJobs: {
    title: 'copy jobs',
    named({ from, to, ...job }, name) {
      const renamed = (end: typeof from) => end && (end.server === job.server ? { ...end, server: name } : end);
      return { ...job, server: name, ...(from && { from: renamed(from) }), ...(to && { to: renamed(to) }) };
    },
  },
  retentions: {
    title: 'retentions',
    named: (retention, name) =>
      retention.kind === 'server' ? { ...retention, place: { ...retention.place, server: name } } : retention,
  },
  guestProtection: { title: 'protection of guests' },
  backupGroups: { title: 'backup groups' },
  activeAlerts: { title: 'active alerts' },
  recentlyResolved: { title: 'resolved alerts' },
};

const rows = Object.keys(listFacts) as ListName[];

/** The lists for which the fact is there, in the order of the rows. */
export const listsWith = (fact: 'explains' | 'ages' | 'place' | 'named' | 'device'): readonly ListName[] =>
  rows.filter((list) => listFacts[list][fact] !== undefined);
