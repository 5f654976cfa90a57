// What the states of Docker hosts and containers mean, for screens and alerts alike.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';

export const dockerOnline = (host: Pick<DockerHost, 'status'>): boolean => host.status === 'online';

/** Whether a container runs. On a host that does not report, nothing is known to run. */
export const containerRunning = (container: Pick<DockerContainer, 'state'>, online: boolean): boolean =>
  online && container.state.toLowerCase() === 'running';

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
