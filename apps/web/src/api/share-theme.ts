// Saves the chosen theme as the theme of this Belfry, if the user may change settings and the environment does not set it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../lib/may.ts';
import type { Theme } from '../lib/theme.ts';
import { demo, saveSystem, system } from './system.ts';

/** The theme applies in this browser even if the server refuses it, so a refusal is not shown. */
export function useShareTheme(): (theme: Theme) => void {
  const queries = useQueryClient();
  const isDemo = useQuery(demo).data ?? true;
  const settings = useQuery(system).data;
  const mayShare = useMay('configure') && !isDemo && settings !== undefined;
  return (theme) => {
    if (mayShare && settings.envOverrides.theme === undefined)
      void saveSystem(queries, { theme }).catch(() => undefined);
  };
}
