// Guests of a node, each with the node it would go to, or with the reason why there is none.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { LostGuest } from '@belfry/schema/entities/node-loss';
import { Link } from '@tanstack/react-router';
import { useLive } from '../../live/use-live.ts';
import { Chip } from '../../ui/chip.tsx';
import { messages } from '../../ui/node-loss/messages.ts';
import { obstacleText } from '../../ui/node-loss/obstacle-text.ts';

interface GuestRowsProps {
  title?: string;
  rows: readonly LostGuest[];
  guests: ReadonlyMap<number, GuestFacts>;
}

export function GuestRows({ title, rows, guests }: GuestRowsProps) {
  if (rows.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      {title !== undefined && <h3 className="text-xs font-semibold text-mute">{title}</h3>}
      <ul className="flex max-h-96 flex-col gap-1 overflow-auto [scrollbar-width:thin]">
        {rows.map((row) => (
          <Row key={row.vmid} row={row} guest={guests.get(row.vmid)} />
        ))}
      </ul>
    </div>
  );
}

function Row({
  row: { vmid, to, isManaged, isAssumed, obstacles = [] },
  guest,
}: {
  row: LostGuest;
  guest: GuestFacts | undefined;
}) {
  const judged = useLive(({ state }) => guest && state?.guestProtection.find(({ id }) => id === guest.id));
  const isWhole = to === undefined && judged !== undefined && (judged.lastGood ?? guest?.lastBackup) === undefined;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 max-md:py-1">
      <GuestName guest={guest} vmid={vmid} />
      <span className="text-mute tabular-nums">{vmid}</span>
      {isManaged && <Chip>{messages.managed}</Chip>}
      {isAssumed && <Chip>{messages.mayHaveRun}</Chip>}
      <span className="min-w-0 wrap-anywhere text-soft">
        {to === undefined ? obstacleText(obstacles, guest?.memory.total ?? 0) : `→ ${to}`}
      </span>
      {isWhole && <b className="font-semibold text-crit">{messages.lostWhole}</b>}
    </li>
  );
}

export const GuestName = ({ guest, vmid }: { guest: GuestFacts | undefined; vmid: number }) =>
  guest ? (
    <Link to="/guests/$id" params={{ id: guest.id }} className="font-[550] wrap-anywhere hover:underline">
      {guest.name}
    </Link>
  ) : (
    <b className="font-[550]">{vmid}</b>
  );
