// The parts of a saved host that are shown after a restart: its identity and its containers, but not their load.
import type { DockerHost } from '@belfry/schema/entities/docker';

/** The saved figures are old. The next report has current ones. */
export const withoutFigures = ({ cpuUsagePercent, memoryUsedBytes, ...host }: DockerHost): DockerHost => ({
  ...host,
  containers: host.containers.map((container) => ({
    ...container,
    status: container.state,
    cpuPercent: null,
    memoryUsageBytes: null,
    memoryPercent: null,
  })),
});
