// The ids of alerts about hosts, which explain others. A rule names them as causes of its readings, and another rule raises them.
import { type PlainType, plainTypes } from '@belfry/schema/config/kinds';

const prefixes = {
  site: 'site-silent-',
  node: 'node-offline-',
  instance: 'instance-unreachable-',
  dockerHost: 'docker-host-offline-',
} as const;
const all = [...Object.values(prefixes), ...plainTypes.map((type) => offlineId(type, ''))];

/** A site whose collector sends nothing. */
export const siteSilentId = (site: string): string => prefixes.site + site;

/** A hypervisor node that is offline. */
export const nodeOfflineId = (nodeId: string): string => prefixes.node + nodeId;

/** A Proxmox VE host or cluster that does not answer. */
export const instanceUnreachableId = (instanceId: string): string => prefixes.instance + instanceId;

/** An instance of a kind without guests that does not answer. */
export function offlineId(type: PlainType, instanceId: string): string {
  return `${type}-offline-${instanceId}`;
}

/** A backup server that does not answer. Its id has the prefix `pbs-`. */
export const pbsOfflineId = (instanceId: string): string => offlineId('pbs', instanceId);
export const dockerHostOfflineId = (hostId: string): string => prefixes.dockerHost + hostId;

/** Only what is in the same instance can be a consequence of such an alert: about a node, or about a host or cluster of Proxmox VE. */
export const isWithinInstance = (id: string): boolean =>
  id.startsWith(prefixes.node) || id.startsWith(prefixes.instance);

/** An alert about a host. Every alert about data from that host may be a consequence of it. */
export const isHostAlert = (id: string): boolean => all.some((prefix) => id.startsWith(prefix));
