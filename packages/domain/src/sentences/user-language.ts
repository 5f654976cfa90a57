// The language of the user of a terminal.
import { isLanguage, type LanguageTag } from '@belfry/schema/languages/languages';

/** The language of a BCP 47 tag or of a locale, such as `de-AT` or `de_DE.UTF-8`. Undefined: Belfry does not speak it. */
export function languageOfTag(tag: string): LanguageTag | undefined {
  const [language = ''] = tag
    .trim()
    .toLowerCase()
    .split(/[-_.@]/);
  return isLanguage(language) ? language : undefined;
}

/** The first variable that is set decides, as for other programs. */
export function languageOfEnv(env: Readonly<Record<string, string | undefined>>): LanguageTag {
  const locale = [env.BELFRY_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value?.trim());
  return languageOfTag(locale ?? '') ?? 'en';
}
