// A Docker host and a container for tests: the caller gives only the fields that matter.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';

const GB = 1024 ** 3;

export const aContainer = (fields: Partial<DockerContainer> = {}): DockerContainer => ({
  id: 'c1',
  name: 'web',
  image: 'nginx:1.27',
  state: 'running',
  status: 'Up 2 days',
  cpuPercent: 12,
  memoryUsageBytes: GB,
  memoryLimitBytes: 4 * GB,
  memoryPercent: 25,
  uptimeSeconds: 172_800,
  restartCount: 0,
  exitCode: 0,
  ports: [],
  labels: {},
  networks: [],
  ...fields,
});

export const aDockerHost = (fields: Partial<DockerHost> = {}): DockerHost => ({
  id: 'h1',
  agentId: 'h1',
  hostname: 'dock-1',
  displayName: 'dock-1',
  cpus: 8,
  totalMemoryBytes: 16 * GB,
  uptimeSeconds: 86_400,
  status: 'online',
  lastSeen: 1_760_000_000_000,
  intervalSeconds: 30,
  containers: [],
  ...fields,
});
