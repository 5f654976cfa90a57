// Finds the monitored node of a report. Two clusters may have nodes of the same name. An ambiguous name matches no
// node.
import { ok } from '@belfry/domain/result';
import type { SensorReport } from '@belfry/schema/agent/sensors';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import type { State } from '@belfry/schema/state';
import { type Answer, refuse } from '../../lib/refusal.ts';

export interface Match {
  node: Node;
  instance: Instance;
}

/** `site`: the collector that passed the report on speaks for the hosts of its own site only. */
export function matchNode(
  { node: name, instance: wanted, cluster }: Pick<SensorReport, 'node' | 'instance' | 'cluster'>,
  { nodes, instances }: Pick<State, 'nodes' | 'instances'>,
  site?: string,
): Answer<Match> {
  const found = nodes.flatMap((node): Match[] => {
    const instance = instances.find(({ id }) => id === node.instance);
    if (node.name !== name || !instance) return [];
    if (site !== undefined && instance.site !== site) return [];
    if (wanted !== undefined) return wanted === instance.name || wanted === instance.id ? [{ node, instance }] : [];
    const isThere = cluster === '' ? !node.isClusterMember : cluster === undefined || cluster === node.clusterName;
    return isThere ? [{ node, instance }] : [];
  });
  const [first, second] = found;
  if (second) {
    return refuse('conflict', { id: 'sensors.ambiguous', values: { name } });
  }
  if (first) return ok(first);
  if (wanted !== undefined) return refuse('not_found', { id: 'sensors.noNodeAt', values: { name, instance: wanted } });
  if (cluster) return refuse('not_found', { id: 'sensors.noNodeIn', values: { name, cluster } });
  return refuse('not_found', { id: 'sensors.noNode', values: { name } });
}
