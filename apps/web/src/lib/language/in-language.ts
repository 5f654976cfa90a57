// The texts of the client in the language of the user. A feature writes its English texts in its messages.ts; every other
// language is a folder of `languages/` with the same texts.

/** Gives the texts of a feature in one language. */
export type Language = (feature: string, english: object) => object;

export const english: Language = (_feature, texts) => texts;

let current: Language | undefined;

/** Every text that is read from now on is in this language. What is on the screen has to be rendered again. */
export function speak(language: Language): void {
  current = language;
}

/**
 * The texts of a feature, each read in the language of the user when it is used.
 * @throws Error when a text is read before the language is known, which is while modules are loaded: use a function there.
 */
export function inLanguage<Texts extends object>(feature: string, texts: Texts): Texts {
  return new Proxy(texts, {
    get(_texts, key) {
      if (!current) throw new Error(`a text of "${feature}" is read before the language is known: ${String(key)}`);
      return Reflect.get(current(feature, texts), key);
    },
  });
}
