// A node that does not answer its cluster, and its guests: what is the matter.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { haStartsIn } from '@belfry/domain/ha-states';
import { guestAlive, guestRan, guestRanThen, lostWith } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Node } from '@belfry/schema/entities/node';
import { Link } from '@tanstack/react-router';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import type { Detail } from '../detail.ts';
import { messages } from '../messages.ts';
import { timeText } from '../time-text.ts';

/** HA keeps it running somewhere. */
export const isManaged = ({ haState }: GuestFacts): boolean => haState !== undefined && haStartsIn(haState);

/** It runs on another node than the one that it was lost with. */
export const isStarted = (guest: GuestFacts): boolean => lostWith(guest) !== undefined && guestAlive(guest.status);

/** About the node. Its start is that of the headline and of messages. */
type NodeAlert = Pick<Alert, 'id' | 'startTime'> | undefined;

export function lostGuest(guest: GuestFacts, node: Node, nodeAlert: NodeAlert): Detail['matter'] {
  const { lastKnown } = guest;
  const ran = guestRan(guest);
  const then = ran === undefined ? 'unknown' : ran ? 'ran' : 'stopped';
  return {
    tone: 'crit',
    alert: nodeAlert?.id,
    text: (
      <>
        <ItsNode node={node} since={nodeAlert?.startTime ?? lastKnown?.at} /> {messages.stateThen[then]}{' '}
        {then !== 'stopped' && messages.startsByItself(isManaged(guest))}
      </>
    ),
  };
}

/** The node that a guest was lost with, on the page of a guest that is on another one now. */
export function LostWith({ guest }: { guest: GuestFacts }) {
  const now = useNow(MINUTE_MS);
  const { node = '', at = '' } = guest.lastKnown ?? {};
  return (
    <Link to="/nodes/$id" params={{ id: lostWith(guest) ?? '' }} className="text-warn hover:underline">
      {messages.wasOn(node, timeText(at, now))}
    </Link>
  );
}

/** A storage of one node alone. */
export const lostStorage = (node: Node, nodeAlert: NodeAlert): Detail['matter'] => ({
  tone: 'crit',
  alert: nodeAlert?.id,
  text: (
    <>
      <ItsNode node={node} since={nodeAlert?.startTime} /> {messages.storageThen}
    </>
  ),
});

/** `since`: without an alert, when the resource was last seen, which may be before its node was. */
const ItsNode = ({ node, since }: { node: Node; since: string | undefined }) => (
  <b className="font-semibold">
    {messages.itsNode}{' '}
    <Link to="/nodes/$id" params={{ id: node.id }} className="underline">
      {node.displayName || node.name}
    </Link>{' '}
    <Silent since={since ?? node.lastKnown?.at} />
  </b>
);

export function lostNode(node: Node, guests: readonly GuestFacts[], nodeAlert: NodeAlert): Detail['matter'] {
  const ran = guests.filter((guest) => guestRanThen(guest) !== false);
  const known = ran.filter(guestRanThen).length;
  const started = ran.filter(isStarted);
  const waits = ran.filter((guest) => !isStarted(guest));
  const byHa = waits.filter(isManaged).length;
  return {
    tone: 'crit',
    alert: nodeAlert?.id,
    text: (
      <>
        <b className="font-semibold">
          {node.displayName || node.name} <Silent since={nodeAlert?.startTime ?? node.lastKnown?.at} />
        </b>{' '}
        {messages.ranHere(known, ran.length - known)}{' '}
        {started.length > 0 && messages.startedElsewhere(started.filter(isManaged).length, started.length)}{' '}
        {waits.length > 0 && messages.startElsewhere(byHa, waits.length - byHa, started.length > 0)}
      </>
    ),
  };
}

function Silent({ since }: { since: string | undefined }) {
  const now = useNow(MINUTE_MS);
  return messages.nodeSilent(since === undefined ? '' : timeText(since, now));
}
