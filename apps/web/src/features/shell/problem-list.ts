// What is wrong now, the worst first: hosts that are not reached, dead nodes, and failures that alerts report. Pure.
import { isFailure } from '@belfry/domain/alerts/catalogue';
import { dockerHostStatus, nodeStatus } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';

export type Problem = { tone: 'crit' | 'warn'; id: string; name: string } & (
  | { about: 'instance'; instance: Instance }
  | { about: 'node'; node: Node }
  | { about: 'dockerHost'; host: DockerHost }
  | { about: 'alert'; alert: Alert }
);

export interface Troubled {
  instances: readonly Instance[];
  nodes: readonly Node[];
  dockerHosts: readonly DockerHost[];
  activeAlerts: readonly Alert[];
}

/** Nothing of the instance is current. A silent agent shows only here: Belfry does not call agents, so there is no error. */
export const isDown = ({ health }: Instance): boolean => health === 'error';
/** Some calls fail, and everything else is current. */
export const isPartial = (instance: Instance): boolean => instance.error !== undefined && !isDown(instance);

/** Leaves out alerts about a host that is already in the list, and alerts that another alert explains. */
export function problemsOf({ instances, nodes, dockerHosts, activeAlerts }: Troubled): Problem[] {
  const hosts: Problem[] = [
    ...instances
      .filter((instance) => isDown(instance) || isPartial(instance) || instance.dropped > 0)
      .map((instance) => ({
        tone: isDown(instance) ? ('crit' as const) : ('warn' as const),
        ...{ id: instance.id, name: instance.name, about: 'instance' as const, instance },
      })),
    ...nodes
      .filter((node) => nodeStatus(node).isProblem)
      .map((node) => ({
        tone: 'crit' as const,
        ...{ id: node.id, name: node.displayName || node.name, about: 'node' as const, node },
      })),
    ...dockerHosts
      .filter((host) => dockerHostStatus(host).tone === 'lost')
      .map((host) => ({
        tone: 'crit' as const,
        ...{ id: host.id, name: host.displayName || host.hostname, about: 'dockerHost' as const, host },
      })),
  ];
  const listed = new Set(hosts.map(({ id }) => id));
  const alerts = activeAlerts
    .filter((alert) => isOpen(alert) && isWorthNaming(alert) && !isListed(alert, listed))
    .map((alert): Problem => {
      const tone = alert.level === 'critical' ? 'crit' : 'warn';
      return { tone, id: alert.id, name: alert.resourceName, about: 'alert', alert };
    });
  return [...hosts, ...alerts].sort((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'));
}

/** Nobody has it yet, and no other alert explains it. */
const isOpen = ({ acknowledged, metadata }: Alert): boolean =>
  !acknowledged && !metadata?.silenced && !metadata?.maintenance && metadata?.cause === undefined;

const isWorthNaming = ({ level, type }: Alert): boolean => level === 'critical' || isFailure(type);

const isListed = ({ type, resourceId }: Alert, listed: ReadonlySet<string>): boolean =>
  isFailure(type) && listed.has(resourceId);
