// The words inside figures.
import type { TimeUnit } from '@belfry/domain/format';
import { inLanguage } from './in-language.ts';

export const messages = inLanguage('figures', {
  /** "3d" */
  short: (count: number, unit: TimeUnit) => `${count}${unit === 'month' ? 'mo' : unit.charAt(0)}`,
});
