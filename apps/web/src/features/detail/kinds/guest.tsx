// The page of a virtual machine or a Linux container of Proxmox VE.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { byNumber } from '@belfry/domain/guest-number';
import { filesystemId } from '@belfry/domain/ids';
import { guestStatus, lostWith, nodeOnline, parentOf } from '@belfry/domain/status';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { guestMetadata } from '../../../api/guest-metadata.ts';
import { guestLimits } from '../../../lib/guest-limits.ts';
import { urlOf } from '../../../lib/guest-url.ts';
import { useMay } from '../../../lib/may.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { useAwaited, useFigures, useGuest, useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hasMemoryDetail, hasNetworks, hasOverview, hasProtection } from '../../../ui/guest/contents.ts';
import { GuestFilesystems, GuestMemory, GuestNetworks, GuestSystem } from '../../../ui/guest/panels.tsx';
import { Protection } from '../../../ui/guest/protection.tsx';
import { late } from '../../../ui/late.ts';
import { Tags } from '../../../ui/tags.tsx';
import type { Detail, DetailKind } from '../detail.ts';
import { FillingPanel, type FillingPart } from '../filling-panel.tsx';
import { LastSeen } from '../last-seen.tsx';
import { messages } from '../messages.ts';
import { StartElsewhere } from './elsewhere.tsx';
import { guestFigures } from './guest-figures.ts';
import { GuestProtectionPanel } from './guest-protection.tsx';
import { LostWith, lostGuest } from './lost.tsx';

const DriveLatency = late(async () => (await import('./drive-latency.tsx')).DriveLatency);
const FindingsPanel = late(async () => (await import('../findings-panel.tsx')).FindingsPanel);

export const guest: DetailKind = {
  path: '/guests/$id',
  list: { to: '/proxmox/overview', name: () => messages.overview },
  useDetail: useGuestDetail,
  siblings: ({ vms, containers }) => [...vms, ...containers].sort((a, b) => byNumber(a, b) || (a.id < b.id ? -1 : 1)),
  gone: (id) => messages.gone.guest(id),
};

function useGuestDetail(id: string): Detail | undefined {
  const found = useGuest(id);
  const figures = useFigures(id);
  const isAwaited = useAwaited(found);
  const nodes = useList('nodes');
  const online = useMemo(() => new Set(nodes.filter(nodeOnline).map((node) => node.id)), [nodes]);
  const instance = useInstance(found?.instance ?? '');
  const metadata = useQuery({ ...guestMetadata, enabled: useMay('read') }).data;
  const policies = useAlertPolicies();
  const nodeAlert = useAlertsOf(found && parentOf(found)).find(({ type }) => type === 'connectivity');
  const isJudged = useLive(({ state }) => state?.guestProtection.some((each) => each.id === id) ?? false);
  if (!found) return undefined;
  const limits = guestLimits(policies, found);
  const status = guestStatus(found, online);
  const node = nodes.find((each) => each.id === parentOf(found));
  const url = urlOf(found, metadata);
  const isLost = found.status === 'unknown' && node !== undefined && !nodeOnline(node);
  return {
    id,
    name: found.name,
    instance: found.instance,
    status,
    staleSince: found.staleSince,
    uptime: status.figures === 'none' || isAwaited ? undefined : figures.uptime,
    marks: (
      <>
        <Chip className={found.type === 'qemu' ? 'text-vm' : 'text-lxc'}>{found.type === 'qemu' ? 'VM' : 'LXC'}</Chip>
        <span className="font-mono text-sm text-soft">{found.vmid}</span>
        <span aria-hidden className="h-4 w-px bg-line" />
        <Link to="/nodes/$id" params={{ id: parentOf(found) }} className="text-soft hover:underline">
          {node?.displayName || found.node}
        </Link>
        {lostWith(found) !== undefined && <LostWith guest={found} />}
        {node?.clusterName && <Chip>{node.clusterName}</Chip>}
        {found.lock !== undefined && <Chip>{found.lock}</Chip>}
        <Tags tags={found.tags} room={400} />
      </>
    ),
    matter: isLost ? lostGuest(found, node, nodeAlert) : undefined,
    link: url === undefined ? undefined : { href: url, text: new URL(url).host },
    figures: guestFigures(found, isAwaited ? undefined : figures, status, limits, instance?.lastSeen),
    panels: [
      { id: 'last-seen', content: isLost && found.lastKnown && <LastSeen last={found.lastKnown} cpus={found.cpus} /> },
      { id: 'elsewhere', content: isLost && <StartElsewhere guest={found} /> },
      { id: 'system', content: hasOverview(found) && <GuestSystem guest={found} /> },
      {
        id: 'filesystems',
        content: !isAwaited && (found.disks ?? []).length > 0 && (
          <GuestFilesystems guest={found} limits={limits} levels={policies?.levels} />
        ),
      },
      { id: 'filling', content: <FillingPanel of={id} parts={fillingParts(found)} /> },
      {
        id: 'latency',
        content: !isAwaited && found.type === 'qemu' && found.status === 'running' && (
          <Suspense>
            <DriveLatency guest={found} />
          </Suspense>
        ),
      },
      {
        id: 'memory',
        content: !isAwaited && hasMemoryDetail(found) && <GuestMemory guest={found} figures={figures} />,
      },
      { id: 'backups', content: isJudged && <GuestProtectionPanel id={id} name={found.name} /> },
      { id: 'protection', content: hasProtection(found) && <Protection guest={found} /> },
      { id: 'networks', content: !isAwaited && hasNetworks(found) && <GuestNetworks guest={found} /> },
      {
        id: 'findings',
        content: (
          <Suspense>
            <FindingsPanel id={id} />
          </Suspense>
        ),
      },
    ],
    notes: metadata?.[id]?.description ?? '',
  };
}

/** Proxmox VE does not list the file systems of containers. */
const fillingParts = ({ id, disks = [] }: GuestFacts): FillingPart[] =>
  disks.length > 0
    ? disks.map(({ mountpoint }) => ({ kind: 'filesystem', id: filesystemId(id, mountpoint), name: mountpoint }))
    : [{ kind: 'guest', id, name: messages.rootFileSystem }];
