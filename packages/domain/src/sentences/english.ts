// The English words of a sentence, for the log, for outside clients, and where no other language is spoken.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { sentences } from '@belfry/schema/sentences/table';
import { formatBytes, formatCount, formatPercent, plural } from '../format.ts';
import { type Wording, wordsOf } from './wording.ts';

const wording: Wording = {
  table: sentences,
  plural,
  formats: { bytes: formatBytes, count: formatCount, percent: formatPercent },
};

export const english = (sentence: Sentence): string => wordsOf(sentence, wording) ?? sentence.id;

/** The same as a message for clients that read English, and as data for all others. */
export const inEnglish = (sentence: Sentence) => ({ message: english(sentence), sentence });

/** Both as one sentence. */
export const joined = (first: Sentence, second: Sentence): Sentence => ({ id: 'both', values: { first, second } });

/** What somebody else said. */
export const otherWords = (words: string): Sentence => ({ id: 'words', values: { words } });
