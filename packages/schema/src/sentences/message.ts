// A sentence in the message of a schema: zod keeps only a text for each issue.
import type { Sentence } from './sentence.ts';

const START = '{"id":"';

export const toMessage = (sentence: Sentence): string => JSON.stringify(sentence);

/** A message that no schema of ours wrote is shown as it is. */
export const ofMessage = (message: string): Sentence =>
  message.startsWith(START) ? (JSON.parse(message) as Sentence) : { id: 'words', values: { words: message } };
