// The unified list and where each of its backups belongs, made anew only when one of the sources changed.
import { useMemo } from 'react';
import { useList } from '../../live/use-live.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { Backup } from './backup.ts';
import type { ServerIds } from './home.ts';
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

/** The ids of the backup servers by their names. */
export function useServerIds(): ServerIds {
  const servers = useSettled(useList('pbs'), namedAlike);
  return useMemo(() => new Map(servers.map(({ name, id }) => [name, id])), [servers]);
}

interface Named {
  id: string;
  name: string;
}
/** Figures change every few seconds, and nobody here asks for them. */
const namedAlike = (a: Named, b: Named): boolean => a.id === b.id && a.name === b.name;
