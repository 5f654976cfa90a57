// A cluster: whether it can lose any node, and a card for each.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { isNumbered } from '@belfry/domain/guest-number';
import type { Commitment } from '@belfry/domain/node-loss/commitment';
import { lossSummary } from '@belfry/domain/node-loss/summary';
import { useId } from 'react';
import { Dot } from '../../ui/dot.tsx';
import { messages } from '../../ui/node-loss/messages.ts';
import { LossCard } from './loss-card.tsx';
import type { ClusterLosses } from './use-estate.ts';

interface ClusterProps {
  cluster: ClusterLosses;
  guests: readonly GuestFacts[];
  promised: ReadonlyMap<string, Commitment>;
}

export function Cluster({ cluster, guests, promised }: ClusterProps) {
  const { instance, name, nodes, losses, quorumDevice } = cluster;
  const id = useId();
  const own = new Map(
    guests
      .filter(isNumbered)
      .filter((guest) => guest.instance === instance)
      .map((guest) => [guest.vmid, guest]),
  );
  const broken = nodes.filter((node) => {
    const loss = losses.get(node.name);
    return loss !== undefined && lossSummary(loss).stays.length > 0;
  });
  const unknown = [...losses.values()].reduce((sum, loss) => sum + lossSummary(loss).unknown.length, 0);
  const state = broken.length > 0 ? 'warn' : unknown > 0 ? 'off' : 'ok';
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <header className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={id} className="text-lg font-semibold wrap-anywhere">
          {name}
        </h2>
        <p className="flex items-center gap-2 text-sm text-soft">
          {losses.size > 0 && <Dot state={state} label="" />}
          {losses.size === 0
            ? messages.wait
            : broken.length > 0
              ? messages.breaks(broken.map((node) => node.name))
              : unknown > 0
                ? messages.notKnown(unknown)
                : messages.survives(nodes.length)}
        </p>
        {quorumDevice && (
          <p className="flex items-center gap-2 text-sm text-soft">
            <Dot state={quorumDevice.votes ? 'ok' : 'warn'} label="" />
            {messages.quorumDevice(quorumDevice.votes)}
          </p>
        )}
      </header>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(440px,100%),1fr))] items-start gap-3">
        {nodes.map((node) => {
          const loss = losses.get(node.name);
          return (
            loss && (
              <LossCard
                key={node.id}
                node={node}
                loss={loss}
                nodes={nodes}
                losses={[...losses.values()]}
                guests={own}
                promised={promised.get(node.id)}
              />
            )
          );
        })}
      </div>
    </section>
  );
}
