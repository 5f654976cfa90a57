// The first lines of the page: what is wrong on this server, or that nothing is.
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PbsDetails } from '@belfry/schema/entities/pbs-details';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { Dot } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';
import { problemsOf } from './problems.ts';

export function ProblemLines({ server, details }: { server: PbsInstance; details: PbsDetails | undefined }) {
  const now = useNow(MINUTE_MS);
  const problems = problemsOf(server, details, now);
  if (problems.length === 0) return <p className="text-sm text-soft">{messages.noProblems}</p>;
  return (
    <ul aria-label={messages.problems} className="flex flex-col gap-1 text-sm">
      {problems.map(({ tone, text, words }) => (
        <li key={`${text} ${words}`} className="flex items-baseline gap-2">
          <Dot state={tone} label="" />
          <span className="min-w-0 wrap-anywhere">
            <b className={`font-semibold text-${tone}`}>{text}</b>
            {words !== '' && <span className="ml-2 font-mono text-xs text-soft">{words}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
