// The texts of the page for an unknown path.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('not-found', {
  title: 'Page not found',
  hint: (path: string) => `There is nothing at ${path}.`,
  toOverview: 'Go to the Overview',
});
