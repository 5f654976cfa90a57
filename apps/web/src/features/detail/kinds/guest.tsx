// The page of a virtual machine or a Linux container of Proxmox VE.
import { guestSubject } from '@belfry/domain/alerts/subjects';
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { Figures, GuestFacts } from '@belfry/domain/guest-figures';
import { guestStatus, nodeOnline, parentOf, type ShownStatus } from '@belfry/domain/status';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { guestMetadata } from '../../../api/guest-metadata.ts';
import { diskReason } from '../../../lib/disk-reason.ts';
import { urlOf } from '../../../lib/guest-url.ts';
import { formatDecimal, formatRate, formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { useMay } from '../../../lib/may.ts';
import { usageTone } from '../../../lib/tone.ts';
import { useFigures, useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hasMemoryDetail, hasNetworks, hasOverview, hasProtection } from '../../../ui/guest/contents.ts';
import { GuestFilesystems, GuestMemory, GuestNetworks, GuestSystem } from '../../../ui/guest/panels.tsx';
import { Protection } from '../../../ui/guest/protection.tsx';
import { Tags } from '../../../ui/tags.tsx';
import type { Detail, DetailKind, Figure, Measured } from '../detail.ts';
import { messages } from '../messages.ts';

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
        <span className="text-soft">{node?.displayName || found.node}</span>
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
  const titles = [
    ['cpu', messages.cpu],
    ['memory', messages.memory],
    ['disk', messages.disk],
    ['diskIo', messages.diskIo],
    ['network', messages.network],
  ] as const;
  if (status.figures === 'none') return titles.map(([id, title]) => ({ id, title, note: messages.notRunning }));
  const at = guest.staleSince ?? seen;
  const hypervisor: Measured = { source: messages.sources.hypervisor, at };
  const cpu = figures.cpu * 100;
  const memory = figures['memory.usage'];
  const disk = figures['disk.usage'];
  const share = (id: 'cpu' | 'memory' | 'disk', percent: number) => ({
    percent,
    tone: usageTone(id, percent),
    limit: limits[id],
  });
  return [
    {
      id: 'cpu',
      title: messages.cpu,
      share: share('cpu', cpu),
      note: messages.ofCores(formatDecimal(figures.cpu * guest.cpus, 1), guest.cpus),
      measured: hypervisor,
    },
    {
      id: 'memory',
      title: messages.memory,
      share: share('memory', memory),
      note: formatShare(figures['memory.used'], guest.memory.total),
      measured: {
        source: memorySource(guest.memory),
        at,
        estimated: guest.memory.quality === 'estimate',
      },
    },
    disk < 0
      ? { id: 'disk', title: messages.disk, note: diskReason(guest).text }
      : {
          id: 'disk',
          title: messages.disk,
          share: share('disk', disk),
          note: formatShare(figures['disk.used'], guest.disk.total),
          measured: {
            source: guest.disk.source === 'guest-agent' ? messages.sources.agent : messages.sources.hypervisor,
            at: guest.disk.at ?? at,
          },
        },
    rates('diskIo', messages.diskIo, hypervisor, [
      [messages.read, figures.diskRead],
      [messages.write, figures.diskWrite],
    ]),
    rates('network', messages.network, hypervisor, [
      [messages.in, figures.networkIn],
      [messages.out, figures.networkOut],
    ]),
  ];
}

const rates = (
  id: string,
  title: string,
  measured: Measured,
  values: readonly (readonly [name: string, rate: number | null])[],
): Figure => {
  const known = values.filter(([, rate]) => rate !== null);
  return known.length === 0
    ? { id, title, note: messages.noAnswerYet }
    : { id, title, measured, values: values.map(([name, rate]) => [name, formatRate(rate)]) };
};

function memorySource({ source, quality }: GuestFacts['memory']): string {
  if (source === 'balloon') return messages.sources.balloon;
  if (source === 'status-freemem') return messages.sources.guest;
  return quality === 'estimate' ? messages.sources.outside : messages.sources.hypervisor;
}
