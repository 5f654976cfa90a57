// What cannot be seen of a host, and the privilege that would show it.
import type { Gap } from '@belfry/schema/entities/instance';
import { EyeOff } from 'lucide-react';

const needs = 'needs';

interface GapListProps<G extends Gap> {
  gaps: readonly G[];
  /** Whose they are, where that is not plain to see. */
  of?: (gap: G) => string;
  className?: string;
}

export function GapList<G extends Gap>({ gaps, of, className = '' }: GapListProps<G>) {
  if (gaps.length === 0) return null;
  return (
    <ul className={`flex flex-col gap-1 text-left text-sm text-soft ${className}`}>
      {gaps.map((gap) => (
        <li key={`${of?.(gap)} ${gap.part}`} className="flex min-w-0 items-baseline gap-2">
          <EyeOff size={13} aria-hidden="true" className="shrink-0 translate-y-0.5 text-warn" />
          <span className="min-w-0 break-words">
            {of && <span className="text-mute">{of(gap)} · </span>}
            {gap.part}
            {gap.needs === undefined ? (
              <span className="text-mute">: {gap.message}</span>
            ) : (
              <>
                <span className="text-mute"> {needs} </span>
                <code className="font-mono text-xs text-text">{gap.needs}</code>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
