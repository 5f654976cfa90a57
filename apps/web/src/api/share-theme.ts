// Saves the chosen theme as the theme of this Belfry, if the user may change settings and the environment does not set it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Theme } from '../lib/theme.ts';
import { entry } from './entry.ts';
import { demo, saveSystem, system } from './system.ts';

/** The theme applies in this browser even if the server refuses it, so a refusal is not shown. */
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
