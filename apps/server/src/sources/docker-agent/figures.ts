// What a saved host still tells after a restart: who and what there is, not how busy it is.
import type { DockerHost } from '@belfry/schema/entities/docker';

/** Figures are saved seldom, so only the next report can tell them. */
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
