// A moment in a URL: epoch milliseconds, null for none. Moments before 2001 and after 2286 are no moments of alerts.
import type { Param } from '../../lib/view/param.ts';

export const moment = (): Param<number | null> => ({
  fallback: null,
  parse: (given) => (/^\d{13}$/.test(given) ? Number(given) : undefined),
  format: (value) => (value === null ? '' : String(value)),
  change: 'step',
});
