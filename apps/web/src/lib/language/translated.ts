import { formatPercent } from '@belfry/domain/format';
import { wordsOf } from '@belfry/domain/sentences/wording';
import type { SentenceId } from '@belfry/schema/sentences/sentence';
import { formatBytes, formatCount, plural } from './format.ts';
import type { Language } from './in-language.ts';

const isTexts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The translation, and the English text for what is not translated. The order of the names is the English one. */
function filledUp(english: object, translation: object | undefined): object {
  const own: Record<string, unknown> = { ...translation };
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => {
      const found = own[name];
      return [name, isTexts(text) ? filledUp(text, isTexts(found) ? found : undefined) : (found ?? text)];
    }),
  );
}

const formats = { bytes: formatBytes, count: formatCount, percent: formatPercent };

/** A language whose texts are in a folder: by the names of their features, and the sentences of the server by their names. */
export function translated(
  tag: string,
  folder: Readonly<Record<string, object>>,
  sentences: Readonly<Partial<Record<SentenceId, string>>>,
): Language {
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
