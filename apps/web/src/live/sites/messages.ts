// The texts about the sites of what is shown.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('siteHeads', {
  site: (name: string) => `Site ${name}`,
  here: 'Polled by Belfry itself',
  silentSince: (time: string) => `reports nothing since ${time}`,
  unheard: 'has not reported yet',
  revoked: 'its collector is revoked',
  noCollector: 'has no collector yet',
});
