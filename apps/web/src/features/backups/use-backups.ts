// The unified list, made anew only when one of its sources changed.
import type { Guest } from '@belfry/schema/entities/guest';
import { useMemo, useRef } from 'react';
import { useList } from '../../live/use-live.ts';
import type { Backup } from './backup.ts';
import { unify } from './unify.ts';

export function useBackups(): Backup[] {
  const [guestSnapshots, storageBackups] = [useList('guestSnapshots'), useList('storageBackups')];
  const pbsBackups = useList('pbsBackups');
  const vms = useNamed(useList('vms'));
  const containers = useNamed(useList('containers'));
  return useMemo(
    () => unify({ guestSnapshots, storageBackups, pbsBackups, vms, containers }),
    [guestSnapshots, storageBackups, pbsBackups, vms, containers],
  );
}

/** The same list until a name or a guest changes: figures change every few seconds, and nobody here asks for them. */
function useNamed(guests: readonly Guest[]): readonly Guest[] {
  const kept = useRef(guests);
  const same =
    kept.current.length === guests.length &&
    guests.every((guest, place) => guest.id === kept.current[place]?.id && guest.name === kept.current[place]?.name);
  if (!same) kept.current = guests;
  return kept.current;
}
