// A simulated Docker host and the report of its agent at a given time.
import type { ReportBody, ReportBodyContainer } from '@belfry/schema/agent/report';
import { between, chance, hash, pick, walk } from '../world/walk.ts';
import { systems } from './catalogue.ts';
import { type Behaviour, type Container, containerAt, createContainer, peakOf } from './container.ts';

const GiB = 1024 ** 3;
const DAY_S = 86_400;
/** The memory that the host itself needs. */
const SYSTEM_BYTES = 0.8 * GiB;

/** `clockOffS`: how far its clock is ahead. `outdated`: its agent has an earlier release. */
export type DockerHost = {
  seed: number;
  hostname: string;
  agentId: string;
  machineId: string;
  cpus: number;
  memoryBytes: number;
  clockOffS: number;
  outdated: boolean;
  containers: Container[];
  /** Nothing is wrong with it unless a script says so. */
  calm: boolean;
  /** Its agent sends nothing until then (epoch seconds). */
  silentUntil?: number;
};

/** The first host has a container with each behaviour, so that even a small fleet shows all of them. */
const troubles: readonly (Behaviour | undefined)[] = [undefined, 'failing', 'looping', 'killed', 'tight'];

const memorySizes = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
const coreCounts = [4, 8, 16, 32, 64, 128, 256];
/** The smallest sufficient size, or the next larger one with `spare`. */
const fit = (sizes: readonly number[], need: number, spare: boolean): number => {
  const smallest = sizes.findIndex((size) => size >= need);
  const last = sizes.length - 1;
  return sizes[smallest < 0 ? last : Math.min(last, smallest + (spare ? 1 : 0))] ?? need;
};

/**
 * Creates a host with about that number of containers, and with enough cores and memory for them. `plain`: nothing
 * hostile, no wrong clock.
 */
export function createHost(
  worldSeed: number,
  nth: number,
  containers: number,
  plain = false,
  calm = false,
): DockerHost {
  const seed = hash(worldSeed, 'docker', nth);
  const count = Math.min(512, Math.max(0, Math.round(containers * (0.6 + 0.8 * chance(seed, 'count')))));
  const own = Array.from({ length: count }, (_, i) => {
    const isFirst = nth === 0;
    const hostile = plain ? false : isFirst ? i === troubles.length : undefined;
    return createContainer(seed, i, { trouble: isFirst ? troubles[i] : undefined, hostile, calm });
  });
  const peaks = own.map(peakOf);
  const cores = peaks.reduce((sum, peak) => sum + peak.cores, 0);
  const memory = peaks.reduce((sum, peak) => sum + peak.memoryBytes, 0);
  const largest = Math.max(0, ...own.map(({ limitBytes }) => limitBytes));
  const hex = (part: string) => [0, 1, 2, 3].map((i) => hash(seed, part, i).toString(16).padStart(8, '0')).join('');
  return {
    seed,
    hostname: `dock-${pick(['east', 'west', 'lab', 'edge'], seed, 'place')}-${String(nth + 1).padStart(2, '0')}`,
    agentId: hex('agent'),
    machineId: hex('machine'),
    // Not all containers are busy at the same time.
    cpus: fit(coreCounts, cores * 0.7, chance(seed, 'cpus') < 0.3),
    memoryBytes: fit(memorySizes, Math.max(memory + SYSTEM_BYTES, largest) / GiB, chance(seed, 'memory') < 0.3) * GiB,
    clockOffS: !plain && !calm && chance(seed, 'clock') < 0.04 ? DAY_S : 0,
    outdated: chance(seed, 'outdated') < 0.1,
    containers: own,
    calm,
  };
}

/** For so long after its start a fleet is complete: a test or a demo of less than an hour meets no gap by chance. */
const COMPLETE_S = 3600;

/**
 * Whether its agent sends nothing at `t`: when a script says so, and in two percent of all hours for ten minutes, but not
 * in the first hour after `startedAt`, the start of the fleet. Both in epoch seconds.
 */
export const isSilent = ({ seed, silentUntil = 0, calm }: DockerHost, t: number, startedAt: number): boolean =>
  t < silentUntil ||
  (!calm && t - startedAt > COMPLETE_S && chance(seed, 'silent', Math.floor(t / 3600)) < 0.02 && t % 3600 < 600);

/** The report that the agent posts. `t` epoch seconds. */
export function reportAt(
  host: DockerHost,
  t: number,
  { version, intervalSeconds }: { version: string; intervalSeconds: number },
): ReportBody {
  const { seed, hostname, agentId, machineId, cpus, memoryBytes } = host;
  const system = pick(systems, seed, 'system');
  const onItsClock = t + host.clockOffS;
  const uptimeSeconds = uptimeOf(host, onItsClock);
  const machine = { memoryBytes, bootedAt: onItsClock - uptimeSeconds };
  const containers = shareCores(
    host.containers.map((container) => containerAt(container, onItsClock, machine)),
    cpus,
  );
  const sum = (figure: 'cpuPercent' | 'memoryUsageBytes') => containers.reduce((all, c) => all + (c[figure] ?? 0), 0);
  return {
    agent: { id: agentId, version: host.outdated ? '0.0.9' : version, intervalSeconds },
    host: {
      hostname,
      name: hostname,
      machineId,
      os: system.os,
      kernelVersion: system.kernel,
      architecture: 'x86_64',
      dockerVersion: system.engine,
      totalCpu: cpus,
      totalMemoryBytes: memoryBytes,
      uptimeSeconds,
      engine: 'docker',
      cpuUsagePercent: Math.round(Math.min(100, sum('cpuPercent') / cpus + 4 * walk(seed, t, 90)) * 100) / 100,
      memoryUsedBytes: Math.floor(sum('memoryUsageBytes') + SYSTEM_BYTES * 0.75),
    },
    containers,
    timestamp: new Date(onItsClock * 1000).toISOString(),
  };
}

/** The host restarts every few weeks or months. */
function uptimeOf({ seed }: DockerHost, t: number): number {
  const period = between(20, 200, seed, 'uptime') * DAY_S;
  return (t + (seed % period)) % period;
}

/** If the containers need more cores than the host has, each gets its share. */
function shareCores(containers: ReportBodyContainer[], cpus: number): ReportBodyContainer[] {
  const wanted = containers.reduce((all, { cpuPercent }) => all + (cpuPercent ?? 0), 0);
  const share = Math.min(1, (cpus * 99) / Math.max(1, wanted));
  if (share === 1) return containers;
  return containers.map((container) =>
    container.cpuPercent === undefined || container.cpuPercent === null
      ? container
      : { ...container, cpuPercent: Math.floor(container.cpuPercent * share * 100) / 100 },
  );
}
