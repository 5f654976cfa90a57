import type { messages } from '../../../../../../apps/web/src/features/not-found/messages.ts';
import type { Translation } from '../../translation.ts';

export const notFound: Translation<typeof messages> = {
  title: 'Seite nicht gefunden',
  hint: (path) => `Unter ${path} gibt es nichts.`,
  toOverview: 'Zur Übersicht',
};
