// Which language the client speaks: the choice of this browser, otherwise the first language of the browser that exists here.
import { useEffect, useSyncExternalStore } from 'react';
import { isUnsaved } from '../draft/unsaved.ts';
import { choice, loadPref, usePref } from '../prefs.ts';
import { english, type Language, onSpeak, speak, spoken } from './in-language.ts';

interface Registered {
  /** In the language itself. */
  name: string;
  load(): Promise<Language>;
}

/** Every language but English is loaded when it is chosen. */
const languages = {
  en: { name: 'English', load: async () => english },
  de: { name: 'Deutsch', load: async () => (await import('../../languages/de/german.ts')).german },
} satisfies Record<string, Registered>;

type Known = keyof typeof languages;
/** `test` marks every text, for the journey that looks for others. */
type Tag = Known | 'test';

const isKnown = (tag: string): tag is Known => Object.hasOwn(languages, tag);
const tags = Object.keys(languages).filter(isKnown);
export const languageNames = tags.map((tag) => [tag, languages[tag].name] as const);

export const languagePref = choice<Tag | 'system'>('language', ['system', ...tags, 'test'], 'system');

/** `wanted` are BCP 47 tags, the best one first, such as `navigator.languages`. */
export function languageOf(own: Tag | 'system', wanted: readonly string[]): Tag {
  if (own !== 'system') return own;
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isKnown) ?? 'en';
}

/** Never rejects: when the texts cannot be loaded, the client speaks English. */
export async function loadLanguage(): Promise<void> {
  const tag = languageOf(loadPref(languagePref), navigator.languages);
  const load = tag === 'test' ? async () => (await import('../../languages/marked.ts')).marked : languages[tag].load;
  const language = await load().catch(() => english);
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
