// All that an alert explains: the guests of a lost node or host, and other resources.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { kindAndNumber } from '@belfry/domain/guest-number';
import { guestRanThen, lostWith, parentOf } from '@belfry/domain/status';
import type { Affected, Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { useMay } from '../../lib/may.ts';
import { useList } from '../../live/use-live.ts';
import { messages as alertWords } from '../../ui/alerts/messages.ts';
import { messages } from './messages.ts';

type Resource = Affected['resources'][number];

/** Those that are out of view are not drawn, so that ten thousand are as quick as ten. */
const AT_ONCE = 120;

export function Affects({ alert }: { alert: Alert }) {
  const [vms, containers] = [useList('vms'), useList('containers')];
  const isOnIt = placeTest(alert);
  const { resources, hidden } = useAffected(alert);
  const kindOf = useKinds();
  const mayHaveRun = isOnIt
    ? [...vms, ...containers].filter((guest) => isOnIt(guest) && guestRanThen(guest) !== false)
    : [];
  const ran = mayHaveRun.filter(guestRanThen).length;
  const known = new Map([...vms, ...containers].map((guest) => [guest.id, guest]));
  // the guests are complete, and the message names only the first of the others
  const others = isOnIt ? resources.filter(({ id }) => !known.has(id)) : resources;
  const all: Resource[] = [...mayHaveRun, ...others];
  if (all.length === 0) return null;
  return (
    <section className="mt-2">
      <h2 className="text-mute">
        <b className="font-semibold text-soft">
          {mayHaveRun.length > 0
            ? messages.affectsGuests(ran, mayHaveRun.length - ran)
            : messages.affects(resources.length + hidden)}
        </b>{' '}
        {messages.affectsHint}{' '}
        {alert.metadata?.resourceType === 'node' && mayHaveRun.length > 0 && (
          <Link to="/nodes/$id" params={{ id: alert.resourceId }} className="text-brand underline">
            {messages.plan}
          </Link>
        )}
      </h2>
      <div className="mt-1 max-h-80 overflow-auto [scrollbar-width:thin]">
        {chunksOf(all).map((chunk, place) => (
          <ul
            // biome-ignore lint/suspicious/noArrayIndexKey: a part of a list has no other name
            key={place}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(220px,100%),1fr))] gap-x-4 gap-y-0.5 [contain-intrinsic-size:auto_600px] [content-visibility:auto]"
          >
            {chunk.map(({ id, name }) => (
              <li key={id} className={`wrap-anywhere ${known.has(id) ? '' : 'text-soft'}`}>
                <AffectedName id={id} name={name} guest={known.get(id)} kind={kindOf(id)} />
              </li>
            ))}
          </ul>
        ))}
        {hidden > 0 && !isOnIt && <p className="text-mute">{messages.andMore(hidden)}</p>}
      </div>
    </section>
  );
}

interface AffectedNameProps {
  id: string;
  name: string;
  guest: GuestFacts | undefined;
  /** Of what is no guest. '' where it is not known. */
  kind: string;
}

/** The number of a guest tells two of one name apart. Where it is now stands in a line of its own, so that nothing is cut. */
function AffectedName({ id, name, guest, kind }: AffectedNameProps) {
  if (!guest)
    return (
      <>
        {kind !== '' && <span className="text-mute">{kind}</span>} {name}
      </>
    );
  return (
    <Link to="/guests/$id" params={{ id }} className="hover:underline">
      <span className="text-mute tabular-nums">{kindAndNumber(guest)}</span> {name}
      {lostWith(guest) !== undefined && <span className="block text-mute">{messages.isNowOn(guest.node)}</span>}
    </Link>
  );
}

/** Of what is no guest. What a Docker host affects are its containers, all of them. */
function useKinds(): (id: string) => string {
  const storages = new Set(useList('storage').map(({ id }) => id));
  return (id) => (storages.has(id) ? alertWords.kinds.storage : '');
}

/** The alert names the first thousand. The server is asked for the others where they are shown. */
function useAffected({ id, metadata }: Alert): { resources: readonly Resource[]; hidden: number } {
  const { count = 0, resources = [] } = metadata?.affects ?? {};
  const mayRead = useMay('read');
  const { data } = useQuery({
    queryKey: ['affected', id, count],
    queryFn: ({ signal }) => call('GET /api/alerts/:id/affected', { params: { id }, signal }),
    enabled: mayRead && count > resources.length,
  });
  const all = data && data.length > resources.length ? data : resources;
  return { resources: all, hidden: Math.max(0, count - all.length) };
}

const chunksOf = (all: readonly Resource[]): (readonly Resource[])[] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, place) =>
    all.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  );

/** Whether a guest is on the resource of the alert. Undefined where it is neither a node nor a host of nodes. */
function placeTest({ resourceId, metadata, type }: Alert) {
  if (type !== 'connectivity') return undefined;
  return (guest: GuestFacts) =>
    metadata?.resourceType === 'node'
      ? parentOf(guest) === resourceId || lostWith(guest) === resourceId
      : guest.instance === resourceId;
}
