// The languages of Belfry. One more is a folder here and a line in this record; each is loaded when somebody reads it.
// `web/texts.ts` in the folder has the texts of the screens.
import type { Language } from './language.ts';

interface Registered {
  /** In the language itself. */
  name: string;
  load(): Promise<Language>;
}

export const languages = {
  en: { name: 'English', load: async () => (await import('./english.ts')).english },
  de: { name: 'Deutsch', load: async () => (await import('./de/german.ts')).german },
} satisfies Record<string, Registered>;

export type LanguageTag = keyof typeof languages;
export const isLanguage = (tag: string): tag is LanguageTag => Object.hasOwn(languages, tag);
export const languageTags = Object.keys(languages).filter(isLanguage);
