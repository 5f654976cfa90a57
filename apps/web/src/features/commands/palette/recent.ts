// The choices made last, newest first.
import { isStringList, json } from '../../../lib/prefs.ts';

const MOST = 8;

export const recentPref = json('paletteRecent', isStringList, []);

export const withRecent = (before: readonly string[], key: string): string[] =>
  [key, ...before.filter((other) => other !== key)].slice(0, MOST);
