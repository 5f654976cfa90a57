// A node that does not answer its cluster, and its guests: what is the matter, and what ran there.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { byNumber, numberText } from '@belfry/domain/guest-number';
import { guestAlive, guestRan, parentOf } from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { formatAgo, formatBytes, NONE } from '../../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { Card } from '../../../ui/card.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { ShortTable } from '../../../ui/table/short-table.tsx';
import type { Detail } from '../detail.ts';
import { messages } from '../messages.ts';
import { timeText } from '../time-text.ts';

/** HA keeps it running somewhere. */
const isManaged = ({ haState }: GuestFacts): boolean => haState !== undefined && haState !== 'ignored';

export function lostGuest(guest: GuestFacts, node: Node, alert: string | undefined): Detail['matter'] {
  const { lastKnown } = guest;
  const then = lastKnown === undefined ? 'unknown' : guestAlive(lastKnown.status) ? 'ran' : 'stopped';
  return {
    ...{ tone: 'crit', alert },
    text: (
      <>
        <b className="font-semibold">
          {messages.itsNode}{' '}
          <Link to="/nodes/$id" params={{ id: parentOf(guest) }} className="underline">
            {node.displayName || node.name}
          </Link>{' '}
          <Silent since={lastKnown?.at ?? node.lastKnown?.at} />
        </b>{' '}
        {messages.stateThen[then]} {then !== 'stopped' && messages.startsByItself(isManaged(guest))}
      </>
    ),
  };
}

export function lostNode(node: Node, guests: readonly GuestFacts[], alert: string | undefined): Detail['matter'] {
  const ran = guests.filter(guestRan);
  const byHa = ran.filter(isManaged).length;
  return {
    ...{ tone: 'crit', alert },
    text: (
      <>
        <b className="font-semibold">
          {node.displayName || node.name} <Silent since={node.lastKnown?.at} />
        </b>{' '}
        {messages.ranHere(ran.length)} {ran.length > 0 && messages.startElsewhere(byHa, ran.length - byHa)}
      </>
    ),
  };
}

function Silent({ since }: { since: string | undefined }) {
  const now = useNow(MINUTE_MS);
  return messages.nodeSilent(since === undefined ? '' : timeText(since, now));
}

interface RanHereProps {
  node: Node;
  guests: readonly GuestFacts[];
  /** The web interface of a node that answers. */
  link: { href: string; by: string } | undefined;
}

/** Those that HA does not start are first, because somebody must. */
export function RanHere({ node, guests, link }: RanHereProps) {
  const now = useNow(MINUTE_MS);
  const ran = guests.filter(guestRan).sort((a, b) => Number(isManaged(a)) - Number(isManaged(b)) || byNumber(a, b));
  const stopped = guests.length - ran.length;
  if (ran.length === 0) return null;
  const heads = messages.lostHeads;
  const columns = [
    {
      head: () => heads.guest,
      cell: ({ id, name }: GuestFacts) => (
        <span className="flex items-center gap-2">
          <b className="font-[550] wrap-anywhere">{name}</b>
          <PageLink href={pageAddress('guests', id)} name={name} />
        </span>
      ),
    },
    { head: () => heads.type, cell: ({ type }: GuestFacts) => (type === 'qemu' ? 'VM' : 'LXC') },
    { head: () => heads.vmid, numeric: true, cell: (guest: GuestFacts) => numberText(guest) },
    { head: () => heads.ha, cell: (guest: GuestFacts) => (isManaged(guest) ? messages.managed : messages.byHand) },
    {
      head: () => heads.memory,
      numeric: true,
      cell: ({ memory: { total } }: GuestFacts) => (total > 0 ? formatBytes(total) : NONE),
    },
    {
      head: () => heads.backup,
      numeric: true,
      cell: ({ lastBackup }: GuestFacts) => (lastBackup === undefined ? NONE : formatAgo(Date.parse(lastBackup), now)),
    },
  ];
  return (
    <Card
      title={messages.whatRanHere}
      hint={[String(ran.length), stopped > 0 && messages.alsoStopped(stopped)].filter(Boolean).join(' · ')}
      flush
    >
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
      </p>
      <ShortTable label={messages.whatRanHere} walked rows={ran} columns={columns} keyOf={({ id }) => id} />
    </Card>
  );
}
