// The details of a container: alerts, image and times, networks, ports, labels. A panel without content is not shown.

import { cpuShare } from '@belfry/domain/docker';
import type { DockerContainer } from '@belfry/schema/entities/docker';
import { formatBytes, formatShare, formatUptime, NONE } from '../../../lib/language/format.ts';
import { momentOf } from '../../../lib/moment.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { AlertsPanel } from '../../../ui/alerts/alert-list.tsx';
import { type Fact, Facts, Panel, Panels } from '../../../ui/detail.tsx';
import { messages } from '../messages.ts';
import type { Entry } from './rows.ts';

export function ContainerDetail({ entry }: { entry: Entry }) {
  const { container, running } = entry;
  const labels = Object.entries(container.labels);
  const alerts = useAlertsOf(entry.id);
  return (
    <Panels>
      <AlertsPanel alerts={alerts} />
      <Panel title={messages.detail.container}>
        <Facts facts={identity(entry)} />
      </Panel>
      <Panel title={messages.detail.life}>
        <Facts facts={life(container, running)} />
      </Panel>
      {container.networks.length + container.ports.length > 0 && <Networks container={container} />}
      {labels.length > 0 && (
        <Panel title={messages.detail.labels(labels.length)}>
          <ul className="max-h-40 overflow-auto font-mono text-xs [scrollbar-width:thin]">
            {labels.map(([key, value]) => (
              <li key={key} className="wrap-anywhere">
                <span className="text-mute">{key}=</span>
                <wbr />
                {value}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Panels>
  );
}

function identity({ container, host }: Entry): Fact[] {
  const share = cpuShare(container, host);
  const { image, id, composeProject, composeService, memoryConfiguredBytes, cpuLimitCores } = container;
  const { memoryUsageBytes, memoryLimitBytes } = container;
  const mono = (text: string) => <span className="font-mono text-xs break-all">{text}</span>;
  return [
    [messages.detail.image, mono(image || NONE)],
    [messages.detail.id, mono(id.slice(0, 12))],
    ...(composeProject
      ? [[messages.detail.compose, [composeProject, composeService].filter(Boolean).join(' / ')] as const]
      : []),
    ...(memoryUsageBytes !== null && memoryLimitBytes
      ? [[messages.detail.memory, formatShare(memoryUsageBytes, memoryLimitBytes)] as const]
      : []),
    ...(share === undefined ? [] : [[messages.cpu, messages.cpuOfCores(container.cpuPercent ?? 0, share)] as const]),
    [messages.detail.memoryLimit, memoryConfiguredBytes ? formatBytes(memoryConfiguredBytes) : messages.detail.noLimit],
    ...(cpuLimitCores ? [[messages.detail.cpuLimit, messages.cores(cpuLimitCores)] as const] : []),
  ];
}

function life(container: DockerContainer, running: boolean): Fact[] {
  const { status, uptimeSeconds, createdAt, startedAt, finishedAt, exitCode, oomKilled, state } = container;
  const moment = (at: number | undefined) => (at === undefined ? NONE : momentOf(at));
  const ended = finishedAt !== undefined || state.toLowerCase() === 'exited';
  return [
    [messages.detail.status, status || state || NONE],
    [messages.detail.uptime, running ? formatUptime(uptimeSeconds) : NONE],
    [messages.detail.created, moment(createdAt)],
    [messages.detail.started, moment(startedAt)],
    ...(ended ? [[messages.detail.finished, moment(finishedAt)] as const] : []),
    ...(ended
      ? [
          [
            messages.detail.exitCode,
            exitCode === null ? NONE : oomKilled ? messages.detail.outOfMemory(exitCode) : `${exitCode}`,
          ] as const,
        ]
      : []),
  ];
}

function Networks({ container: { networks, ports } }: { container: DockerContainer }) {
  return (
    <Panel title={messages.detail.network}>
      <ul className="flex flex-col gap-1">
        {networks.map(({ name, ipv4, ipv6 }) => (
          <li key={name} className="break-all">
            <b className="font-semibold">{name}</b>{' '}
            <span className="font-mono text-xs text-soft">{[ipv4, ipv6].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
      {ports.length > 0 && (
        <>
          <h3 className="mt-2 mb-1 text-xs font-semibold text-mute">{messages.detail.ports}</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs">
            {ports.map((port) => {
              const text = portText(port);
              return <li key={text}>{text}</li>;
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** As `docker ps` writes it: "0.0.0.0:8080 → 80/tcp". */
function portText({ ip, publicPort, privatePort, protocol }: DockerContainer['ports'][number]): string {
  const inside = `${privatePort}/${protocol}`;
  if (publicPort === undefined) return inside;
  return `${ip ? `${ip.includes(':') ? `[${ip}]` : ip}:` : ''}${publicPort} → ${inside}`;
}
