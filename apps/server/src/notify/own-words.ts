// What Belfry itself says in place of the answer of a service.
import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';

interface Words {
  words: string;
  sentence?: Sentence | undefined;
}

export const ownWords = (sentence: Sentence) => ({ words: english(sentence), sentence });

/** The sentence is left out where its words had to be changed: it would show what they must not. */
export const changedWords = ({ words, sentence }: Words, change: (words: string) => string): Words => {
  const changed = change(words);
  return { words: changed, sentence: changed === words ? sentence : undefined };
};
