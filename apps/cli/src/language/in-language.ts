// The language of the user, in which the command line says everything. The texts of a group of commands are in `messages/`, in English;
// every other language is a folder of `packages/schema/src/languages` with the same texts in `cli/`.
import { englishWords, type Words } from '@belfry/domain/sentences/words';

export interface Language {
  /** Says the sentences of the server, and writes figures. */
  words: Words;
  /** The texts of a group. `english` are the texts in its file of `messages/`. */
  texts(group: string, english: object): object;
}

export const english: Language = { words: englishWords, texts: (_group, texts) => texts };

let current = english;

/** Every text that is read from now on is in this language. */
export const speak = (language: Language): void => {
  current = language;
};

export const words = (): Words => current.words;

/** The texts of a group, each read in the language of the user when it is used: so never while modules are loaded. */
export const inLanguage = <Texts extends object>(group: string, texts: Texts): Texts =>
  new Proxy(texts, { get: (_texts, key) => Reflect.get(current.texts(group, texts), key) });
