// Light or dark: what the system says, until the user chooses. `public/theme.js` applies the same before the first paint.
import { useEffect, useSyncExternalStore } from 'react';
import { type Pref, usePref } from './prefs.ts';

export type Theme = 'light' | 'dark';

/** Stored as the reference stores it: `darkMode`, "true" or "false". */
export const themePref: Pref<Theme | 'system'> = {
  key: 'darkMode',
  fallback: 'system',
  parse: (text) => (text === 'true' ? 'dark' : text === 'false' ? 'light' : undefined),
  format: (theme) => String(theme === 'dark'),
  keep: 'forever',
};

const system = matchMedia('(prefers-color-scheme: dark)');

function onSystem(listener: () => void): () => void {
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [chosen, choose] = usePref(themePref);
  const dark = useSyncExternalStore(onSystem, () => system.matches);
  useEffect(() => {
    if (chosen !== 'system') document.documentElement.dataset.theme = chosen;
  }, [chosen]);
  return [chosen === 'system' ? (dark ? 'dark' : 'light') : chosen, choose];
}
