// A node that does not answer its cluster, and its guests: what is the matter.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { guestRan } from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import { Link } from '@tanstack/react-router';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import type { Detail } from '../detail.ts';
import { messages } from '../messages.ts';
import { timeText } from '../time-text.ts';

/** HA keeps it running somewhere. */
export const isManaged = ({ haState }: GuestFacts): boolean => haState !== undefined && haState !== 'ignored';

export function lostGuest(guest: GuestFacts, node: Node, alert: string | undefined): Detail['matter'] {
  const { lastKnown } = guest;
  const ran = guestRan(guest);
  const then = ran === undefined ? 'unknown' : ran ? 'ran' : 'stopped';
  return {
    ...{ tone: 'crit', alert },
    text: (
      <>
        <ItsNode node={node} since={lastKnown?.at} /> {messages.stateThen[then]}{' '}
        {then !== 'stopped' && messages.startsByItself(isManaged(guest))}
      </>
    ),
  };
}

/** A storage of one node alone. */
export const lostStorage = (node: Node, alert: string | undefined): Detail['matter'] => ({
  ...{ tone: 'crit', alert },
  text: (
    <>
      <ItsNode node={node} since={undefined} /> {messages.storageThen}
    </>
  ),
});

/** `since`: when the resource was last seen, which may be before its node was. */
const ItsNode = ({ node, since }: { node: Node; since: string | undefined }) => (
  <b className="font-semibold">
    {messages.itsNode}{' '}
    <Link to="/nodes/$id" params={{ id: node.id }} className="underline">
      {node.displayName || node.name}
    </Link>{' '}
    <Silent since={since ?? node.lastKnown?.at} />
  </b>
);

export function lostNode(node: Node, guests: readonly GuestFacts[], alert: string | undefined): Detail['matter'] {
  const ran = guests.filter((guest) => guestRan(guest) !== false);
  const known = ran.filter(guestRan).length;
  const byHa = ran.filter(isManaged).length;
  return {
    ...{ tone: 'crit', alert },
    text: (
      <>
        <b className="font-semibold">
          {node.displayName || node.name} <Silent since={node.lastKnown?.at} />
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
