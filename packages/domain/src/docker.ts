// What the states of Docker containers mean, for screens and alerts alike.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { dockerHostStatus, type ShownStatus, type Tone } from './status.ts';

/** The figures of a container are those of now only while it runs and its host reports. */
export function containerFigures(
  { state }: Pick<DockerContainer, 'state'>,
  host: Pick<DockerHost, 'status' | 'staleSince'>,
): ShownStatus['figures'] {
  return state.toLowerCase() === 'running' ? dockerHostStatus(host).figures : 'none';
}

export const containerRunning = (...of: Parameters<typeof containerFigures>): boolean =>
  containerFigures(...of) === 'now';

/** The condition of a container, as its host reports it. */
export const containerTone = (
  container: Parameters<typeof containerGrade>[0],
  host: Pick<DockerHost, 'status' | 'staleSince'>,
): Tone => (dockerHostStatus(host).figures === 'now' ? containerGrade(container) : 'old');

export type ContainerGrade = 'ok' | 'warn' | 'crit' | 'off';

/** Exit codes of a normal end: finished, or stopped by a signal. */
const ORDERLY = [0, 143];
/** Killed. Some engines give no other reason. */
const KILLED = 137;

/** `off` is not a problem: the container does not run and need not run. */
export function containerGrade(
  container: Pick<DockerContainer, 'state' | 'health' | 'exitCode' | 'oomKilled' | 'restartCount' | 'uptimeSeconds'>,
): ContainerGrade {
  const { health, exitCode, oomKilled } = container;
  switch (container.state.toLowerCase()) {
    case 'running':
      if (health === 'unhealthy') return 'crit';
      return health === 'starting' || keepsRestarting(container) ? 'warn' : 'ok';
    case 'restarting':
    case 'dead':
      return 'crit';
    case 'exited':
      if (oomKilled ?? exitCode === KILLED) return 'crit';
      return exitCode === null || ORDERLY.includes(exitCode) ? 'off' : 'warn';
    default:
      return 'off';
  }
}

/** Whether a container restarts again and again: so many restarts, the last one less than an hour ago. */
const RESTARTS = 3;
const RECENT_S = 3600;

export function keepsRestarting({
  state,
  restartCount,
  uptimeSeconds,
}: Pick<DockerContainer, 'restartCount' | 'uptimeSeconds' | 'state'>): boolean {
  const now = state.toLowerCase();
  const recent = now === 'restarting' || (now === 'running' && uptimeSeconds < RECENT_S);
  return recent && (restartCount ?? 0) >= RESTARTS;
}
