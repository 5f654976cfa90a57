// The status of a host in words; for a host that is not reached, since when.

import type { ShownStatus } from '@belfry/domain/status';
import { hourMinute, shortMoment } from '../lib/moment.ts';
import { useNow } from '../lib/now.ts';
import { messages } from './messages.ts';
import { StaleMark } from './stale-mark.tsx';
import { statusText } from './status-text.ts';

export interface HostStatusProps {
  status: ShownStatus;
  /** ISO. */
  since: string | undefined;
}

export function HostStatus({ status, since }: HostStatusProps) {
  if (since !== undefined)
    return (
      <span className="inline-flex items-center gap-1.5 text-crit">
        <span>
          <Since status={statusText(status.label)} at={since} />
        </span>
        <span className="contents max-md:hidden">
          <StaleMark since={since} last={status.last} />
        </span>
      </span>
    );
  return <span className={TEXT[status.tone]}>{statusText(status.label)}</span>;
}

const TEXT: Record<ShownStatus['tone'], string> = {
  ok: '',
  off: '',
  warn: 'text-warn',
  old: 'text-warn',
  last: 'text-warn',
  crit: 'font-semibold text-crit',
  lost: 'text-crit',
};

const DAY_MS = 86_400_000;

function Since({ status, at }: { status: string; at: string }) {
  const now = useNow();
  const then = Date.parse(at);
  return messages.since(status, now - then < DAY_MS ? hourMinute(then) : shortMoment(then, now));
}
