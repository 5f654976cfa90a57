// German. Each file has the texts of one messages.ts.
import type { Language } from '../../lib/language/in-language.ts';
import { figures } from './figures.ts';

const texts: Record<string, object> = { figures };

export const german: Language = {
  tag: 'de',
  texts: (feature, english) => texts[feature] ?? english,
};
