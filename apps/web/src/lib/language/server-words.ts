// What the server says, in the language of the user.
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { spoken } from './in-language.ts';

/** Without `sentence` it is what somebody else said, or an older version of Belfry wrote it: it stays as it is. */
export const serverWords = (sentence: WireSentence | undefined, english: string): string =>
  sentence ? spoken().words(sentence, english) : english;

/** The same of an alert, a gap, or the error of a host. */
export const messageOf = ({ message, sentence }: { message: string; sentence?: WireSentence | undefined }): string =>
  serverWords(sentence, message);
