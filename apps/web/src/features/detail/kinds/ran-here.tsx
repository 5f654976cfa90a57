// What ran on a node that is lost, in the order in which it would start again, and what can be started where.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { byNumber, kindAndNumber } from '@belfry/domain/guest-number';
import { isUnknown, roomsOf } from '@belfry/domain/node-loss/summary';
import { guestRanThen, lostWith, nodeOnline } from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import type { LostGuest, NodeLoss } from '@belfry/schema/entities/node-loss';
import { ExternalLink } from 'lucide-react';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { withoutStop } from '../../../lib/language/without-stop.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { useList } from '../../../live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { hint } from '../../../ui/hint.tsx';
import { fitText } from '../../../ui/node-loss/fit-text.ts';
import { messages as lossMessages } from '../../../ui/node-loss/messages.ts';
import { Room } from '../../../ui/node-loss/room.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { messages } from '../messages.ts';
import { Elsewhere, IsElsewhere, LastGood, useHasEstimates } from './elsewhere.tsx';
import { isManaged, isStarted } from './lost.tsx';

interface RanHereProps {
  node: Node;
  guests: readonly GuestFacts[];
  /** Undefined until the estimate is there. */
  loss: NodeLoss | undefined;
  /** The web interface of a node that answers. */
  link: { href: string; by: string } | undefined;
}

interface Row {
  guest: GuestFacts;
  lost: LostGuest | undefined;
}

/**
 * Those that run elsewhere by now are last. Those that HA does not start are first, because somebody must; then in the order in which their node would start them: by its order, and
 * those without one after the others, by number.
 */
const byStart = (a: Row, b: Row): number =>
  Number(isStarted(a.guest)) - Number(isStarted(b.guest)) ||
  Number(isManaged(a.guest)) - Number(isManaged(b.guest)) ||
  (a.lost?.order ?? Number.MAX_SAFE_INTEGER) - (b.lost?.order ?? Number.MAX_SAFE_INTEGER) ||
  byNumber(a.guest, b.guest);

/** `tells`: whether a row has something to say in it. A column in which no row has is not shown. */
type LostColumn = TextColumn<Row> & { tells?(row: Row): boolean };

const columns: readonly LostColumn[] = [
  {
    head: () => messages.lostHeads.guest,
    cell: ({ guest, guest: { id, name } }: Row) => (
      <span className="flex items-center gap-2">
        <b className="truncate font-[550] md:max-w-[28ch]" {...hint(name)}>
          {name}
        </b>
        <PageLink href={pageAddress('guests', id)} name={name} />
        {guestRanThen(guest) === undefined && <span className="text-xs text-mute">{lossMessages.mayHaveRun}</span>}
      </span>
    ),
  },
  {
    head: () => messages.lostHeads.vmid,
    tells: ({ guest }) => guest.name !== kindAndNumber(guest),
    cell: ({ guest }: Row) => <span className="whitespace-nowrap">{kindAndNumber(guest)}</span>,
  },
  {
    head: () => messages.lostHeads.order,
    numeric: true,
    tells: ({ lost }) => lost?.order !== undefined,
    cell: ({ lost }: Row) => lost?.order ?? NONE,
  },
  {
    head: () => messages.lostHeads.memory,
    numeric: true,
    tells: ({ guest }) => guest.memory.total > 0,
    cell: ({ guest: { memory } }: Row) =>
      memory.total > 0 ? <span className="whitespace-nowrap">{formatBytes(memory.total)}</span> : NONE,
  },
  {
    head: () => messages.lostHeads.fits,
    cell: ({ guest, lost }: Row) =>
      lostWith(guest) === undefined ? (
        <Elsewhere lost={lost} memoryBytes={guest.memory.total} />
      ) : (
        <IsElsewhere guest={guest} />
      ),
  },
  {
    head: () => messages.lostHeads.backup,
    cell: ({ guest, lost }: Row) => <LastGood guest={guest} lost={lost} />,
  },
];

/** Where HA manages none of them, all are started by hand, which the sentence above says. */
const ofHa: LostColumn = {
  head: () => messages.lostHeads.ha,
  tells: ({ guest }) => isManaged(guest),
  cell: ({ guest }: Row) => (isManaged(guest) ? messages.managed : messages.byHand),
};
const withHa = columns.toSpliced(-2, 0, ofHa);

export function RanHere({ node, guests, loss, link }: RanHereProps) {
  const hasEstimates = useHasEstimates();
  const lost = new Map(loss?.guests.map((each) => [each.vmid, each]));
  const rows = guests
    .filter((guest) => guestRanThen(guest) !== false)
    .map((guest): Row => ({ guest, lost: guest.vmid === undefined ? undefined : lost.get(guest.vmid) }))
    .sort(byStart);
  const stopped = guests.length - rows.length;
  if (rows.length === 0) return null;
  const waits = rows.filter(({ guest }) => lostWith(guest) === undefined);
  const fit = waits.filter(({ lost }) => lost?.to !== undefined).length;
  const unknown = waits.filter(({ lost }) => lost === undefined || isUnknown(lost)).length;
  const without = hasEstimates ? `${waits.length} ${messages.notEstimated}` : messages.loadingPart;
  const counts = [
    ...(waits.length < rows.length ? [messages.areElsewhere(rows.length - waits.length)] : []),
    ...(waits.length === 0 ? [] : [loss ? withoutStop(fitText(fit, waits.length, unknown)) : without]),
    ...(stopped > 0 ? [messages.alsoStopped(stopped)] : []),
  ].join(' · ');
  return (
    <Card title={messages.whatRanHere} hint={counts} flush>
      <p className="flex flex-wrap gap-x-4 px-3.5 py-2 text-sm">
        <span className="text-warn">{messages.firstMakeSure(node.displayName || node.name)}</span>
        {link && (
          <a
            href={link.href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-brand hover:underline"
          >
            {messages.inProxmox(link.by)}
            <ExternalLink size={13} aria-hidden />
          </a>
        )}
        {loss && !loss.isQuorate && <span className="text-warn">{lossMessages.noQuorum}</span>}
      </p>
      {loss && <Rooms loss={loss} guests={guests} />}
      <ShortTable
        label={messages.whatRanHere}
        walked
        rows={rows}
        columns={withHa.filter(({ tells }) => tells === undefined || rows.some(tells))}
        keyOf={({ guest }) => guest.id}
      />
    </Card>
  );
}

/** The memory of the nodes that guests can be started on, now and with them. */
function Rooms({ loss, guests }: { loss: NodeLoss; guests: readonly GuestFacts[] }) {
  const nodes = useList('nodes').filter((node) => node.instance === loss.instance && nodeOnline(node));
  const losses = useList('nodeLosses').filter(({ instance }) => instance === loss.instance);
  const memory = new Map(guests.map((guest) => [guest.vmid, guest.memory.total]));
  const rooms = roomsOf(loss, nodes, losses, (vmid) => memory.get(vmid) ?? 0);
  if (rooms.every((room) => room.guests === 0)) return null;
  return (
    <ul
      aria-label={lossMessages.room}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(360px,100%),1fr))] gap-x-8 gap-y-1.5 px-3.5 pb-2.5 text-sm"
    >
      {rooms.map((room) => (
        <Room key={room.node.id} room={room} />
      ))}
    </ul>
  );
}
