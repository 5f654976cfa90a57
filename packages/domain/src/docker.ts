// What the states of Docker containers mean, for screens and alerts alike.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { dockerHostStatus, type ShownStatus, type Tone } from './status.ts';

/** The figures of a container are current only while it runs and its host reports. */
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
/** Ended by SIGKILL. The usual reason is a stop whose time ran out; only the engine knows whether it was the memory. */
export const KILLED = 137;

/** `off` is not a problem: the container does not run and need not run. */
export function containerGrade(
  container: Pick<
    DockerContainer,
    'state' | 'health' | 'exitCode' | 'oomKilled' | 'restartCount' | 'uptimeSeconds' | 'superseded'
  >,
): ContainerGrade {
  const { health, exitCode, oomKilled, superseded } = container;
  if (superseded) return 'off';
  switch (container.state.toLowerCase()) {
    case 'running':
      if (health === 'unhealthy') return 'crit';
      return health === 'starting' || keepsRestarting(container) ? 'warn' : 'ok';
    case 'restarting':
    case 'dead':
      return 'crit';
    case 'exited':
      if (oomKilled) return 'crit';
      return exitCode === null || ORDERLY.includes(exitCode) ? 'off' : 'warn';
    default:
      return 'off';
  }
}

/** Killed by the kernel because its memory was used up, and not started since. */
export const outOfMemory = ({ state, oomKilled = false }: Pick<DockerContainer, 'state' | 'oomKilled'>): boolean =>
  oomKilled && ENDED.includes(state.toLowerCase());

/** The states of a container that has ended. Podman says `stopped`. */
const ENDED = ['exited', 'stopped', 'dead', 'restarting'];
/** With these policies the engine starts a container again after every end, unless somebody stops it. */
const MEANT_TO_RUN = ['always', 'unless-stopped'];

/**
 * Whether a container that does not run should run. `failed`: it ended with an error, does not start, or somebody stopped it
 * although its restart policy says that it should run. `meant`: it has done its work, or was never started, or is paused.
 */
export function containerEnd({
  state,
  exitCode,
  restartPolicy,
}: Pick<DockerContainer, 'state' | 'exitCode' | 'restartPolicy'>): 'runs' | 'meant' | 'failed' | 'unknown' {
  switch (state.toLowerCase()) {
    case 'running':
      return 'runs';
    case 'restarting':
    case 'dead':
      return 'failed';
    case 'exited':
    case 'stopped':
      if (MEANT_TO_RUN.includes(restartPolicy ?? '')) return 'failed';
      return exitCode === null || ORDERLY.includes(exitCode) ? 'meant' : 'failed';
    case 'created':
      return exitCode ? 'failed' : 'meant';
    case 'unknown':
      return 'unknown';
    default:
      return 'meant';
  }
}

/** Whether a container restarts again and again: at least this many restarts, the last one less than an hour ago. */
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

/**
 * The CPU of a container in percent of all cores that it may use: those of its limit, or of its host. Undefined where one
 * of the two is unknown. `cpuPercent` is of one core, so a busy container of a large host exceeds 100 with cores to spare.
 */
export function cpuShare(
  { cpuPercent, cpuLimitCores }: Pick<DockerContainer, 'cpuPercent' | 'cpuLimitCores'>,
  { cpus }: Pick<DockerHost, 'cpus'>,
): number | undefined {
  const cores = cpuLimitCores && cpus > 0 ? Math.min(cpuLimitCores, cpus) : cpuLimitCores || cpus;
  return cpuPercent === null || cores <= 0 ? undefined : cpuPercent / cores;
}
