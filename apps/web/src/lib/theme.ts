// Light or dark: what was chosen in this browser, else what this Belfry is set to, else what the system says.
// `public/theme.js` applies the same before the first paint.
import { useEffect, useSyncExternalStore } from 'react';
import { choice, type Pref, usePref } from './prefs.ts';

export type Theme = 'light' | 'dark';

/** Stored as the reference stores it: `darkMode`, "true" or "false"; "system" is no choice. */
export const themePref: Pref<Theme | 'system'> = {
  key: 'darkMode',
  fallback: 'system',
  parse: (text) => (text === 'true' ? 'dark' : text === 'false' ? 'light' : undefined),
  format: (theme) => (theme === 'system' ? theme : String(theme === 'dark')),
  keep: 'forever',
};

/** What this Belfry was last heard to be set to. */
export const serverThemePref = choice<Theme | ''>('serverTheme', ['', 'light', 'dark'], '');

const system = matchMedia('(prefers-color-scheme: dark)');

function onSystem(listener: () => void): () => void {
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}

/** Undefined: nobody chose, the system decides. */
const chosenTheme = (own: Theme | 'system', server: Theme | ''): Theme | undefined =>
  own !== 'system' ? own : server || undefined;

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [own, choose] = usePref(themePref);
  const [server] = usePref(serverThemePref);
  const dark = useSyncExternalStore(onSystem, () => system.matches);
  const chosen = chosenTheme(own, server);
  useEffect(() => {
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
  }, [chosen]);
  return [chosen ?? (dark ? 'dark' : 'light'), choose];
}
