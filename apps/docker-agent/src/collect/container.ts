// Turns the engine's answers about one container into an entry of the report, within the limits of the report.
import { defined } from '@belfry/domain/defined';
import { reportLimits as limit } from '@belfry/schema/agent/limits';
import type { ReportBodyContainer } from '@belfry/schema/agent/report';
import * as z from 'zod/mini';
import { type Inspect, Mount, type Row } from '../engine/payloads.ts';
import { portsOf } from './ports.ts';

/** From the statistics; absent when the container does not run or its statistics failed. */
export type Usage = Pick<ReportBodyContainer, 'cpuPercent' | 'memoryUsageBytes' | 'memoryLimitBytes' | 'memoryPercent'>;

export const isRunning = (row: Row): boolean => row.State === 'running';

/** Without `inspect` (when it failed) the entry has only the fields of the list. */
export function containerOf(row: Row, inspect: Inspect | undefined, usage: Usage, nowMs: number): ReportBodyContainer {
  const state = inspect?.State;
  const running = isRunning(row);
  const startedAt = timestamp(state?.StartedAt);
  const finishedAt = running ? undefined : timestamp(state?.FinishedAt);
  const labels = labelsOf(row);
  const health = state?.Health?.Status?.toLowerCase();
  const host = inspect?.HostConfig;
  return defined({
    id: row.Id,
    name: cut(nameOf(row), limit.name),
    image: cut(row.Image ?? '', limit.text),
    imageId: cut(row.ImageID || undefined, limit.id),
    createdAt: isoTime((row.Created ?? 0) * 1000),
    state: cut(row.State ?? state?.Status ?? 'unknown', 32),
    status: cut(row.Status ?? '', limit.text),
    health: health && health !== 'none' ? cut(health, 32) : undefined,
    ...usage,
    memoryConfiguredBytes: positive(host?.Memory),
    cpuLimitCores: positive(
      host?.NanoCpus ? host.NanoCpus / 1e9 : (host?.CpuQuota ?? 0) / (host?.CpuPeriod || 100_000),
    ),
    uptimeSeconds: running && startedAt ? Math.max(0, Math.floor((nowMs - Date.parse(startedAt)) / 1000)) : undefined,
    restartCount: whole(inspect?.RestartCount),
    exitCode: Number.isSafeInteger(state?.ExitCode) ? state?.ExitCode : undefined,
    oomKilled: state?.OOMKilled ?? undefined,
    restartPolicy: cut(host?.RestartPolicy?.Name || undefined, 32),
    startedAt,
    finishedAt,
    ports: portsOf(row.Ports),
    labels,
    networks: networksOf(inspect?.NetworkSettings ?? row.NetworkSettings),
    composeProject: cut(labels['com.docker.compose.project'], limit.name),
    composeService: cut(labels['com.docker.compose.service'], limit.name),
    ...(inspect && { environment: variablesOf(inspect), mounts: mountsOf(inspect) }),
  });
}

/** Its own name has one slash, at the beginning. Those with two are aliases that a link gave to it: "/web/db". */
function nameOf({ Id, Names }: Row): string {
  const names = Names.filter((name) => typeof name === 'string').map((name) => name.replace(/^\//, ''));
  return names.find((name) => name !== '' && !name.includes('/')) || Id.slice(0, 12);
}

function labelsOf(row: Row): Record<string, string> {
  const labels = Object.entries(row.Labels ?? {}).filter(([key]) => key.length <= limit.labelKey);
  return Object.fromEntries(labels.slice(0, limit.labels).map(([key, v]) => [key, cut(v, limit.labelValue)]));
}

function networksOf(settings: Row['NetworkSettings']): NonNullable<ReportBodyContainer['networks']> {
  return Object.entries(settings?.Networks ?? {})
    .slice(0, limit.networks)
    .map(([name, { IPAddress, GlobalIPv6Address }]) =>
      defined({
        name: cut(name, limit.name),
        ipv4: cut(IPAddress || undefined, 64),
        ipv6: cut(GlobalIPv6Address || undefined, 64),
      }),
    );
}

const VARIABLE = /^[\w.-]+(?==|$)/;

/** The names alone: a value may be a secret, and never leaves the host. */
const variablesOf = ({ Config }: Inspect): string[] =>
  (Config?.Env ?? [])
    .flatMap((line) => (typeof line === 'string' ? (VARIABLE.exec(line)?.[0] ?? []) : []))
    .filter((name) => name.length <= limit.name)
    .slice(0, limit.variables);

const UNNAMED = /^[0-9a-f]{64}$/;

const mountsOf = ({ Mounts }: Inspect): NonNullable<ReportBodyContainer['mounts']> =>
  (Mounts ?? [])
    .flatMap((each) => z.safeParse(Mount, each).data ?? [])
    .flatMap(({ Type, Name, Source, Destination, RW }) => {
      const from = Name ? (UNNAMED.test(Name) ? undefined : Name) : Source;
      if (!Destination) return [];
      const [to, type] = [cut(Destination, limit.text), cut(Type ?? '', 32)];
      return [defined({ type, from: cut(from || undefined, limit.text), to, isReadOnly: RW === false || undefined })];
    })
    .slice(0, limit.mounts);

function cut(text: string, max: number): string;
function cut(text: string | undefined, max: number): string | undefined;
function cut(text: string | undefined, max: number): string | undefined {
  return text !== undefined && text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Engines write Go's year 1 for "never"; a year with five digits is not a date either. */
const isoTime = (ms: number) => (ms > 0 && ms < Date.UTC(10_000, 0) ? new Date(ms).toISOString() : undefined);
const timestamp = (text: string | null | undefined) => isoTime(Date.parse(text ?? ''));

const positive = (n: number | null | undefined) => (n && n > 0 && Number.isFinite(n) ? n : undefined);
const whole = (n: number | null | undefined) => (Number.isSafeInteger(n) && n != null && n >= 0 ? n : undefined);
