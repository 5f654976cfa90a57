// What happened in the last run of a guest, in one line below it: since when, and the first line of the error.
import { shortMoment } from '../../../lib/moment.ts';
import { messages as words } from '../../../ui/protection/messages.ts';
import { messages } from '../messages.ts';
import { badInARow } from '../nights.ts';
import type { Subject } from '../subject.ts';

/** What is said where no task has an error. */
const WITHOUT_ERROR: Readonly<Partial<Record<string, () => string>>> = {
  missed: () => messages.noSign,
  damaged: () => messages.verifyFailed,
};

interface NoteProps {
  subject: Subject;
  /** The letters of its last nights; undefined while they are not known. */
  letters: string | undefined;
  now: number;
}

export function Note({ subject: { protection }, letters = '', now }: NoteProps) {
  const { lastRun, state } = protection;
  if (!lastRun) return null;
  const nights = badInARow(letters);
  const when = shortMoment(Date.parse(lastRun.at), now);
  const [error] = (lastRun.error ?? '').split('\n');
  return (
    <p className="protection-note flex gap-2.5 truncate pl-5.5 text-sm max-md:flex-col max-md:gap-0.5 max-md:pt-1 max-md:pb-2 max-md:pl-0 max-md:whitespace-normal">
      <span className={`shrink-0 font-semibold ${state === 'late' ? 'text-warn' : 'text-crit'}`}>
        {nights > 1 ? messages.inARow(nights) : messages.ranAt(words.results[lastRun.result], when)}
      </span>
      {error ? (
        <span className="min-w-0 truncate font-mono max-md:line-clamp-3 max-md:text-xs max-md:break-words max-md:whitespace-normal">
          {error}
        </span>
      ) : (
        <span className="min-w-0 truncate text-soft">{WITHOUT_ERROR[lastRun.result]?.()}</span>
      )}
    </p>
  );
}
