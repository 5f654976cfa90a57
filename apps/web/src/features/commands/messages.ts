// The texts of the command palette and of the list of keys.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('commands', {
  keys: 'Keyboard shortcuts',
  anyLetter: 'any letter',
  scopes: { global: 'Everywhere', screen: 'On this screen', element: 'In tables' },
});
