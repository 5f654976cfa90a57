// The English texts, each in ⟦ ⟧. A journey opens every screen with them: a text without the marks does not come from a
// messages.ts, so no other language could translate it.
import type { Language } from '../lib/language/in-language.ts';

const made = new WeakMap<object, object>();

function mark(text: unknown): unknown {
  if (typeof text === 'string') return text === '' ? '' : `⟦${text}⟧`;
  if (typeof text === 'function') return (...given: unknown[]) => mark(text(...given));
  if (Array.isArray(text)) return text.map(mark);
  if (typeof text === 'object' && text !== null) return markAll(text);
  return text;
}

const markAll = (texts: object): object =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, mark(text)]));

export const marked: Language = {
  tag: 'en-x-marked',
  texts(_feature, english) {
    let texts = made.get(english);
    if (!texts) {
      texts = markAll(english);
      made.set(english, texts);
    }
    return texts;
  },
  words: (_sentence, english) => `⟦${english}⟧`,
};
