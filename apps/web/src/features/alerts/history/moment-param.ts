// A moment in a URL: epoch milliseconds, null for none.
import { id, type Param } from '../../../lib/view/param.ts';

export const moment = (): Param<number | null> => ({
  fallback: null,
  parse: (given) => (/^\d{1,15}$/.test(given) ? Number(given) : undefined),
  format: (value) => (value === null ? '' : String(value)),
  change: id().change,
});
