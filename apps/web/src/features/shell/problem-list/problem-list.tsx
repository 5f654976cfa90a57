// All problems, by level, and last those that somebody has.
import type { Problem } from '@belfry/domain/problems/problems';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../lib/language/format.ts';
import { useProblems } from '../../../live/use-problems.ts';
import { messages } from './messages.ts';
import { ProblemEntry } from './problem-entry.tsx';

/** More are a page, and not a popover. */
const MAX_SHOWN = 40;

export function ProblemList({ onFollow }: { onFollow(): void }) {
  const problems = useProblems();
  const open = problems.filter(({ isTaken }) => !isTaken);
  const groups = {
    critical: open.filter(({ level }) => level === 'critical'),
    warning: open.filter(({ level }) => level === 'warning'),
    taken: problems.filter(({ isTaken }) => isTaken),
  };
  const shown = new Set([...groups.critical, ...groups.warning, ...groups.taken].slice(0, MAX_SHOWN));
  return (
    <>
      {(['critical', 'warning', 'taken'] as const).map((group) => (
        <Group key={group} name={messages.problemGroups[group]} all={groups[group]} {...{ shown, onFollow }} />
      ))}
      <Link
        to="/alerts/$"
        params={{ _splat: 'overview' }}
        onClick={onFollow}
        className="mt-2 inline-block text-brand text-sm hover:underline max-md:py-2.5"
      >
        {problems.length > shown.size ? messages.allProblems(problems.length) : messages.toAlerts}
      </Link>
    </>
  );
}

interface GroupProps {
  name: string;
  all: readonly Problem[];
  shown: ReadonlySet<Problem>;
  onFollow(): void;
}

function Group({ name, all, shown, onFollow }: GroupProps) {
  if (!all.some((problem) => shown.has(problem))) return null;
  return (
    <section className="not-first:mt-2">
      <h3 className="text-xs text-mute">
        <b className="font-semibold text-soft">{name}</b> {formatCount(all.length)}
      </h3>
      <ul className="flex flex-col divide-y divide-line-soft" aria-label={name}>
        {all
          .filter((problem) => shown.has(problem))
          .map((problem) => (
            <li key={problem.id} className="py-2 text-sm">
              <ProblemEntry problem={problem} onFollow={onFollow} />
            </li>
          ))}
      </ul>
    </section>
  );
}
