// Converts a parsed report to a host of the state. Pure.
import { defined } from '@belfry/domain/defined';
import { byId } from '@belfry/domain/ids';
import type { AgentReport, ReportedContainer } from '@belfry/schema/agent/report';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { isIntervalTooLong } from './silence.ts';
import { isOlder } from './version.ts';

/**
 * After an outage, an agent may deliver a report some minutes late. A larger difference means that a clock is wrong.
 */
const LATENESS_MS = 600_000;

export interface Receipt {
  id: string;
  /** Epoch ms on the clock of this server. */
  at: number;
  /** The version of the agent that this server offers for download. */
  agentVersion: string;
  /** The site whose collector passed the report on. */
  site?: string | undefined;
}

export function normalize(
  { agent, host, containers, timestamp }: AgentReport,
  { id, at, agentVersion, site }: Receipt,
): DockerHost {
  const aheadMs = timestamp === undefined ? 0 : timestamp - at;
  const clockIsOff = Math.abs(aheadMs) > LATENESS_MS;
  const onOurClock = clockIsOff ? (time: number) => time - aheadMs : (time: number) => time;
  const { hostname, name, totalCpu, totalMemoryBytes, uptimeSeconds, ...facts } = host;
  return {
    ...defined({ ...facts, site }),
    id,
    agentId: agent.id ?? '',
    hostname,
    displayName: name ?? hostname,
    cpus: totalCpu ?? 0,
    totalMemoryBytes: totalMemoryBytes ?? 0,
    uptimeSeconds: uptimeSeconds ?? 0,
    status: 'online',
    lastSeen: at,
    intervalSeconds: agent.intervalSeconds,
    ...(isIntervalTooLong(agent.intervalSeconds) && { intervalTooLong: true }),
    ...(agent.version !== undefined && { agentVersion: agent.version }),
    ...(agent.version !== undefined && isOlder(agent.version, agentVersion) && { agentOutdated: true }),
    ...(clockIsOff && { clockAheadSeconds: Math.round(aheadMs / 1000) }),
    containers: containers.map((container) => containerOf(container, at, onOurClock, totalMemoryBytes)).sort(byId),
  };
}

function containerOf(
  {
    cpuPercent,
    uptimeSeconds,
    restartCount,
    exitCode,
    labels,
    environment: _,
    mounts: __,
    ...reported
  }: ReportedContainer,
  at: number,
  onOurClock: (time: number) => number,
  hostMemory: number | undefined,
): DockerContainer {
  const { createdAt, startedAt, finishedAt, memoryUsageBytes, memoryLimitBytes, memoryPercent, ...rest } = reported;
  const moved = (time: number | undefined) => (time === undefined ? undefined : onOurClock(time));
  const times = { createdAt: moved(createdAt), startedAt: moved(startedAt), finishedAt: moved(finishedAt) };
  const limit = limitOf(memoryLimitBytes, hostMemory);
  return {
    ...defined({ ...rest, ...times }),
    name: rest.name.replace(/^\/+/, '') || rest.id.slice(0, 12),
    cpuPercent: cpuPercent === undefined ? null : hundredths(Math.max(0, cpuPercent)),
    memoryUsageBytes: memoryUsageBytes ?? null,
    memoryLimitBytes: limit ?? null,
    memoryPercent: percentOf(memoryUsageBytes, limit) ?? memoryPercent ?? null,
    uptimeSeconds: Math.floor(uptimeSeconds ?? uptimeSince(rest.state === 'running' ? times.startedAt : undefined, at)),
    restartCount: restartCount ?? null,
    exitCode: exitCode ?? null,
    labels: labels ?? {},
  };
}

/** An engine reports "unlimited" as 0 or 2^63. The limit is then the memory of the host. */
const limitOf = (limit: number | undefined, hostMemory: number | undefined) =>
  hostMemory && limit !== undefined ? Math.min(limit || hostMemory, hostMemory) : limit || undefined;

const percentOf = (used: number | undefined, limit: number | undefined): number | undefined =>
  used === undefined || !limit ? undefined : hundredths((used / limit) * 100);

const uptimeSince = (startedAt: number | undefined, at: number) =>
  startedAt === undefined ? 0 : Math.max(0, (at - startedAt) / 1000);

/** Limits absurd figures, so that they remain finite numbers. */
const hundredths = (n: number) => Math.round(Math.min(n, 1e9) * 100) / 100;
