// Which language the command line speaks: --language, otherwise the environment, otherwise English.
import { filledUp } from '@belfry/domain/sentences/filled-up';
import { languageOfEnv, languageOfTag } from '@belfry/domain/sentences/user-language';
import { type Words, wordsIn } from '@belfry/domain/sentences/words';
import { type LanguageTag, languages } from '@belfry/schema/languages/languages';
import { english, type Language } from './in-language.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const OPTION = '--language';

/** The option decides, then the environment. JSON is for programs, so its texts are English. A wrong option is refused where options are parsed. */
export function languageOf(options: readonly string[], env: Env): LanguageTag {
  const ours = options.slice(0, options.includes('--') ? options.indexOf('--') : undefined);
  if (ours.includes('--json')) return 'en';
  const asked = ours.flatMap((option, at) => {
    if (option === OPTION) return languageOfTag(ours[at + 1] ?? '') ?? [];
    return option.startsWith(`${OPTION}=`) ? (languageOfTag(option.slice(OPTION.length + 1)) ?? []) : [];
  });
  return asked.at(-1) ?? languageOfEnv(env);
}

/** Only the language that is spoken is evaluated. */
export async function loadLanguage(tag: LanguageTag): Promise<Language> {
  if (tag === 'en') return english;
  const [language, { texts }] = await Promise.all([
    languages[tag].load(),
    import(`../../../../packages/schema/src/languages/${tag}/cli/texts.ts`) as Promise<{ texts: Texts }>,
  ]);
  return translated(wordsIn(language), texts);
}

type Texts = Readonly<Record<string, object>>;

function translated(words: Words, folder: Texts): Language {
  const made = new Map<string, object>();
  return {
    words,
    texts(group, english) {
      const texts = made.get(group) ?? filledUp(english, folder[group]);
      made.set(group, texts);
      return texts;
    },
  };
}
