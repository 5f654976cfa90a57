// Which observations of a collector are taken: only those of the instances it was given, and only with entities of that instance. A collector
// may be in the hands of somebody else.
import { isNodeType, type NodeType } from '@belfry/schema/config/kinds';
import type { Observation, SourceListName } from '@belfry/schema/messages/observation';

export type Refusal =
  | 'not assigned'
  | 'old assignment'
  | 'foreign entity'
  | 'a list of another kind of host'
  | 'too long';

export interface AdmissionDeps {
  /** The instance as this server knows it, if this collector polls it. */
  assigned(instance: string): { epoch: number; name: string; config: { type?: unknown } } | undefined;
  /** The ids of all instances, also of other sites. */
  instances(): readonly string[];
}

type Sent = Pick<Observation, 'instance' | 'epoch' | 'run' | 'poll' | 'outcome'>;

/** Characters of the names that are kept of an observation. */
const MAX_NAME = 100;

interface Entity {
  id: string;
  instance?: string;
  server?: string;
  place?: { server: string };
  from?: { server: string };
  to?: { server: string };
}

/** The lists that the hosts of a kind fill. Docker hosts report by themselves. */
const listsOf: { readonly [T in NodeType]: readonly SourceListName[] } = {
  pve: [
    ...(['nodes', 'vms', 'containers', 'storage', 'pveClusters', 'cephClusters', 'physicalDisks'] as const),
    ...(['backupTasks', 'storageBackups', 'guestSnapshots', 'tasks', 'nodeLosses', 'guestConfigs'] as const),
    ...(['backupJobs', 'retentions'] as const),
  ],
  pbs: ['pbs', 'pbsBackups', 'pbsDetails', 'copyJobs', 'retentions'],
  pmg: ['pmg'],
};

/** An id may begin with the id of an instance and one of these. */
const isBelow = (id: string, instance: string): boolean =>
  id.startsWith(instance) && (id.length === instance.length || '-/:'.includes(id.charAt(instance.length)));

/** Whether an id belongs to the instance. `a` and `a-b` may both be instances: then `a-b-100` belongs to the longer one. */
export function idsOf(instance: string, instances: readonly string[]): (id: string) => boolean {
  const longer = instances.filter((other) => other !== instance && isBelow(other, instance));
  return (id) => isBelow(id, instance) && !longer.some((other) => isBelow(id, other));
}

/** Undefined: it is taken. */
export function refusalOf({ instance, epoch, run, poll, outcome }: Sent, deps: AdmissionDeps): Refusal | undefined {
  const assigned = deps.assigned(instance.id);
  if (assigned === undefined) return 'not assigned';
  if (assigned.epoch !== epoch) return 'old assignment';
  if (run.length > MAX_NAME || poll.length > MAX_NAME) return 'too long';
  if (!outcome.ok) return undefined;
  const isIn = idsOf(instance.id, deps.instances());
  const lists = Object.entries(outcome.value.slices) as [SourceListName, readonly Entity[]][];
  const { type } = assigned.config;
  const filled = typeof type === 'string' && isNodeType(type) ? listsOf[type] : [];
  if (lists.some(([list]) => !filled.includes(list))) return 'a list of another kind of host';
  // Backups, and the jobs that copy and remove them, have the name of their backup server. It may be the id of another one.
  const isNamed = (name: string | undefined): boolean => name === undefined || name === assigned.name;
  // The fields one by one: this runs for each guest of every poll.
  const isOwn = (isBackups: boolean, entity: Entity): boolean =>
    (isBackups ? isNamed(entity.instance) : entity.instance === undefined || entity.instance === instance.id) &&
    isNamed(entity.server) &&
    isNamed(entity.place?.server) &&
    isNamed(entity.from?.server) &&
    isNamed(entity.to?.server) &&
    isIn(entity.id);
  return lists.every(([list, entities]) => entities.every((entity) => isOwn(list === 'pbsBackups', entity)))
    ? undefined
    : 'foreign entity';
}
