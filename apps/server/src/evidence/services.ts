// The services of a scope: backup servers, mail gateways, Docker hosts and their containers. With a tag or a view nobody knows which.
import { containerName } from '@belfry/domain/container-name';
import type { EvidenceService } from '@belfry/domain/evidence/input';
import { containerId, dockerContainerNameId, gatewayNodeId } from '@belfry/domain/ids';
import { BELFRY, type Resource } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import type { Place } from './maintenance-spans.ts';
import type { Scoped } from './scope.ts';

/** `seenBy`: while it has readings, the service could be seen. */
interface ScopedService extends Pick<EvidenceService, 'name' | 'on' | 'createdAt'> {
  resource: Resource & { kind: EvidenceService['kind'] };
  seenBy: Resource;
  place: Place;
}

const belfry: Resource = { kind: 'belfry', id: BELFRY };

export function servicesIn(state: State, { scope, instances, isOfInstance }: Scoped): ScopedService[] {
  if (!isOfInstance) return [];
  const siteOf = new Map(state.instances.map(({ id, site }) => [id, site]));
  const placeOf = (instance: string, node = ''): Place => ({
    ...{ id: instance, instance, node, tags: [], site: siteOf.get(instance) },
  });
  const servers = state.pbs
    .filter(({ id }) => instances.has(id))
    .map(
      ({ id, name }): ScopedService => ({
        ...{ name, on: '', createdAt: undefined, resource: { kind: 'pbs', id }, seenBy: belfry, place: placeOf(id) },
      }),
    );
  const gateways = state.pmg
    .filter(({ id }) => instances.has(id))
    .flatMap(({ id, name, nodes }): ScopedService[] => [
      { name, on: '', createdAt: undefined, resource: { kind: 'pmg', id }, seenBy: belfry, place: placeOf(id) },
      ...(nodes.length > 1 ? nodes : []).map(
        (node): ScopedService => ({
          ...{ name: node.name, on: name, createdAt: undefined, place: placeOf(id, node.name) },
          ...{ resource: { kind: 'pmgnode', id: gatewayNodeId(id, node.name) }, seenBy: { kind: 'pmg', id } },
        }),
      ),
    ]);
  const hosts = state.dockerHosts.filter(
    ({ site }) => scope.kind === 'all' || (scope.kind === 'site' && site === scope.id),
  );
  const docker = hosts.flatMap(({ id, displayName, site, containers }): ScopedService[] => {
    const place: Place = { id, instance: id, node: '', tags: [], site };
    const host: Resource & { kind: 'docker' } = { kind: 'docker', id };
    return [
      { name: displayName, on: '', createdAt: undefined, resource: host, seenBy: belfry, place },
      ...containers
        .filter(({ notRecorded, superseded }) => !notRecorded && !superseded)
        .map(
          (container): ScopedService => ({
            ...{ name: containerName(container), on: displayName, createdAt: container.createdAt },
            resource: { kind: 'container', id: dockerContainerNameId(id, container.name) },
            ...{ seenBy: host, place: { ...place, id: containerId(id, container) } },
          }),
        ),
    ];
  });
  return [...servers, ...gateways, ...docker];
}
