// `belfry journal`
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('journal', {
  heads: ['TIME', 'WHO', 'RESOURCE', 'WHAT CHANGED'],
  none: 'No change is known.',
  events: { changed: 'changed', created: 'created', removed: 'removed' },
  /** Nobody is named: the change was made between two readings. */
  between: (since: string) => `since ${since}`,
  notNamed: 'not named',
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  unset: 'not set',
  more: (cursor: string) => `There are older ones: --cursor ${cursor}`,
});
