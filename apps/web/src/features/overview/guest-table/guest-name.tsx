// The first cell: state, name, lock, tags.
import type { Guest } from '@belfry/schema/entities/guest';
import { ChevronRight, Lock } from 'lucide-react';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { Tags } from '../../../ui/tags.tsx';
import type { CellContext } from './columns.tsx';

export function GuestName({ guest, running, expanded }: { guest: Guest } & CellContext) {
  const state = guest.status === 'running' ? (running ? 'ok' : 'off') : guest.status === 'stopped' ? 'off' : 'warn';
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ChevronRight
        aria-hidden
        size={12}
        className={`-mx-1 shrink-0 text-mute transition-transform ${expanded ? 'rotate-90' : ''} ${expanded === undefined ? 'invisible' : ''}`}
      />
      <Dot
        state={running ? 'ok' : state}
        label={guest.status === 'running' && !running ? 'node offline' : guest.status}
      />
      <b className="title truncate font-[550]" title={guest.name}>
        {guest.name}
      </b>
      {guest.staleSince !== undefined && <StaleMark since={guest.staleSince} />}
      {guest.lock !== undefined && (
        <Chip className="inline-flex! items-center gap-1 text-soft">
          <Lock size={9} aria-label="locked:" />
          {guest.lock}
        </Chip>
      )}
      <span className="contents max-md:hidden">
        <Tags tags={guest.tags} />
      </span>
    </span>
  );
}
