// The theme somebody chose becomes that of this Belfry, where they may set it and nothing else does.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Theme } from '../lib/theme.ts';
import { entry } from './entry.ts';
import { demo, saveSystem, system } from './system.ts';

/** It holds in this browser whatever the server says, so a refusal is no news. */
export function useShareTheme(): (theme: Theme) => void {
  const queries = useQueryClient();
  const who = useQuery(entry).data;
  const isDemo = useQuery(demo).data ?? true;
  const settings = useQuery(system).data;
  const may = who?.screen === 'app' && who.isAdmin && !isDemo && settings !== undefined;
  return (theme) => {
    if (may && settings.envOverrides.theme === undefined) void saveSystem(queries, { theme }).catch(() => undefined);
  };
}
