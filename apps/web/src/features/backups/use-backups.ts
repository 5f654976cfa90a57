// The list of all backups and the node or server of each. It is computed again only when one of its sources changed.
import { useMemo } from 'react';
import { useList, useSettledList } from '../../live/use-live.ts';
import type { Backup } from './backup.ts';
import type { ServerIds } from './home.ts';
import { unify } from './unify.ts';

export function useBackups(): Backup[] {
  const [guestSnapshots, storageBackups] = [useList('guestSnapshots'), useList('storageBackups')];
  const pbsBackups = useList('pbsBackups');
  const vms = useSettledList('vms', namedAlike);
  const containers = useSettledList('containers', namedAlike);
  return useMemo(
    () => unify({ guestSnapshots, storageBackups, pbsBackups, vms, containers }),
    [guestSnapshots, storageBackups, pbsBackups, vms, containers],
  );
}

/** The ids of the backup servers by name. */
export function useServerIds(): ServerIds {
  const servers = useSettledList('pbs', namedAlike);
  return useMemo(() => new Map(servers.map(({ name, id }) => [name, id])), [servers]);
}

interface Named {
  id: string;
  name: string;
}
/** Figures change every few seconds and are not used here. */
const namedAlike = (a: Named, b: Named): boolean => a.id === b.id && a.name === b.name;
