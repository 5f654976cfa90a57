// The texts of the menu of saved views.
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('views', {
  views: 'Saved views',
  none: 'No saved views yet. Set search, filters and order as you like them, then save the view under a name.',
  failed: 'The saved views could not be loaded.',
  name: 'Name',
  nameRequired: 'Enter a name',
  save: 'Save this view',
  saved: (name: string) => `Saved the view ${name}`,
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name of ${name}`,
  remove: (name: string) => `Delete ${name}`,
  link: 'Make a link for a wall',
  expiry: 'The link for a wall ends',
  saveCommand: 'Save this view, or make a link to it',
  linkHint:
    'Whoever has this link sees the live data of all hosts without a sign-in, but no settings, and can change nothing. It is shown this once. Revoke it in Settings, Security.',
  linkOf: (name: string) => `Link to ${name}`,
  kiosk: 'Show without tabs and filters',
  word: 'view',
});
