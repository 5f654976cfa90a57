// What is wrong now, one row for one cause, the worst first: alerts, and hosts in trouble that have no alert, or not yet.
import type { Alert, Depends } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import { dependsOn, type Surroundings } from '../alerts/depends.ts';
import { byHarm, isLoss, isTaken, type Ranked, rankedAlert } from '../alerts/order.ts';
import { instanceId } from '../ids.ts';
import { dockerHostStatus, nodeStatus } from '../status.ts';

/** `since` is ISO, or '' when it is not known. */
export type Problem = Ranked & { name: string } & (
    | { about: 'alert'; alert: Alert }
    | { about: 'instance'; instance: Instance; alert?: Alert }
    | { about: 'node'; node: Node }
    | { about: 'dockerHost'; host: DockerHost }
  );

export interface Troubled extends Surroundings {
  instances: readonly Instance[];
  nodes: readonly Node[];
  dockerHosts: readonly DockerHost[];
  activeAlerts: readonly Alert[];
}

/** Nothing of the instance is current, or it never answered. One failed poll does not say so: what it answered before is still current. */
export const isDown = ({ health, lastSeen, downSince }: Instance): boolean =>
  downSince !== undefined || (health === 'error' && lastSeen === undefined);
/** Some calls fail, and everything else is current. */
export const isPartial = (instance: Instance): boolean => instance.error !== undefined && !isDown(instance);

/**
 * An alert that another one explains is left out: it is counted there. So is a host whose loss has an alert, except that an instance is
 * shown with the reason that it gave.
 */
export function problemsOf(state: Troubled): Problem[] {
  const { instances, nodes, dockerHosts, activeAlerts } = state;
  const losses = new Map(activeAlerts.filter(isLoss).map((alert) => [alert.resourceId, alert]));
  const depends = dependsOn(state);
  const dependsOnHost = (resourceType: string, resourceId: string, instance: string): Depends =>
    depends({ resourceId, metadata: { resourceType, instanceId: instance } });
  const hosts = new Set(dockerHosts.map(({ id }) => instanceId('docker', id)));

  const ofInstances = instances
    .filter(({ id }) => !hosts.has(id))
    .filter((instance) => isDown(instance) || isPartial(instance) || instance.dropped > 0)
    .map((instance): Problem => {
      const loss = isDown(instance) ? losses.get(instance.id) : undefined;
      const { id, name, kind, error, lastSeen = '' } = instance;
      return {
        ...{ id, name, kind: kind === 'pbs' ? kind : 'instance', about: 'instance', instance },
        ...(loss && { alert: loss }),
        level: isDown(instance) ? 'critical' : 'warning',
        isTaken: loss !== undefined && isTaken(loss),
        isLost: isDown(instance),
        depends: isDown(instance)
          ? dependsOnHost(kind === 'pbs' ? kind : 'instance', id, id)
          : { guests: 0, others: 0 },
        since: error?.since ?? (isDown(instance) ? lastSeen : ''),
      };
    });
  const shown = new Set(
    ofInstances.flatMap((problem) => (problem.about === 'instance' ? (problem.alert?.id ?? []) : [])),
  );
  const ofNodes = nodes
    .filter((node) => nodeStatus(node).isProblem && !losses.has(node.id))
    .map(
      (node): Problem => ({
        ...{ id: node.id, name: node.displayName || node.name, kind: 'node', about: 'node', node },
        ...{ level: 'critical', isTaken: false, isLost: true, depends: dependsOnHost('node', node.id, node.instance) },
        since: node.lastKnown?.at ?? '',
      }),
    );
  const ofAgents = dockerHosts
    .filter((host) => dockerHostStatus(host).tone === 'lost' && !losses.has(host.id))
    .map(
      (host): Problem => ({
        ...{ id: host.id, name: host.displayName || host.hostname, kind: 'dockerHost', about: 'dockerHost', host },
        ...{ level: 'critical', isTaken: false, isLost: true, depends: dependsOnHost('dockerHost', host.id, '') },
        since: host.staleSince ?? '',
      }),
    );
  const ofAlerts = activeAlerts
    .filter((alert) => alert.metadata?.cause === undefined && !shown.has(alert.id))
    .map((alert): Problem => ({ ...rankedAlert(alert), name: alert.resourceName, about: 'alert', alert }));
  return [...ofInstances, ...ofNodes, ...ofAgents, ...ofAlerts].sort(byHarm);
}

/** What nobody has yet: the number that every screen shows. */
export const openProblems = (problems: readonly Problem[]): Problem[] => problems.filter((each) => !each.isTaken);
