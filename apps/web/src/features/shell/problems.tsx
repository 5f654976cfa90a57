// What is wrong now: the line names the worst problem that nobody has, and since when; a popover lists all with the way to each.
import { isDown, isPartial, type Problem } from '@belfry/domain/problems/problems';
import { messageOf } from '../../lib/language/server-words.ts';
import { withoutStop } from '../../lib/language/without-stop.ts';
import { hourMinute, shortMoment } from '../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { useOpenProblems } from '../../live/use-problems.ts';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.ts';
import { Popover } from '../../ui/popover.tsx';
import { messages } from './messages.ts';

const ProblemList = late(async () => (await import('./problem-list/problem-list.tsx')).ProblemList);

export function Problems() {
  const open = useOpenProblems();
  const [worst] = open;
  if (!worst) return null;
  const tone = worst.level === 'critical' ? 'crit' : 'warn';
  return (
    <Popover
      title={messages.problemsTitle}
      className="w-110"
      trigger={(props) => (
        <Button
          {...props}
          className={`h-7 min-w-0 shrink! px-2! max-md:h-10 ${tone === 'crit' ? 'text-crit!' : 'text-warn!'}`}
        >
          <span className={`dot shrink-0 ${tone}`} />
          <span className="md:hidden" aria-hidden>
            {open.length}
          </span>
          <span className="sr-only">{messages.problems(open.length)} </span>
          {/* a long name is cut, the time never */}
          <span className="truncate max-md:sr-only">{headline(worst)}</span>
          <Since of={worst} />
          {open.length > 1 && (
            <span className="shrink-0 text-soft max-lg:sr-only">{messages.moreProblems(open.length - 1)}</span>
          )}
        </Button>
      )}
    >
      {(close) => <ProblemList onFollow={close} />}
    </Popover>
  );
}

function Since({ of: { since } }: { of: Problem }) {
  const now = useNow(MINUTE_MS);
  const at = Date.parse(since);
  if (Number.isNaN(at)) return null;
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (
    <span className="shrink-0 font-normal max-md:sr-only">
      {messages.since(isToday ? hourMinute(at) : shortMoment(at, now))}
    </span>
  );
}

function headline(problem: Problem): string {
  // without the full stop, because the time follows
  if (problem.about === 'alert') return withoutStop(messageOf(problem.alert));
  if (problem.about === 'instance' && isPartial(problem.instance)) return messages.isPartial(problem.name);
  if (problem.about === 'instance' && !isDown(problem.instance)) return messages.isIncomplete(problem.name);
  return problem.about === 'node' ? messages.isOffline(problem.name) : messages.isNotReached(problem.name);
}
