// A simulated Docker host and the report its agent would post at a given moment.
import type { ReportBody } from '@belfry/schema/agent/report';
import { between, chance, hash, pick, walk } from '../world/walk.ts';
import { systems } from './catalogue.ts';
import { type Container, containerAt, createContainer, type Habit } from './container.ts';

const GiB = 1024 ** 3;
const DAY_S = 86_400;

/** `clockOffS`: how far its clock is ahead. `outdated`: its agent is of an earlier release. */
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
};

/** The first host has one of each, so that even a small fleet shows them all. */
const troubles: readonly (Habit | undefined)[] = [undefined, 'failing', 'looping', 'killed', 'tight'];

/** About that many containers; hosts differ. */
export function createHost(worldSeed: number, nth: number, containers: number): DockerHost {
  const seed = hash(worldSeed, 'docker', nth);
  const count = Math.max(0, Math.round(containers * (0.6 + 0.8 * chance(seed, 'count'))));
  const hex = (part: string) => [0, 1, 2, 3].map((i) => hash(seed, part, i).toString(16).padStart(8, '0')).join('');
  return {
    seed,
    hostname: `dock-${pick(['east', 'west', 'lab', 'edge'], seed, 'place')}-${String(nth + 1).padStart(2, '0')}`,
    agentId: hex('agent'),
    machineId: hex('machine'),
    cpus: pick([4, 8, 8, 16, 32], seed, 'cpus'),
    memoryBytes: pick([8, 16, 32, 64], seed, 'memory') * GiB,
    clockOffS: chance(seed, 'clock') < 0.04 ? DAY_S : 0,
    outdated: chance(seed, 'outdated') < 0.1,
    containers: Array.from({ length: Math.min(count, 512) }, (_, i) =>
      nth === 0
        ? createContainer(seed, i, { trouble: troubles[i], hostile: i === troubles.length })
        : createContainer(seed, i),
    ),
  };
}

/** One hour in fifty its agent is silent for ten minutes. `t` epoch seconds. */
export const isSilent = ({ seed }: DockerHost, t: number): boolean =>
  chance(seed, 'silent', Math.floor(t / 3600)) < 0.02 && t % 3600 < 600;

/** What the agent posts. `t` epoch seconds. */
export function reportAt(
  host: DockerHost,
  t: number,
  { version, intervalSeconds }: { version: string; intervalSeconds: number },
): ReportBody {
  const { seed, hostname, agentId, machineId, cpus, memoryBytes } = host;
  const system = pick(systems, seed, 'system');
  const onItsClock = t + host.clockOffS;
  const containers = host.containers.map((container) => containerAt(container, onItsClock, memoryBytes));
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
      uptimeSeconds: onItsClock % (between(20, 200, seed, 'uptime') * DAY_S),
      engine: 'docker',
      cpuUsagePercent: Math.round(Math.min(100, sum('cpuPercent') / cpus + 4 * walk(seed, t, 90)) * 100) / 100,
      memoryUsedBytes: Math.floor(Math.min(memoryBytes * 0.98, sum('memoryUsageBytes') + 0.6 * GiB)),
    },
    containers,
    timestamp: new Date(onItsClock * 1000).toISOString(),
  };
}
