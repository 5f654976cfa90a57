// All that an alert explains: the guests of a lost node or host, and other resources.
import { guestRan, parentOf } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import { Link } from '@tanstack/react-router';
import { useList } from '../../live/use-live.ts';
import { messages } from './messages.ts';

export function Affects({ alert }: { alert: Alert }) {
  const [vms, containers] = [useList('vms'), useList('containers')];
  const { count = 0, resources = [] } = alert.metadata?.affects ?? {};
  if (count === 0) return null;
  const isOnIt = placeTest(alert);
  const guests = isOnIt ? [...vms, ...containers].filter((guest) => guestRan(guest) && isOnIt(guest)) : [];
  const known = new Set([...vms, ...containers].map(({ id }) => id));
  // the guests are complete, and the message names only the first of the others
  const others = isOnIt ? resources.filter(({ id }) => !known.has(id)) : resources;
  const hidden = isOnIt ? 0 : count - resources.length;
  return (
    <section className="mt-2">
      <h2 className="text-mute">
        <b className="font-semibold text-soft">
          {guests.length > 0 ? messages.affectsGuests(guests.length) : messages.affects(count)}
        </b>{' '}
        {messages.affectsHint}
      </h2>
      <ul className="mt-1 grid max-h-80 grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-4 gap-y-0.5 overflow-auto [scrollbar-width:thin]">
        {guests.map(({ id, name }) => (
          <li key={id} className="truncate">
            <Link to="/guests/$id" params={{ id }} className="hover:underline">
              {name}
            </Link>
          </li>
        ))}
        {others.map(({ id, name }) => (
          <li key={id} className="truncate text-soft">
            {known.has(id) ? (
              <Link to="/guests/$id" params={{ id }} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        ))}
        {hidden > 0 && <li className="text-mute">{messages.andMore(hidden)}</li>}
      </ul>
    </section>
  );
}

/** Whether a guest is on the resource of the alert. Undefined where it is neither a node nor a host of nodes. */
function placeTest({ resourceId, metadata, type }: Alert) {
  if (type !== 'connectivity') return undefined;
  return (guest: { instance: string; node: string }) =>
    metadata?.resourceType === 'node' ? parentOf(guest) === resourceId : guest.instance === resourceId;
}
