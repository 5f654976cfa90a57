// The meaning of "online", "running" and "healthy", for screens and alerts.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { nodeId } from './ids.ts';

export const nodeOnline = (node: Pick<Node, 'status' | 'uptime'>): boolean =>
  node.status === 'online' && node.uptime > 0;

/** Nodes that the rest of their cluster sees offline. Where nobody answers, the instance is the problem, and not each of its nodes. */
export const lostNodes = (nodes: readonly Node[], instances: readonly Pick<Instance, 'id' | 'error'>[]): Node[] => {
  const failing = new Set(instances.filter(({ error }) => error !== undefined).map(({ id }) => id));
  return nodes.filter(({ status, instance }) => status === 'offline' && !failing.has(instance));
};

export const nodeHealthy = (node: Pick<Node, 'status' | 'uptime' | 'connectionHealth'>): boolean =>
  nodeOnline(node) && node.connectionHealth !== 'error';

export const pbsOnline = (pbs: Pick<PbsInstance, 'status'>): boolean => pbs.status === 'online';

// as many as there are nodes; the same string object each time spares 10,000 guests the gluing and hashing
const parents = new Map<string, Map<string, string>>();

/** The id of the node a guest lives on. */
export function parentOf({ instance, node }: Pick<Guest, 'instance' | 'node'>): string {
  const known = parents.get(instance)?.get(node);
  if (known !== undefined) return known;
  const id = nodeId(instance, node);
  parents.set(instance, (parents.get(instance) ?? new Map()).set(node, id));
  return id;
}

/** A guest that is paused, suspended or stuck still has its memory and uptime; `status` says what it does. */
export const guestAlive = (status: string): boolean => status !== 'stopped' && status !== 'unknown';

/** A guest runs only on a node that is online: otherwise its figures are memories. */
export const guestRunning = (
  guest: Pick<Guest, 'status' | 'instance' | 'node'>,
  onlineNodes: ReadonlySet<string>,
): boolean => guest.status === 'running' && onlineNodes.has(parentOf(guest));

/** Whether its figures are of now: it is alive, on a node that is online. */
export const guestShowsFigures = (
  guest: Pick<Guest, 'status' | 'instance' | 'node'>,
  onlineNodes: ReadonlySet<string>,
): boolean => guestAlive(guest.status) && onlineNodes.has(parentOf(guest));

/** The hottest of package, maximum and cores in whole degrees Celsius, or undefined without a reading. */
export function hottest(node: Pick<Node, 'temperature'>): number | undefined {
  const t = node.temperature;
  if (!t?.available) return undefined;
  const readings = [t.cpuPackage, t.cpuMax, ...(t.cores ?? []).map((core) => core.temp)];
  const max = Math.max(...readings.filter((reading) => reading !== undefined));
  return Number.isFinite(max) ? Math.round(max) : undefined;
}

export type AlertMark = 'critical' | 'warning' | 'acknowledged';

/** The mark a resource's row wears: its worst unacknowledged alert, or `acknowledged` when all of them are. */
export function alertMarks(alerts: readonly Alert[]): Map<string, AlertMark> {
  const weight = { acknowledged: 0, warning: 1, critical: 2 };
  const marks = new Map<string, AlertMark>();
  for (const alert of alerts) {
    const mark = alert.acknowledged ? 'acknowledged' : alert.level;
    const known = marks.get(alert.resourceId);
    if (known === undefined || weight[mark] > weight[known]) marks.set(alert.resourceId, mark);
  }
  return marks;
}
