import type { messages } from '../../../../../../apps/web/src/ui/strip/messages.ts';
import type { Translation } from '../../translation.ts';

export const strip: Translation<typeof messages> = {
  heads: { cpu: 'CPU, 1 h', memory: 'RAM, 1 h' },
  hours: { cpu: 'CPU in der letzten Stunde', memory: 'RAM in der letzten Stunde' },
  summary: (name, lowest, highest, last) =>
    lowest === highest ? `${name}: durchgehend ${last}` : `${name}: ${lowest} bis ${highest}, zuletzt ${last}`,
  empty: (name) => `${name}: keine Werte`,
};
