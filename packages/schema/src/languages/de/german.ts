import type { Language } from '../language.ts';
import { sentences } from './sentences.ts';

export const german: Language = { tag: 'de', sentences, thousands: '.', point: ',', isOne: (count) => count === 1 };
