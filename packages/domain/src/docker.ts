// What the states of Docker hosts and containers mean, for screens and alerts alike.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';

export const dockerOnline = (host: Pick<DockerHost, 'status'>): boolean => host.status === 'online';

/** A container runs only on a host that reports: otherwise its figures are memories. */
export const containerRunning = (container: Pick<DockerContainer, 'state'>, online: boolean): boolean =>
  online && container.state.toLowerCase() === 'running';

export type ContainerGrade = 'ok' | 'warn' | 'crit' | 'off';

/** Ended because somebody asked: done, or stopped by a signal to end. */
const ORDERLY = [0, 143];
/** Killed; engines that do not say why leave only this. */
const KILLED = 137;

/** `off` is no trouble: it does not run, and nothing says that it should. */
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

/** So many restarts, the last of them less than an hour of uptime ago, are no accident. */
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
