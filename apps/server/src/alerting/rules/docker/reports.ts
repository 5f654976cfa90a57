// What several rules about Docker hosts need.
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { State } from '@belfry/schema/state';

/** After this time a host that has not reported counts as silent. */
const LONGEST_SILENCE_S = 600;

/** The container restarts again and again. `id`: of the container. */
export const restartLoopId = (id: string): string => `docker-container-restart-loop-${id}`;

/** Whether the host has not reported since Belfry started. Until then its containers are those that were saved. */
export const isSaved = ({ lastSeen }: DockerHost, { stats }: Pick<State, 'stats'>): boolean =>
  stats.uptime <= LONGEST_SILENCE_S && lastSeen < Date.parse(stats.startTime);
