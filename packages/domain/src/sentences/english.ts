// The English words of a sentence, for the log, for outside clients, and where no other language is spoken.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { englishWords as words } from './words.ts';

export const english = (sentence: Sentence): string => words.say(sentence);

/** The same as a message for clients that read English, and as data for all others. */
export const inEnglish = (sentence: Sentence) => ({ message: english(sentence), sentence });

/** Both as one sentence. */
export const joined = (first: Sentence, second: Sentence): Sentence => ({ id: 'both', values: { first, second } });

/** What somebody else said. */
export const otherWords = (words: string): Sentence => ({ id: 'words', values: { words } });
