// A backup server and its datastores as an alert names them.
import type { Datastore, PbsInstance } from '@belfry/schema/entities/pbs';
import type { Resource } from '../../engine/reading.ts';

export const pbsResource = ({ id, name, host }: Pick<PbsInstance, 'id' | 'name' | 'host'>): Resource => ({
  kind: 'pbs',
  id,
  name,
  node: host,
  instance: name,
  instanceId: id,
});

/** The id of a datastore: in overrides and in the ids of its alerts. */
export const datastoreId = (server: Pick<PbsInstance, 'id'>, { name }: Pick<Datastore, 'name'>): string =>
  `${server.id}-${name}`;

export const datastoreUsageId = (server: Pick<PbsInstance, 'id'>, store: Pick<Datastore, 'name'>): string =>
  `${datastoreId(server, store)}-usage`;

export const datastoreStateId = (server: PbsInstance, store: Datastore): string =>
  `datastore-state-${datastoreId(server, store)}`;

/** The alerts of a datastore belong to the row of its server. */
export const datastoreResource = (server: PbsInstance, { name }: Datastore): Resource => ({
  ...pbsResource(server),
  name: `${server.name}: ${name}`,
});
