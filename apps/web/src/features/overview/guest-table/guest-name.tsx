// The first cell: state, name, lock, tags.

import type { Guest } from '@belfry/schema/entities/guest';
import { Lock } from 'lucide-react';
import { memo } from 'react';
import { pageAddress } from '../../../lib/pages.ts';
import { ClusterMark } from '../../../live/cluster-mark.tsx';
import { Chevron } from '../../../ui/chevron.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { OwnAddress } from '../../../ui/own-address.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { statusText } from '../../../ui/status-text.ts';
import type { CellPlace } from '../../../ui/table/column.ts';
import { narrow } from '../../../ui/table/heights.ts';
import { Tags } from '../../../ui/tags.tsx';
import { messages } from '../messages.ts';
import type { CellContext } from './columns.tsx';

type Named = Pick<Guest, 'id' | 'name' | 'tags'> & { lock: string | undefined; staleSince: string | undefined };
type GuestNameProps = Named & Pick<CellContext & CellPlace, 'status' | 'expanded' | 'width' | 'url' | 'grouping'>;

/** Takes only the values it shows, because the row renders again with every figure. */
export const GuestName = memo(function GuestName({ status, expanded, width, url, grouping, ...guest }: GuestNameProps) {
  const room = roomForTags(guest, width);
  // A row for touch has room for a second line. It is for the rest of a long name, which may be all that tells two guests apart.
  const wraps = room < 0 && narrow();
  const below = guest.tags.length > 0 && room < 24 && narrow() && !wraps;
  const tags = <Tags tags={guest.tags} room={below ? width - 44 : room} />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Chevron expanded={expanded} />
      <Dot state={status.tone} label={statusText(status.label)} />
      {/* tags shrink before the name does, and "+N" never */}
      <b
        className={`title min-w-8 font-[550] ${wraps ? 'line-clamp-2 leading-tight wrap-anywhere whitespace-normal' : 'truncate'}`}
        {...hint(guest.name)}
      >
        {url === undefined ? guest.name : <OwnAddress name={guest.name} href={url} label={messages.ownAddress} />}
        {below && <span className="mt-0.5 flex gap-1 leading-none font-normal">{tags}</span>}
      </b>
      {grouping === 'flat' && <ClusterMark id={guest.id} />}
      <PageLink href={pageAddress('guests', guest.id)} name={guest.name} />
      {guest.staleSince !== undefined && <StaleMark since={guest.staleSince} last={status.last} />}
      {guest.lock !== undefined && (
        <Chip className="inline-flex! items-center gap-1 text-soft">
          <Lock size={9} aria-label={messages.locked} />
          {/* the page of the guest says it too */}
          <span className={wraps ? 'sr-only' : undefined}>{guest.lock}</span>
        </Chip>
      )}
      {/* a page has them too, and a cut name may be that of another guest */}
      {!below && !wraps && tags}
    </span>
  );
});

/** The estimated width beside the name in pixels. Measuring it would cost a layout for every row. */
function roomForTags({ name, lock, staleSince }: Named, width: number): number {
  const marks = 77 + (lock === undefined ? 0 : 34 + lock.length * 6) + (staleSince === undefined ? 0 : 40);
  return width - marks - name.length * 7;
}
