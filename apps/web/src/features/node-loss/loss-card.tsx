// What becomes of the guests of one node if it dies.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { Commitment } from '@belfry/domain/node-loss/commitment';
import { lossSummary, roomsOf } from '@belfry/domain/node-loss/summary';
import type { Node } from '@belfry/schema/entities/node';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { formatBytes, formatDecimal, wholePercent } from '../../lib/language/format.ts';
import { Card } from '../../ui/card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { fitText } from '../../ui/node-loss/fit-text.ts';
import { messages } from '../../ui/node-loss/messages.ts';
import { Room } from '../../ui/node-loss/room.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { GuestRows } from './guest-rows.tsx';

interface LossCardProps {
  node: Node;
  loss: NodeLoss;
  nodes: readonly Node[];
  losses: readonly NodeLoss[];
  /** Those of the cluster, by vmid. */
  guests: ReadonlyMap<number, GuestFacts>;
  promised: Commitment | undefined;
}

export function LossCard({ node, loss, nodes, losses, guests, promised }: LossCardProps) {
  const { total, byHa, byHand, stays, unknown } = lossSummary(loss);
  const staying = nodes.filter(({ id, status }) => id !== node.id && status === 'online');
  const rooms = roomsOf(loss, staying, losses, (vmid) => guests.get(vmid)?.memory.total ?? 0);
  const fit = byHa + byHand;
  const isUnknown = total > 0 && unknown.length === total;
  return (
    <Card
      title={node.displayName || node.name}
      actions={
        <>
          {loss.staleSince !== undefined && <StaleMark since={loss.staleSince} />}
          <Link to="/nodes/$id" params={{ id: node.id }} className="text-sm text-brand hover:underline">
            {messages.toNode}
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-1 text-sm">
        <p className="flex items-baseline gap-2 text-md">
          <Dot state={stays.length > 0 ? 'warn' : unknown.length > 0 ? 'off' : 'ok'} label="" />
          <span>
            {fitText(fit, total, unknown.length)}{' '}
            {loss.isQuorate && <span className="text-mute">{messages.starts(byHa, byHand)}</span>}
          </span>
        </p>
        {!loss.isQuorate && <p className="text-warn">{messages.noQuorum}</p>}
        {loss.missing?.map((needs) => (
          <p key={needs} className="text-warn">
            {messages.missing(needs)}
          </p>
        ))}
        {promised && <p className="text-mute tabular-nums">{promisedText(promised)}</p>}
      </div>
      {rooms.length > 0 && fit > 0 && (
        <ul aria-label={messages.room} className="flex flex-col gap-1.5 text-sm">
          {rooms.map((room) => (
            <Room key={room.node.id} room={room} />
          ))}
        </ul>
      )}
      <GuestRows title={messages.stays(stays.length)} rows={stays} guests={guests} />
      {isUnknown ? (
        <Folded title={messages.unknown(total)} rows={unknown} guests={guests} />
      ) : (
        <GuestRows title={messages.unknown(unknown.length)} rows={unknown} guests={guests} />
      )}
      {fit > 0 && (
        <Folded title={messages.where(fit)} rows={loss.guests.filter(({ to }) => to !== undefined)} guests={guests} />
      )}
    </Card>
  );
}

const Folded = ({ title, ...rows }: ComponentProps<typeof GuestRows>) => (
  <details className="text-sm">
    <summary className="cursor-pointer text-soft max-md:py-2.5">{title}</summary>
    <div className="mt-1.5">
      <GuestRows {...rows} />
    </div>
  </details>
);

function promisedText({ guests, memoryBytes, memoryShare, vcpus, cpuShare }: Commitment): string {
  return messages.promised(
    guests,
    formatBytes(memoryBytes),
    memoryShare === undefined ? messages.unknownShare : messages.ofMemory(wholePercent(memoryShare * 100)),
    vcpus,
    cpuShare === undefined ? messages.unknownShare : messages.perThread(formatDecimal(cpuShare, 1)),
  );
}
