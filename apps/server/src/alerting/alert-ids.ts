// The ids of alerts that explain others. A rule names them as causes of its readings, and another rule raises them.

/** A hypervisor node that is offline. */
export const nodeOfflineId = (nodeId: string): string => `node-offline-${nodeId}`;

/** A Proxmox VE host or cluster that does not answer. */
export const instanceUnreachableId = (instanceId: string): string => `instance-unreachable-${instanceId}`;

/** A backup server that does not answer. Its id has the prefix `pbs-`. */
export const pbsOfflineId = (instanceId: string): string => `pbs-offline-${instanceId}`;
export const pmgOfflineId = (instanceId: string): string => `pmg-offline-${instanceId}`;
export const dockerHostOfflineId = (hostId: string): string => `docker-host-offline-${hostId}`;
