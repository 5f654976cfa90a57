// The state before anything was heard.
import type { State } from '@belfry/schema/state';

export const emptyState: State = {
  instances: [],
  nodes: [],
  vms: [],
  containers: [],
  storage: [],
  pveClusters: [],
  cephClusters: [],
  physicalDisks: [],
  pbs: [],
  pmg: [],
  pbsBackups: [],
  dockerHosts: [],
  backupTasks: [],
  storageBackups: [],
  guestSnapshots: [],
  activeAlerts: [],
  recentlyResolved: [],
  connectionHealth: {},
  performance: {
    apiCallDuration: 0,
    lastPollDuration: 0,
    pollingStartTime: '',
    totalApiCalls: 0,
    failedApiCalls: 0,
    cacheHits: 0,
    cacheMisses: 0,
  },
  stats: { startTime: '', uptime: 0, pollingCycles: 0, webSocketClients: 0, version: '' },
  lastUpdate: 0,
};
