// The texts of the sidebar.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('area', {
  keepOpen: 'Keep the sidebar open',
  collapse: 'Collapse the sidebar',
});
