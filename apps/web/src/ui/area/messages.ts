// The texts of the sidebar and of the frame of its pages.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('area', {
  keepOpen: 'Keep the sidebar open',
  collapse: 'Collapse the sidebar',
  notShown: 'A link does not show this page',
  notShownWhy: 'Whoever came by a link sees the live data only. Sign in to see this page.',
});
