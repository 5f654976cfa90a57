// If a node dies: for each cluster a card per node, and the snapshots that are old or large.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { commitments } from '@belfry/domain/node-loss/commitment';
import { guestAlive } from '@belfry/domain/status';
import { ServerOff } from 'lucide-react';
import { useMemo } from 'react';
import { useList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from '../../ui/node-loss/messages.ts';
import { Notice } from '../../ui/notice.tsx';
import { Cluster } from './cluster.tsx';
import { Snapshots } from './snapshots.tsx';
import { useEstate } from './use-estate.ts';

export function NodeLossScreen() {
  const { clusters, singles } = useEstate();
  const [vms, containers, nodes] = [useList('vms'), useList('containers'), useList('nodes')];
  const guests = useMemo((): readonly GuestFacts[] => [...vms, ...containers], [vms, containers]);
  const promised = useMemo(
    () =>
      commitments(
        nodes,
        guests.filter(({ status }) => guestAlive(status)),
      ),
    [nodes, guests],
  );
  if (nodes.length === 0)
    return (
      <Notice icon={<ServerOff />} title={messages.none}>
        <p>{messages.noneHint}</p>
      </Notice>
    );
  return (
    <div className="flex flex-col gap-4 pt-1 pb-4">
      <header>
        {/* The page has this as its heading already, for those who cannot see it. */}
        <p aria-hidden className="text-xl leading-[26px] font-[650] tracking-[-0.02em]">
          {messages.title}
        </p>
        {clusters.length > 0 && <p className="mt-0.5 text-sm text-mute">{messages.estimate}</p>}
      </header>
      {clusters.map((cluster) => (
        <Boundary key={cluster.instance} name={messages.section(cluster.name)}>
          <Cluster cluster={cluster} guests={guests} promised={promised} />
        </Boundary>
      ))}
      {singles.length > 0 && (
        <Card title={messages.singles}>
          <ul className="flex flex-col gap-1 text-sm text-soft">
            {singles.map(({ id, displayName, name }) => (
              <li key={id} className="wrap-anywhere">
                {messages.single(displayName || name)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Boundary name={messages.snapshots}>
        <Snapshots guests={guests} />
      </Boundary>
    </div>
  );
}
