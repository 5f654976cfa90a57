// What the server says about an update, in the language of the user.
import type { NamedText } from '@belfry/schema/named-text';
import { messages } from './messages.ts';

type Words = Readonly<Record<string, (values: NamedText['values']) => string>>;

/** The text of the server where it has no name, or one that this client does not know. */
export function wordsOf(text: string, named: NamedText | undefined): string {
  const all: Words = messages.texts;
  const words = named && Object.hasOwn(all, named.id) ? all[named.id] : undefined;
  return words && named ? words(named.values) : text;
}

/** The same for a list. The names are in the same order. */
export const allWords = (texts: readonly string[], named: readonly NamedText[] | undefined): string[] =>
  texts.map((text, place) => wordsOf(text, named?.[place]));
