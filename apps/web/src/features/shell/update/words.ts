// What the server says about an update, in the language of the user.
import { updateSentence } from '@belfry/domain/sentences/updating';
import type { NamedText } from '@belfry/schema/named-text';
import { serverWords } from '../../../lib/language/server-words.ts';

/** The text of the server where it has no name, or one that this client does not know. */
export const wordsOf = (text: string, named: NamedText | undefined): string =>
  serverWords(named && updateSentence(named), text);

/** The same for a list. The names are in the same order. */
export const allWords = (texts: readonly string[], named: readonly NamedText[] | undefined): string[] =>
  texts.map((text, place) => wordsOf(text, named?.[place]));
