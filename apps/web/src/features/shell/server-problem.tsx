// Problems of Belfry itself. The notice stays until the problem ends.
import { messageOf } from '../../lib/language/server-words.ts';
import { useLive } from '../../live/use-live.ts';
import { messages } from './messages.ts';

export function ServerProblem() {
  const problems = useLive(({ state }) => state?.serverProblems);
  return Object.entries(problems ?? {}).map(([subject, problem]) => (
    <section key={subject} role="alert" className="shrink-0 border-b border-crit/50 bg-crit/12 bar-x py-0.5 text-sm">
      <b className="font-semibold">{messageOf(problem)}</b> {subject === 'disk' && messages.diskHint}
    </section>
  ));
}
