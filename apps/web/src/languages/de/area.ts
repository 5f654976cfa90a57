import type { messages } from '../../ui/area/messages.ts';
import type { Translation } from './translation.ts';

export const area: Translation<typeof messages> = {
  keepOpen: 'Seitenleiste offen halten',
  collapse: 'Seitenleiste einklappen',
};
