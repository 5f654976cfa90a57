// Until when this browser hides the security warning: epoch ms.
import type { Pref } from '../../lib/prefs.ts';

export const warningHiddenUntil: Pref<number> = {
  key: 'security-warning-dismissed-until',
  fallback: 0,
  parse: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  format: String,
  keep: 'forever',
};
