// Figures in bytes per second, such as what is read and written.
import { formatRate } from '../../lib/language/format.ts';
import type { Figure, Line, Measured } from './detail.ts';
import { messages } from './messages.ts';

export const rates = (id: string, title: string, measured: Measured, lines: readonly Line[]): Figure => {
  const plot = { unit: 'bytes/s' as const, lines };
  return lines.every(({ live }) => live === undefined)
    ? { id, title, note: messages.noAnswerYet, plot }
    : { id, title, measured, values: lines.map(({ name, live = null }) => [name, formatRate(live)]), plot };
};
