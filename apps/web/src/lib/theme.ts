// Light or dark: the choice of this browser, otherwise the setting of this Belfry, otherwise the setting of the operating system.
// The script in `index.html` applies the same before the first paint.
import { useEffect, useSyncExternalStore } from 'react';
import { choice, type Pref, usePref } from './prefs.ts';

export type Theme = 'light' | 'dark';

/** Stored as the reference product stores it: `darkMode`, "true" or "false". "system" is stored as no choice. */
export const themePref: Pref<Theme | 'system'> = {
  key: 'darkMode',
  fallback: 'system',
  parse: (text) => (text === 'true' ? 'dark' : text === 'false' ? 'light' : undefined),
  format: (theme) => (theme === 'system' ? theme : String(theme === 'dark')),
  keep: 'forever',
};

/** The last known setting of this Belfry. */
export const serverThemePref = choice<Theme | ''>('serverTheme', ['', 'light', 'dark'], '');

const system = matchMedia('(prefers-color-scheme: dark)');

function onSystem(listener: () => void): () => void {
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}

/** Undefined: no choice was made, so the operating system decides. */
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
