// The texts of the client in the language of the user. A feature writes its English texts in its messages.ts; every other
// language is a folder of `languages/` with the same texts.
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { createListeners } from '../listeners.ts';

export interface Language {
  /** A BCP 47 tag, for numbers, dates, plurals and `<html lang>`. */
  tag: string;
  /** The texts of a feature. `english` are the texts in its messages.ts. */
  texts(feature: string, english: object): object;
  /** What the server says. `english` is the same in English. */
  words(sentence: WireSentence, english: string): string;
}

export const english: Language = { tag: 'en', texts: (_feature, texts) => texts, words: (_sentence, words) => words };

let current: Language | undefined;
const listeners = createListeners();
export const onSpeak = listeners.subscribe;

/** Every text that is read from now on is in this language. What is on the screen has to be rendered again. */
export function speak(language: Language): void {
  current = language;
  listeners.announce();
}

/** @throws Error while modules are loaded, because the language is not known then. */
export function spoken(): Language {
  if (!current) throw new Error('the language is not known yet');
  return current;
}

/**
 * The texts of a feature, each read in the language of the user when it is used.
 * @throws Error when a text is read before the language is known, which is while modules are loaded: use a function there.
 */
export function inLanguage<Texts extends object>(feature: string, texts: Texts): Texts {
  return new Proxy(texts, {
    get(_texts, key) {
      if (!current) throw new Error(`a text of "${feature}" is read before the language is known: ${String(key)}`);
      return Reflect.get(current.texts(feature, texts), key);
    },
  });
}
