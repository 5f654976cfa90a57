import type { messages } from '../../../../../../apps/web/src/live/sites/messages.ts';
import type { Translation } from '../../translation.ts';

export const siteHeads: Translation<typeof messages> = {
  site: (name) => `Standort ${name}`,
  here: 'Von Belfry selbst abgefragt',
  silentSince: (time) => `meldet nichts seit ${time}`,
  unheard: 'hat noch nichts gemeldet',
  revoked: 'Sammler widerrufen',
  noCollector: 'hat noch keinen Sammler',
};
