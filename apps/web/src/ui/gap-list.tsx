// What a host does not show us, by the privilege that is missing.

import type { Gap } from '@belfry/schema/entities/instance';
import { EyeOff } from 'lucide-react';
import { messageOf } from '../lib/language/server-words.ts';
import { partText } from './gaps/part-text.ts';
import { messages } from './messages.ts';
import { StaleMark } from './stale-mark.tsx';

interface GapListProps<G extends Gap> {
  gaps: readonly G[];
  /** The host the gaps belong to, where the page does not show it anyway. */
  of?: (gap: G) => string;
}

/** One line for each missing privilege, and one for each other reason. Each line names all parts that are missing for it. */
export function GapList<G extends Gap>({ gaps, of }: GapListProps<G>) {
  if (gaps.length === 0) return null;
  const lines = Map.groupBy(gaps, (gap) => `${of?.(gap) ?? ''}\n${gap.needs ?? messageOf(gap)}`);
  return (
    <ul className="flex flex-col gap-1 text-left text-sm text-soft">
      {[...lines].map(([key, [first, ...others]]) => (
        <li key={key} className="flex min-w-0 items-baseline gap-2">
          <EyeOff size={13} aria-hidden="true" className="shrink-0 translate-y-0.5 text-warn" />
          <span className="min-w-0 break-words">
            {first && of && <span className="text-mute">{of(first)} · </span>}
            {first && [first, ...others].map(({ part }) => partText(part)).join(', ')}
            {first?.needs === undefined ? (
              <>
                <span className="text-mute">: {first && messageOf(first)}</span>{' '}
                {first && <Oldest gaps={[first, ...others]} />}
              </>
            ) : (
              <>
                <span className="text-mute"> {others.length > 0 ? messages.need : messages.needs} </span>
                <code className="font-mono text-xs text-text">{first.needs}</code>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Oldest({ gaps }: { gaps: readonly Gap[] }) {
  const [since] = gaps.flatMap(({ since }) => since ?? []).toSorted();
  return since === undefined ? null : <StaleMark since={since} />;
}
