// What is wrong now: the line names the worst problem; a popover lists all, with reasons and the way to each.
import { messageOf } from '../../lib/language/server-words.ts';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.ts';
import { Popover } from '../../ui/popover.tsx';
import { messages } from './messages.ts';
import { isDown, isPartial, type Problem } from './problem-list.ts';
import { useProblems } from './use-problems.ts';

const ProblemEntry = late(async () => (await import('./problem-entry.tsx')).ProblemEntry);

export function Problems() {
  const problems = useProblems();
  const [worst] = problems;
  if (!worst) return null;
  return (
    <Popover
      title={messages.problemsTitle}
      className="w-104"
      trigger={(props) => (
        <Button
          {...props}
          className={`h-7 min-w-0 shrink! px-2! max-md:h-10 ${worst.tone === 'crit' ? 'text-crit!' : 'text-warn!'}`}
        >
          <span className={`dot shrink-0 ${worst.tone}`} />
          <span className="md:hidden" aria-hidden>
            {problems.length}
          </span>
          <span className="sr-only">{messages.problems(problems.length)} </span>
          <span className="truncate max-md:sr-only">{headline(worst)}</span>
          {problems.length > 1 && (
            <span className="shrink-0 text-soft max-md:sr-only">{messages.moreProblems(problems.length - 1)}</span>
          )}
        </Button>
      )}
    >
      {(close) => (
        <ul className="flex flex-col divide-y divide-line-soft" aria-label={messages.problemsTitle}>
          {problems.map((problem) => (
            <li key={problem.id} className="py-2 text-sm first:pt-0 last:pb-0">
              <ProblemEntry problem={problem} onFollow={close} />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

function headline(problem: Problem): string {
  if (problem.about === 'alert') return messageOf(problem.alert);
  if (problem.about === 'instance' && isPartial(problem.instance)) return messages.isPartial(problem.name);
  if (problem.about === 'instance' && !isDown(problem.instance)) return messages.isIncomplete(problem.name);
  return problem.about === 'node' ? messages.isOffline(problem.name) : messages.isNotReached(problem.name);
}
