import type { messages } from '../../../../../../apps/web/src/ui/area/messages.ts';
import type { Translation } from '../../translation.ts';

export const area: Translation<typeof messages> = {
  keepOpen: 'Seitenleiste offen halten',
  collapse: 'Seitenleiste einklappen',
  notShown: 'Ein Link zeigt diese Seite nicht',
  notShownWhy: 'Wer über einen Link kommt, sieht nur die laufenden Daten. Melden Sie sich an, um diese Seite zu sehen.',
};
