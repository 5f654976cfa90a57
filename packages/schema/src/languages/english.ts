import { sentences } from '../sentences/table.ts';
import type { Language } from './language.ts';

export const english: Language = {
  tag: 'en',
  sentences,
  thousands: '\u00a0',
  point: '.',
  isOne: (count) => count === 1,
};
