// A node that does not answer its cluster, and its guests: what is the matter.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { guestRan } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Node } from '@belfry/schema/entities/node';
import { Link } from '@tanstack/react-router';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import type { Detail } from '../detail.ts';
import { messages } from '../messages.ts';
import { timeText } from '../time-text.ts';

/** HA keeps it running somewhere. */
export const isManaged = ({ haState }: GuestFacts): boolean => haState !== undefined && haState !== 'ignored';

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
  const ran = guests.filter((guest) => guestRan(guest) !== false);
  const known = ran.filter(guestRan).length;
  const byHa = ran.filter(isManaged).length;
  return {
    tone: 'crit',
    alert: nodeAlert?.id,
    text: (
      <>
        <b className="font-semibold">
          {node.displayName || node.name} <Silent since={nodeAlert?.startTime ?? node.lastKnown?.at} />
        </b>{' '}
        {messages.ranHere(known, ran.length - known)}{' '}
        {ran.length > 0 && messages.startElsewhere(byHa, ran.length - byHa)}
      </>
    ),
  };
}

function Silent({ since }: { since: string | undefined }) {
  const now = useNow(MINUTE_MS);
  return messages.nodeSilent(since === undefined ? '' : timeText(since, now));
}
