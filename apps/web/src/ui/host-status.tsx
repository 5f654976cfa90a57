// The status of a host in words; for a host that is not reached, since when.

import type { ShownStatus } from '@belfry/domain/status';
import { formatAgo } from '../lib/language/format.ts';
import { hourMinute, shortMoment } from '../lib/moment.ts';
import { useNow } from '../lib/now.ts';
import { hint } from './hint.tsx';
import { messages } from './messages.ts';
import { noAnswer } from './stale-mark.tsx';
import { statusText } from './status-text.ts';

export interface HostStatusProps {
  status: ShownStatus;
  /** ISO. */
  since: string | undefined;
}

export function HostStatus({ status, since }: HostStatusProps) {
  if (since !== undefined) return <NotReached status={status} since={since} />;
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

/** The age and the last status are in the hint, so that the time stands there once. */
function NotReached({ status, since }: { status: ShownStatus; since: string }) {
  const now = useNow();
  const then = Date.parse(since);
  return (
    <span className="text-crit" {...hint(noAnswer(then, formatAgo(then, now), status.last))}>
      {messages.since(statusText(status.label), now - then < DAY_MS ? hourMinute(then) : shortMoment(then, now))}
    </span>
  );
}
