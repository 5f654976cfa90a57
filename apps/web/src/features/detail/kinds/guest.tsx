// The page of a virtual machine or a Linux container of Proxmox VE.
import { guestSubject } from '@belfry/domain/alerts/subjects';
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { Figures, GuestFacts } from '@belfry/domain/guest-figures';
import { filesystemId } from '@belfry/domain/ids';
import { guestStatus, nodeOnline, parentOf, type ShownStatus } from '@belfry/domain/status';
import { percent } from '@belfry/domain/usage';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { guestMetadata } from '../../../api/guest-metadata.ts';
import { diskReason } from '../../../lib/disk-reason.ts';
import { urlOf } from '../../../lib/guest-url.ts';
import { formatDecimal, formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { useMay } from '../../../lib/may.ts';
import { usageTone } from '../../../lib/tone.ts';
import { useFigures, useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hasMemoryDetail, hasNetworks, hasOverview, hasProtection } from '../../../ui/guest/contents.ts';
import { GuestFilesystems, GuestMemory, GuestNetworks, GuestSystem } from '../../../ui/guest/panels.tsx';
import { Protection } from '../../../ui/guest/protection.tsx';
import { GuestProtectionPanel } from '../../../ui/protection/guest-panel.tsx';
import { Tags } from '../../../ui/tags.tsx';
import {
  type Detail,
  type DetailKind,
  type Figure,
  type Line,
  type Measured,
  MOST_LINES,
  type Plot,
  type Share,
} from '../detail.ts';
import { messages } from '../messages.ts';
import { pressureFigure } from '../pressure.ts';
import { rates } from '../rates.ts';

const guestLimits = createLimits(guestSubject);

export const guest: DetailKind = {
  path: '/guests/$id',
  list: { to: '/proxmox/overview', name: () => messages.overview },
  useDetail: useGuest,
  siblings: ({ vms, containers }) => [...vms, ...containers].sort((a, b) => a.vmid - b.vmid || (a.id < b.id ? -1 : 1)),
  gone: (id) => messages.gone.guest(id),
};

function useGuest(id: string): Detail | undefined {
  const found = useLive(
    ({ state }) => state?.vms.find((each) => each.id === id) ?? state?.containers.find((each) => each.id === id),
  );
  const figures = useFigures(id);
  const nodes = useList('nodes');
  const online = useMemo(() => new Set(nodes.filter(nodeOnline).map((node) => node.id)), [nodes]);
  const instance = useInstance(found?.instance ?? '');
  const metadata = useQuery({ ...guestMetadata, enabled: useMay('read') }).data;
  const policies = useAlertPolicies();
  const isJudged = useLive(({ state }) => state?.guestProtection.some((each) => each.id === id) ?? false);
  if (!found) return undefined;
  const limits = guestLimits(policies, found);
  const status = guestStatus(found, online);
  const node = nodes.find((each) => each.id === parentOf(found));
  const url = urlOf(found, metadata);
  return {
    id,
    name: found.name,
    status,
    staleSince: found.staleSince,
    uptime: status.figures === 'none' ? undefined : figures.uptime,
    marks: (
      <>
        <Chip className={found.type === 'qemu' ? 'text-vm' : 'text-lxc'}>{found.type === 'qemu' ? 'VM' : 'LXC'}</Chip>
        <span className="font-mono text-sm text-soft">{found.vmid}</span>
        <span aria-hidden className="h-4 w-px bg-line" />
        <Link to="/nodes/$id" params={{ id: parentOf(found) }} className="text-soft hover:underline">
          {node?.displayName || found.node}
        </Link>
        {node?.clusterName && <Chip>{node.clusterName}</Chip>}
        {found.lock !== undefined && <Chip>{found.lock}</Chip>}
        <Tags tags={found.tags} room={400} />
      </>
    ),
    link: url === undefined ? undefined : { href: url, text: new URL(url).host },
    figures: guestFigures(found, figures, status, limits, instance?.lastSeen),
    panels: [
      ...(hasOverview(found) ? [{ id: 'system', content: <GuestSystem guest={found} /> }] : []),
      ...(found.disks?.length
        ? [{ id: 'filesystems', content: <GuestFilesystems guest={found} limits={limits} /> }]
        : []),
      ...(hasMemoryDetail(found) ? [{ id: 'memory', content: <GuestMemory guest={found} figures={figures} /> }] : []),
      ...(isJudged ? [{ id: 'backups', content: <GuestProtectionPanel id={id} name={found.name} /> }] : []),
      ...(hasProtection(found) ? [{ id: 'protection', content: <Protection guest={found} /> }] : []),
      ...(hasNetworks(found) ? [{ id: 'networks', content: <GuestNetworks guest={found} /> }] : []),
    ],
    notes: metadata?.[id]?.description ?? '',
  };
}

/** `seen` (ISO): the last good answer of the instance. */
export function guestFigures(
  guest: GuestFacts,
  figures: Figures,
  status: ShownStatus,
  limits: Limits,
  seen: string | undefined,
): readonly Figure[] {
  const runs = status.figures !== 'none';
  const at = guest.staleSince ?? seen;
  const hypervisor: Measured = { source: messages.sources.hypervisor, at };
  const cpu = figures.cpu * 100;
  const memory = figures['memory.usage'];
  const disk = figures['disk.usage'];
  const { swapTotal = 0 } = guest.memory;
  const swapUsed = figures['memory.swapUsed'] ?? 0;
  const swap = swapTotal > 0 ? percent(swapUsed, swapTotal) : undefined;
  const line = (metric: string, name: string, value: number | null, below = false): Line => ({
    kind: 'guest',
    id: guest.id,
    metric,
    name,
    live: runs ? (value ?? undefined) : undefined,
    below,
  });
  const usage = (id: 'cpu' | 'memory' | 'disk', lines: readonly Line[]): Plot => ({
    unit: 'percent',
    lines,
    limit: limits[id]?.trigger,
  });
  const share = (id: 'cpu' | 'memory' | 'disk', used: number): Share => ({
    percent: used,
    tone: usageTone(id, used),
    limit: limits[id],
  });
  const all: readonly Figure[] = [
    {
      id: 'cpu',
      title: messages.cpu,
      share: share('cpu', cpu),
      note: messages.ofCores(formatDecimal(figures.cpu * guest.cpus, 1), guest.cpus),
      measured: hypervisor,
      plot: usage('cpu', [line('cpu', '', cpu)]),
    },
    {
      id: 'memory',
      title: messages.memory,
      share: share('memory', memory),
      note: [
        formatShare(figures['memory.used'], guest.memory.total),
        ...(swap === undefined ? [] : [messages.swapShare(formatShare(swapUsed, swapTotal))]),
      ].join(' · '),
      measured: { source: memorySource(guest.memory), at, estimated: guest.memory.quality === 'estimate' },
      plot: {
        ...usage('memory', [
          line('memory', '', memory),
          ...(swap === undefined ? [] : [line('swap', messages.swap, swap)]),
        ]),
        estimate: 'memory.estimate',
      },
    },
    {
      id: 'disk',
      title: messages.disk,
      plot: usage('disk', filesystemLines(guest) ?? [line('disk', '', disk < 0 ? null : disk)]),
      ...(disk < 0
        ? { note: diskReason(guest).text }
        : {
            share: share('disk', disk),
            note: formatShare(figures['disk.used'], guest.disk.total),
            measured: {
              source: guest.disk.source === 'guest-agent' ? messages.sources.agent : messages.sources.hypervisor,
              at: guest.disk.at ?? at,
            },
          }),
    },
    rates('diskIo', messages.diskIo, hypervisor, [
      line('diskread', messages.read, figures.diskRead),
      line('diskwrite', messages.write, figures.diskWrite, true),
    ]),
    rates('network', messages.network, hypervisor, [
      line('netin', messages.in, figures.networkIn),
      line('netout', messages.out, figures.networkOut, true),
    ]),
    pressureFigure({
      of: { kind: 'guest', id: guest.id },
      pressure: runs ? guest.pressure : undefined,
      measured: hypervisor,
      note: messages.pressureNote,
    }),
  ];
  return runs
    ? all
    : all.map(({ id, title, plot, isRare = false }) => ({ id, title, note: messages.notRunning, plot, isRare }));
}

/** A line for each file system, the fullest first, where there are several. */
const filesystemLines = ({ id, disks = [] }: GuestFacts): readonly Line[] | undefined =>
  disks.length < 2
    ? undefined
    : [...disks]
        .sort((a, b) => b.usage - a.usage)
        .slice(0, MOST_LINES)
        .map(({ mountpoint, usage }) => ({
          kind: 'filesystem',
          id: filesystemId(id, mountpoint),
          metric: 'usage',
          name: mountpoint,
          live: usage,
        }));

function memorySource({ source, quality }: GuestFacts['memory']): string {
  if (source === 'balloon') return messages.sources.balloon;
  if (source === 'status-freemem') return messages.sources.guest;
  return quality === 'estimate' ? messages.sources.outside : messages.sources.hypervisor;
}
