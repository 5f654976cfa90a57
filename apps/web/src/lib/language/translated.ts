import { formatPercent } from '@belfry/domain/format';
import { filledUp } from '@belfry/domain/sentences/filled-up';
import { wordsOf } from '@belfry/domain/sentences/wording';
import type { Language as Words } from '@belfry/schema/languages/language';
import { formatBytes, formatCount, formatFigure, plural } from './format.ts';
import type { Language } from './in-language.ts';

const formats = { bytes: formatBytes, count: formatCount, percent: formatPercent, figure: formatFigure };

/** A language whose texts are in a folder: those of the screens by the names of their features, and what all of Belfry says. */
export function translated({ tag, sentences }: Words, folder: Readonly<Record<string, object>>): Language {
  const made = new Map<string, object>();
  return {
    tag,
    texts(feature, english) {
      let texts = made.get(feature);
      if (!texts) {
        texts = filledUp(english, folder[feature]);
        made.set(feature, texts);
      }
      return texts;
    },
    words: (sentence, english) => wordsOf(sentence, { table: sentences, plural, formats }) ?? english,
  };
}
