// The texts of the page that opens a link to a view.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('link', {
  opening: 'Opening the view...',
  invalid: 'This link is not valid',
  invalidHint: 'It was revoked, or it is not complete. Ask an administrator of Belfry for a new one.',
  signIn: 'Sign in',
  waiting: 'Belfry does not answer',
  waitingHint: 'The view opens when it does.',
});
