// Which language the client speaks: the choice of this browser, otherwise the first language of the browser that exists here.
import { isLanguage, type LanguageTag, languages, languageTags } from '@belfry/schema/languages/languages';
import { useEffect, useSyncExternalStore } from 'react';
import { isUnsaved } from '../draft/unsaved.ts';
import { choice, loadPref, usePref } from '../prefs.ts';
import { english, type Language, onSpeak, speak, spoken } from './in-language.ts';

/** The texts of the screens, by the file. Every language but English is loaded when it is chosen. */
const screens = import.meta.glob<{ texts: Readonly<Record<string, object>> }>(
  '../../../../../packages/schema/src/languages/*/web/texts.ts',
);

/** `test` marks every text, for the journey that looks for others. */
type Tag = LanguageTag | 'test';

export const languageNames = languageTags.map((tag) => [tag, languages[tag].name] as const);

export const languagePref = choice<Tag | 'system'>('language', ['system', ...languageTags, 'test'], 'system');

/** `wanted` are BCP 47 tags, the best one first, such as `navigator.languages`. */
export function languageOf(own: Tag | 'system', wanted: readonly string[]): Tag {
  if (own !== 'system') return own;
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en';
}

/** The language of the screens. The marked one is English. */
export const spokenLanguage = (): LanguageTag => {
  const { tag } = spoken();
  return isLanguage(tag) ? tag : 'en';
};

async function load(tag: Tag): Promise<Language> {
  if (tag === 'en') return english;
  if (tag === 'test') return (await import('../../languages/marked.ts')).marked;
  const [, texts] = Object.entries(screens).find(([file]) => file.includes(`/${tag}/`)) ?? [];
  const parts = [import('./translated.ts'), languages[tag].load(), texts?.()] as const;
  const [{ translated }, words, screen] = await Promise.all(parts);
  return translated(words, screen?.texts ?? {});
}

/** Never rejects: when the texts cannot be loaded, the client speaks English. */
export async function loadLanguage(): Promise<void> {
  const language = await load(languageOf(loadPref(languagePref), navigator.languages)).catch(() => english);
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
