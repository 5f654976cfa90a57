// Every call of Proxmox VE that the lab answers. One file per area; a new call is one entry there.
import type { PveRoute } from './call.ts';
import { accessRoutes } from './routes-access.ts';
import { agentRoutes } from './routes-agent.ts';
import { clusterRoutes } from './routes-cluster.ts';
import { guestRoutes } from './routes-guest.ts';
import { nodeRoutes } from './routes-node.ts';

export const pveRoutes: readonly PveRoute[] = [
  ...accessRoutes,
  ...clusterRoutes,
  ...nodeRoutes,
  ...guestRoutes,
  ...agentRoutes,
];
