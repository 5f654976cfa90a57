// Every call of Proxmox VE that the lab answers. One file per area; a new call is one entry there.
import type { PveRoute } from './call.ts';
import { accessRoutes } from './routes-access.ts';
import { agentRoutes } from './routes-agent.ts';
import { clusterRoutes } from './routes-cluster.ts';
import { diskRoutes } from './routes-disk.ts';
import { guestRoutes } from './routes-guest.ts';
import { haRoutes } from './routes-ha.ts';
import { historyRoutes } from './routes-history.ts';
import { nodeRoutes } from './routes-node.ts';
import { settingsRoutes } from './routes-settings.ts';
import { storageRoutes } from './routes-storage.ts';
import { taskRoutes } from './routes-task.ts';

export const pveRoutes: readonly PveRoute[] = [
  ...accessRoutes,
  ...clusterRoutes,
  ...haRoutes,
  ...settingsRoutes,
  ...nodeRoutes,
  ...guestRoutes,
  ...agentRoutes,
  ...storageRoutes,
  ...taskRoutes,
  ...historyRoutes,
  ...diskRoutes,
];
