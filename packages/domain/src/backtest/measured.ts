// What has a threshold and is in the history, each with the limit and the delay that a configuration gives it. The rules of the engine
// about figures read the same fields.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { guestFigures, nodeFigures } from '@belfry/schema/figures';
import type { ResourceKind } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import { fileSystemAlertId, namedFileSystems } from '../alerts/file-systems.ts';
import { holdSecondsOf, policyOf } from '../alerts/policy.ts';
import { rootLimit, storagesOnRoot } from '../alerts/root-file-system.ts';
import { datastoreSubject, guestSubject, nodeSubject, pbsSubject, storageSubject } from '../alerts/subjects.ts';
import type { Limit, Metric, Subject } from '../alerts/thresholds.ts';
import { datastoreId, filesystemId } from '../ids.ts';
import { parentOf } from '../status.ts';
import { MEGABYTE } from '../thresholds.ts';

/** `kind`, `id` and `metric` are those of the history. `of`: the kind of resource in the configuration, `type` the metric in it. */
export interface Measured {
  kind: ResourceKind;
  id: string;
  metric: string;
  of: Subject['kind'];
  type: Metric;
  /** What the alert is about, and its id. */
  resource: { id: string; name: string };
  alert: string;
  /** The key of an override of its own. */
  override: string;
  /** A stored value times this is in the unit of the limit. */
  factor: number;
  /** Where an estimate is stored beside the value: a guest without a driver is compared only by a limit of its own. */
  isEstimate?: 'memory.estimate';
  /** The guest that has it, and the node of the guest: without values of the guest, but with those of its node, it did not run. */
  guest?: { id: string; node: string };
  limitOf(config: AlertConfig): Limit | undefined;
}

export const holdMsOf = (config: AlertConfig, { of, type }: Measured): number => holdSecondsOf(config, of, type) * 1000;

const FACTORS = { percent: 1, celsius: 1, rate: 1 / MEGABYTE } as const;

const limitIn = (subject: Subject, type: Metric) => (config: AlertConfig) => {
  const { disabled, limits } = policyOf(config, subject);
  return disabled ? undefined : limits[type];
};

type Figures = Readonly<Record<string, { history: string; unit: keyof typeof FACTORS }>>;

const ofFigures = (figures: Figures, kind: 'guest' | 'node', resource: Measured['resource'], subject: Subject) =>
  Object.entries(figures).map(
    ([type, { history, unit }]): Measured => ({
      ...{ kind, id: resource.id, metric: history, of: kind, type: type as Metric, resource },
      ...{ alert: `${resource.id}-${type}`, override: subject.id, factor: FACTORS[unit] },
      limitOf: limitIn(subject, type as Metric),
    }),
  );

const ofGuest = (guest: State['vms'][number] | State['containers'][number]): Measured[] => {
  const { id, name, disks = [] } = guest;
  const subject = guestSubject(guest);
  const own = { guest: { id, node: parentOf(guest) } };
  return [
    ...ofFigures(guestFigures, 'guest', { id, name }, subject).map(
      (figure): Measured => ({ ...figure, ...own, ...(figure.type === 'memory' && { isEstimate: 'memory.estimate' }) }),
    ),
    ...namedFileSystems(disks).map(
      ({ label, key, fileSystem }): Measured => ({
        ...{ kind: 'filesystem', id: filesystemId(id, fileSystem.mountpoint), metric: 'usage' },
        ...{ alert: fileSystemAlertId(guest, key), override: subject.id },
        ...{ of: 'guest', type: 'disk', resource: { id, name: `${name} ${label}` }, factor: 1, ...own },
        limitOf: limitIn(subject, 'disk'),
      }),
    ),
  ];
};

const ofNode = (node: State['nodes'][number], storage: State['storage']): Measured[] =>
  ofFigures(nodeFigures, 'node', { id: node.id, name: node.name }, nodeSubject(node)).map((own) => {
    if (own.type !== 'disk') return own;
    return {
      ...own,
      limitOf(config) {
        const policies = (subject: Subject) => policyOf(config, subject);
        return rootLimit(own.limitOf(config), storagesOnRoot(node, storage, policies), policies);
      },
    };
  });

const ofBackupServer = ({ id, name, datastores }: State['pbs'][number]): Measured[] => [
  ...(['cpu', 'memory'] as const).map(
    (type): Measured => ({
      ...{ kind: 'pbs', id, metric: type, of: 'pbs', type, resource: { id, name }, factor: 1 },
      ...{ alert: `${id}-${type}`, override: id },
      limitOf: limitIn(pbsSubject({ id }), type),
    }),
  ),
  ...datastores.map(
    (store): Measured => ({
      ...{ kind: 'datastore', id: datastoreId(id, store.name), metric: 'usage', of: 'pbs', type: 'usage', factor: 1 },
      resource: { id, name: `${name} ${store.name}` },
      ...{ alert: `${datastoreId(id, store.name)}-usage`, override: datastoreSubject(id, store.name).id },
      limitOf: limitIn(datastoreSubject(id, store.name), 'usage'),
    }),
  ),
];

export const allMeasured = ({ vms, containers, nodes, storage, pbs }: State): Measured[] => [
  ...[...vms, ...containers].flatMap(ofGuest),
  ...nodes.flatMap((node) => ofNode(node, storage)),
  ...storage.map(
    (each): Measured => ({
      ...{ kind: 'storage', id: each.id, metric: 'usage', of: 'storage', type: 'usage', factor: 1 },
      resource: { id: each.id, name: each.name },
      ...{ alert: `${each.id}-usage`, override: each.id },
      limitOf: limitIn(storageSubject(each), 'usage'),
    }),
  ),
  ...pbs.flatMap(ofBackupServer),
];
