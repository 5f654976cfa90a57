// Collects one report from the engine. It keeps only the last CPU samples between rounds.
import { fail, ok, type Result } from '@belfry/domain/result';
import { reportLimits } from '@belfry/schema/agent/limits';
import type { ReportBody, ReportBodyContainer } from '@belfry/schema/agent/report';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Engine, EngineError } from '../engine/engine.ts';
import { Info, Inspect, Row, Stats, Version } from '../engine/payloads.ts';
import { version } from '../version.ts';
import { containerOf, isRunning, type Usage } from './container.ts';
import { type CpuSample, cpuPercent, cpuSample } from './cpu.ts';
import { type HostFacts, type HostFiles, hostCpuPercent, hostFacts } from './host.ts';
import { inParallel } from './in-parallel.ts';
import { memoryOf } from './memory.ts';

interface Collected {
  report: ReportBody;
  /** Calls about single containers that failed: these containers are reported with fewer fields. */
  faults: number;
}
export type Collect = () => Promise<Result<Collected, EngineError>>;

export interface CollectorOptions {
  engine: Engine;
  files: HostFiles;
  clock: Clock;
  intervalMs: number;
  hostname?: string;
  agentId?: string;
}

/** Enough for 200 containers in a second, and few enough to leave the engine time for other clients. */
const lanes = 8;
/** The newest API version that the agent supports; an older engine is called with its own. 1.41 added one-shot statistics, which do
 * not wait for a second. */
const newestApi = 44;

export function createCollector({ engine, files, clock, ...options }: CollectorOptions): Collect {
  let samples = new Map<string, CpuSample>();
  let hostCpu: HostFacts['cpu'];

  const ask = async <T extends z.ZodMiniType>(path: string, type: T): Promise<Result<z.output<T>, EngineError>> => {
    const answer = await engine.get(path);
    if (!answer.ok) return answer;
    const { success, data } = z.safeParse(type, answer.value);
    return success ? ok(data) : fail({ kind: 'bad-payload', reason: `${path}: not what the Engine API says` });
  };

  return async () => {
    const about = await ask('/version', Version);
    if (!about.ok) return about;
    const podman = about.value.Components.some((part) => part.Name === 'Podman Engine');
    const api = `/v1.${Math.min(Number(about.value.ApiVersion?.split('.')[1]) || 24, newestApi)}`;
    const [info, rows] = await Promise.all([
      ask(`${api}/info`, Info),
      ask(`${api}/containers/json?all=true`, z.array(z.unknown())),
    ]);
    if (!info.ok) return info;
    if (!rows.ok) return rows;

    const known = rows.value.flatMap((row) => z.safeParse(Row, row).data ?? []);
    // Running containers first, in case a host has more than a report may contain.
    const chosen = known
      .toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
      .slice(0, reportLimits.containers);
    let faults = rows.value.length - known.length;
    const fresh = new Map<string, CpuSample>();

    const usageOf = async (row: Row, run: string): Promise<Usage> => {
      const stats = await ask(`${api}/containers/${row.Id}/stats?stream=false&one-shot=true`, Stats);
      const before = samples.get(row.Id);
      if (!stats.ok) {
        faults++;
        if (before) fresh.set(row.Id, before);
        return {};
      }
      const sample = cpuSample(stats.value, run, { cores: info.value.NCPU ?? undefined, podman });
      if (sample) fresh.set(row.Id, sample);
      const percent = sample && cpuPercent(before, sample);
      const memory = memoryOf(stats.value, info.value.MemTotal ?? undefined);
      return { ...(percent !== undefined && { cpuPercent: percent }), ...memory };
    };

    const describe = async (row: Row): Promise<ReportBodyContainer[]> => {
      const inspect = await ask(`${api}/containers/${row.Id}/json`, Inspect);
      // Removed after it was listed.
      if (!inspect.ok && inspect.error.status === 404) return [];
      if (!inspect.ok) faults++;
      const details = inspect.ok ? inspect.value : undefined;
      const usage = isRunning(row) ? await usageOf(row, details?.State?.StartedAt ?? '') : {};
      return [containerOf(row, details, usage, clock.now())];
    };

    const containers = (await inParallel(chosen, lanes, describe)).flat();
    samples = fresh;

    const facts = engine.local ? hostFacts(files) : {};
    const cpuUsagePercent = hostCpuPercent(hostCpu, facts.cpu);
    hostCpu = facts.cpu;
    const hostname = options.hostname ?? facts.hostname ?? info.value.Name ?? files.hostname;
    // Podman makes a new id for each answer.
    const engineId = podman ? undefined : info.value.ID;
    return ok({
      faults,
      report: {
        agent: {
          id: options.agentId || engineId || facts.machineId || hostname,
          version,
          intervalSeconds: options.intervalMs / 1000,
        },
        host: {
          hostname,
          name: info.value.Name,
          machineId: facts.machineId,
          os: info.value.OperatingSystem,
          kernelVersion: info.value.KernelVersion,
          architecture: info.value.Architecture,
          dockerVersion: info.value.ServerVersion,
          totalCpu: info.value.NCPU,
          totalMemoryBytes: info.value.MemTotal,
          uptimeSeconds: facts.uptimeSeconds,
          engine: podman ? 'podman' : 'docker',
          cpuUsagePercent,
          memoryUsedBytes: facts.memoryUsedBytes,
          ...(known.length > chosen.length && { omittedContainers: known.length - chosen.length }),
        },
        containers,
        timestamp: new Date(clock.now()).toISOString(),
      },
    });
  };
}
