// The unified list, made anew only when one of its sources changed.
import type { Guest } from '@belfry/schema/entities/guest';
import { useMemo } from 'react';
import { useList } from '../../live/use-live.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { Backup } from './backup.ts';
import { unify } from './unify.ts';

export function useBackups(): Backup[] {
  const [guestSnapshots, storageBackups] = [useList('guestSnapshots'), useList('storageBackups')];
  const pbsBackups = useList('pbsBackups');
  const vms = useSettled(useList('vms'), namedAlike);
  const containers = useSettled(useList('containers'), namedAlike);
  return useMemo(
    () => unify({ guestSnapshots, storageBackups, pbsBackups, vms, containers }),
    [guestSnapshots, storageBackups, pbsBackups, vms, containers],
  );
}

/** Figures change every few seconds, and nobody here asks for them. */
const namedAlike = (a: Guest, b: Guest): boolean => a.id === b.id && a.name === b.name;
