// Version and the time of the last data.
import { useQuery } from '@tanstack/react-query';
import { version } from '../../api/monitoring.ts';
import { formatDuration } from '../../lib/language/format.ts';
import { timeOfDay } from '../../lib/moment.ts';
import { MINUTE_MS, useClockError } from '../../lib/now.ts';
import { useLive } from '../../live/use-live.ts';
import { messages } from './messages.ts';

export function Footer() {
  const { data } = useQuery(version);
  const fallback = useLive(({ state }) => state?.stats.version ?? '');
  return (
    <footer className="kiosk:hidden [:has(>*_[aria-busy])>&]:invisible flex gap-4 px-(--pad) pt-2 pb-4 text-sm text-mute tabular-nums">
      <span>
        {messages.product} {data?.version ?? fallback}
        {data?.isDevelopment && messages.development}
        {data?.isDocker && messages.dockerInstall}
      </span>
      <LastRefresh />
      <ClockHint />
    </footer>
  );
}

/** Ages are right all the same; other pages and certificates are not. */
function ClockHint() {
  const ahead = useClockError();
  return (
    ahead !== 0 && (
      <span className="text-warn">
        {messages.wrongClock(formatDuration(Math.round(Math.abs(ahead) / MINUTE_MS) * MINUTE_MS), ahead > 0)}
      </span>
    )
  );
}

/** It renders with each update, and the rest of the line does not. */
function LastRefresh() {
  const receivedAt = useLive((live) => live.receivedAt);
  if (receivedAt === 0) return null;
  return (
    <span>
      <span className="ticking w-[12em]">{messages.lastRefresh(timeOfDay(receivedAt))}</span>
    </span>
  );
}
