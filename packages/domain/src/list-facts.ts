// What differs by list of the state. A new list has a row here, and the compiler asks for what its entities need.
import type { PlainState } from '@belfry/schema/plain-state';
import type { SentenceId } from '@belfry/schema/sentences/sentence';
import type { EntityOf, ListName, State } from '@belfry/schema/state';
import { instanceId } from './ids.ts';
import { type PlainForm, plainForms } from './plain-state.ts';

interface Facts<E> {
  /** The plural for people. */
  title: string;
  /** Its alerts may explain those about other lists. These lists are read first, in the order of the rows. */
  explains?: true;
  /** An alert may be about one of its entities, which belongs to an instance or is one. */
  place?: 'of an instance' | 'an instance';
  /** What its entities are as devices of Home Assistant. */
  device?: { model: SentenceId; nameOf(entity: E): string };
  /** The id of its instance, where that is neither its field `instance` nor its own id. */
  instanceOf?(entity: E): string;
}

/** Figures that grow old: the entity has `staleSince` once its instance does not answer. */
type Age<E> = 'staleSince' extends keyof E ? { ages: true } : { ages?: never };

/** An entity that contains the name of its instance, beside the id, gets the new one here. */
interface Naming<E> {
  named?(entity: E, name: string): E;
}

/** What clients of the plain state get of the list: nothing, its entities as they are, also in one object, or a form of its own. */
type Plain<L extends ListName> = L extends keyof PlainState
  ? { plain: PlainForms<L> | (State[L] extends PlainState[L] ? 'as it is' : never) }
  : L extends keyof PlainState['pveBackups']
    ? { plain: 'in pveBackups' }
    : { plain?: never };
type PlainForms<L extends ListName & keyof PlainState> = (
  state: State,
) => PlainForm<EntityOf<L>, PlainState[L][number]>;

export type ListFacts<L extends ListName = ListName> = Facts<EntityOf<L>> &
  Age<EntityOf<L>> &
  Naming<EntityOf<L>> &
  Plain<L>;

export const listFacts: { readonly [L in ListName]: ListFacts<L> } = {
  sites: { title: 'sites', explains: true, plain: 'as it is' },
  instances: { title: 'instances', explains: true, place: 'an instance', plain: 'as it is' },
  nodes: {
    title: 'nodes',
    plain: plainForms.node,
    explains: true,
    ages: true,
    place: 'of an instance',
    device: { model: 'device.node', nameOf: ({ displayName }) => displayName },
  },
  pbs: {
    title: 'backup servers',
    plain: plainForms.pbs,
    explains: true,
    ages: true,
    place: 'an instance',
    device: { model: 'device.backupServer', nameOf: ({ name }) => name },
    named: (server, name) => ({ ...server, name }),
  },
  pmg: {
    title: 'mail gateways',
    plain: plainForms.pmg,
    explains: true,
    ages: true,
    place: 'an instance',
    device: { model: 'device.mailGateway', nameOf: ({ name }) => name },
    named: (gateway, name) => ({ ...gateway, name }),
  },
  dockerHosts: {
    title: 'Docker hosts',
    plain: plainForms.dockerHost,
    explains: true,
    ages: true,
    place: 'an instance',
    device: { model: 'device.dockerHost', nameOf: ({ displayName }) => displayName },
    instanceOf: ({ id }) => instanceId('docker', id),
  },
  vms: { title: 'virtual machines', ages: true, place: 'of an instance', plain: plainForms.guest },
  containers: { title: 'containers', ages: true, place: 'of an instance', plain: plainForms.guest },
  storage: { title: 'storages', ages: true, place: 'of an instance', plain: plainForms.storage },
  pveClusters: { title: 'clusters', ages: true, place: 'of an instance', plain: 'as it is' },
  cephClusters: { title: 'Ceph clusters', ages: true, place: 'of an instance', plain: plainForms.ceph },
  physicalDisks: { title: 'disks', place: 'of an instance', plain: 'as it is' },
  pbsBackups: {
    title: 'backups of backup servers',
    plain: plainForms.pbsBackup,
    named: (backup, name) => ({ ...backup, instance: name }),
  },
  pbsDetails: { title: 'details of backup servers' },
  backupTasks: { title: 'backup tasks', plain: 'in pveBackups' },
  storageBackups: { title: 'backups of storages', plain: 'in pveBackups' },
  guestSnapshots: { title: 'snapshots', plain: 'in pveBackups' },
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
  baselines: { title: 'agreed configurations' },
  activeAlerts: { title: 'active alerts', plain: 'as it is' },
  recentlyResolved: { title: 'resolved alerts', plain: 'as it is' },
};

const rows = Object.keys(listFacts) as ListName[];

/** The lists for which the fact is there, in the order of the rows. */
export const listsWith = (fact: 'explains' | 'ages' | 'place' | 'named' | 'device' | 'plain'): readonly ListName[] =>
  rows.filter((list) => listFacts[list][fact] !== undefined);
