// The examples of a search, and what is wrong with its text. Loaded when they are needed.
import type { Field } from '@belfry/domain/search/field';
import { problemOf } from '@belfry/domain/search/wrong';
import { wordsOf } from '@belfry/domain/sentences/wording';
import { guestExamples, search } from '@belfry/schema/sentences/search';
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { serverWords } from '../lib/language/server-words.ts';
import type { Tip } from './search-tip.ts';

const wording = {
  table: search,
  plural: () => '',
  formats: { bytes: String, count: String, percent: String, figure: String },
};

/** A text of a screen is no sentence and stays as it is. */
function words(sentence: WireSentence): string {
  const english = wordsOf(sentence, wording);
  return english === undefined ? sentence.id : serverWords(sentence, english);
}

export const SearchTips = ({ tips = guestExamples }: { tips: readonly Tip[] | undefined }) => (
  <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5 text-sm">
    {tips.map(([example, meaning]) => (
      <div key={example} className="contents">
        <dt>
          <code className="rounded-sm bg-raise px-1 font-mono text-xs">{example}</code>
        </dt>
        <dd className="text-soft">{words({ id: meaning })}</dd>
      </div>
    ))}
  </dl>
);

export function SearchProblem({ text, fields }: { text: string; fields: readonly Field<never>[] }) {
  const problem = problemOf(text, { fields });
  return (
    problem && (
      <p className="absolute top-full left-0 z-20 mt-1 max-w-full rounded-md border border-warn bg-panel px-2.5 py-1.5 text-sm text-text shadow-lg">
        {words(problem)}
      </p>
    )
  );
}
