import type { messages } from '../../ui/strip/messages.ts';
import type { Translation } from './translation.ts';

export const strip: Translation<typeof messages> = {
  summary: (name, lowest, highest, last) =>
    lowest === highest ? `${name}: durchgehend ${last}` : `${name}: ${lowest} bis ${highest}, zuletzt ${last}`,
  empty: (name) => `${name}: keine Werte`,
};
