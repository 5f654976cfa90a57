// The page of a node of Proxmox VE.

import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { byNumber, numberText } from '@belfry/domain/guest-number';
import { nodeId, thinPoolId } from '@belfry/domain/ids';
import { lostWith, nodeOnline, nodeStatus, parentOf } from '@belfry/domain/status';
import { reachableAddress } from '@belfry/domain/web-address';
import type { Node } from '@belfry/schema/entities/node';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { Suspense, useMemo } from 'react';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { formatBytes, wholePercent } from '../../../lib/language/format.ts';
import { createLimits, withRootLimit } from '../../../lib/limits.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { late } from '../../../ui/late.ts';
import type { Detail, DetailKind } from '../detail.ts';
import { FillingPanel, type FillingPart } from '../filling-panel.tsx';
import { LastSeen } from '../last-seen.tsx';
import { messages } from '../messages.ts';
import { ResourceLinks } from '../resource-links.tsx';
import { withoutValues } from '../usage.ts';
import { lostNode } from './lost.tsx';
import { nodeFigures } from './node-figures.ts';
import { Disks, IfItDies, System } from './node-panels.tsx';
import { RanHere } from './ran-here.tsx';

const nodeLimits = createLimits(nodeSubject);
const FindingsPanel = late(async () => (await import('../findings-panel.tsx')).FindingsPanel);

export const node: DetailKind = {
  path: '/nodes/$id',
  list: { to: '/proxmox/overview', name: () => messages.overview },
  useDetail: useNode,
  siblings: ({ nodes }) => nodes.map(({ id, name, displayName }) => ({ id, name: displayName || name })),
  gone: (id) => messages.gone.node(id),
};

function useNode(id: string): Detail | undefined {
  const found = useLive(({ state }) => state?.nodes.find((each) => each.id === id));
  const [vms, containers] = [useList('vms'), useList('containers')];
  const guests = useMemo(
    () => [...vms, ...containers].filter((guest) => parentOf(guest) === id).sort(byNumber),
    [vms, containers, id],
  );
  const moved = useMemo(() => [...vms, ...containers].filter((guest) => lostWith(guest) === id), [vms, containers, id]);
  const nodes = useList('nodes');
  const [allStorages, allDisks] = [useList('storage'), useList('physicalDisks')];
  const isHere = (of: string, name: string) => nodeId(of, name) === id;
  const storages = allStorages.filter((each) => each.nodes.some((name) => isHere(each.instance, name)));
  const disks = allDisks.filter((each) => isHere(each.instance, each.node));
  const loss = useList('nodeLosses').find((each) => each.id === id);
  const nodeAlert = useAlertsOf(id).find(({ type }) => type === 'connectivity');
  const instance = useInstance(found?.instance ?? '');
  const policies = useAlertPolicies();
  if (!found) return undefined;
  const status = nodeStatus(found);
  const limits = withRootLimit(policies, found, allStorages, nodeLimits(policies, found));
  const isLost = found.status === 'offline' && found.staleSince === undefined;
  // the web interface of a node that is lost does not answer, and each member shows the whole cluster
  const by = isLost ? nodes.find((each) => each.instance === found.instance && nodeOnline(each)) : undefined;
  const href = reachableAddress(by ?? found, nodes);
  const measured = { source: messages.sources.hypervisor, at: found.staleSince ?? instance?.lastSeen };
  const figures = nodeFigures(found, disks, limits, measured);
  return {
    id,
    name: found.displayName || found.name,
    instance: found.instance,
    status,
    staleSince: found.staleSince,
    uptime: status.figures === 'none' ? undefined : found.uptime,
    marks: (
      <>
        {found.clusterName !== '' && <Chip>{found.clusterName}</Chip>}
        <Chip>PVE {found.pveVersion.split('/')[1] ?? ''}</Chip>
      </>
    ),
    matter: isLost ? lostNode(found, [...guests, ...moved], nodeAlert) : undefined,
    link: href === undefined ? undefined : { href, text: by ? messages.inProxmox(by.name) : new URL(href).host },
    ...(isLost && {
      sections: [
        {
          id: 'ran-here',
          name: messages.whatRanHere,
          content: (
            <RanHere
              node={found}
              guests={[...guests, ...moved]}
              loss={loss}
              link={href && by ? { href, by: by.name } : undefined}
            />
          ),
        },
      ],
    }),
    figures: status.figures === 'none' ? withoutValues(figures) : figures,
    panels: [
      { id: 'last-seen', content: found.lastKnown && <LastSeen last={found.lastKnown} /> },
      {
        id: 'system',
        content: <System node={found} at={nodeOnline(found) ? undefined : (found.staleSince ?? found.lastKnown?.at)} />,
      },
      {
        id: 'findings',
        content: (
          <Suspense>
            <FindingsPanel id={id} />
          </Suspense>
        ),
      },
      { id: 'loss', content: loss && loss.guests.length > 0 && !isLost && <IfItDies loss={loss} /> },
      {
        id: 'storages',
        content: storages.length > 0 && (
          <ResourceLinks
            title={messages.storages(storages.length)}
            path="/storages/$id"
            things={storages.map(({ id: own, name, total, usage: used }) => ({
              id: own,
              name,
              more: total > 0 ? `${wholePercent(used)}% · ${formatBytes(total)}` : messages.noFigures,
            }))}
          />
        ),
      },
      { id: 'disks', content: disks.length > 0 && <Disks disks={disks} isOld={!nodeOnline(found)} /> },
      { id: 'filling', content: <FillingPanel of={id} parts={fillingParts(found, disks)} /> },
      {
        id: 'guests',
        content: guests.length > 0 && (
          <ResourceLinks
            title={messages.guests(guests.length)}
            path="/guests/$id"
            things={guests.map((guest) => ({ id: guest.id, name: guest.name, more: numberText(guest) }))}
          />
        ),
      },
    ],
    notes: '',
  };
}

const fillingParts = ({ id, thinPools = [] }: Node, disks: readonly PhysicalDisk[]): FillingPart[] => [
  { kind: 'node', id, name: messages.rootFileSystem },
  ...thinPools.map(({ name }) => ({
    ...{ kind: 'thinpool' as const, id: thinPoolId(id, name), name: messages.thinMetadata(name) },
  })),
  ...disks.map((disk) => ({ kind: 'disk' as const, id: disk.id, name: disk.devPath.replace(/^\/dev\//, '') })),
];
