import type { messages } from '../../../../../../apps/web/src/lib/language/messages.ts';

const UNITS = { year: 'J', month: 'Mon.', day: 'T', hour: 'h', minute: 'min', second: 's' };

export const figures: typeof messages = {
  short: (count, unit) => `${count}\u00a0${UNITS[unit]}`,
};
