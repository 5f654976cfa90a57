// Which language the client speaks: the choice of this browser, otherwise the first language of the browser that exists here.
import { useEffect, useSyncExternalStore } from 'react';
import { isUnsaved } from '../draft/unsaved.ts';
import { choice, loadPref, usePref } from '../prefs.ts';
import { english, type Language, onSpeak, speak, spoken } from './in-language.ts';

/** Every language but English is loaded when it is chosen. `test` marks every text, for the journey that looks for others. */
const languages = {
  en: async () => english,
  de: async () => (await import('../../languages/de/german.ts')).german,
  test: async () => (await import('../../languages/marked.ts')).marked,
} satisfies Record<string, () => Promise<Language>>;

type Tag = keyof typeof languages;

/** Each in its own language. */
export const languageNames: readonly (readonly [Tag, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
];

const isTag = (tag: string): tag is Tag => languageNames.some(([known]) => known === tag);

export const languagePref = choice<Tag | 'system'>('language', ['system', 'en', 'de', 'test'], 'system');

/** `wanted` are BCP 47 tags, the best one first, such as `navigator.languages`. */
export function languageOf(own: Tag | 'system', wanted: readonly string[]): Tag {
  if (own !== 'system') return own;
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isTag) ?? 'en';
}

/** Never rejects: when the texts cannot be loaded, the client speaks English. */
export async function loadLanguage(): Promise<void> {
  const tag = languageOf(loadPref(languagePref), navigator.languages);
  const language = await languages[tag]().catch(() => english);
  document.documentElement.lang = language.tag;
  speak(language);
}

/**
 * The tag of the spoken language. It follows the choice of the user, also when it is made in another tab; there it waits for the
 * next load of the page while changes are not saved.
 */
export function useLanguage(): string {
  const [own] = usePref(languagePref);
  useEffect(() => {
    if (spoken().tag !== languageOf(own, navigator.languages) && !isUnsaved()) void loadLanguage();
  }, [own]);
  return useSyncExternalStore(onSpeak, () => spoken().tag);
}
