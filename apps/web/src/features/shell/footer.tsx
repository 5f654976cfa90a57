// Version and the time of the last data.
import { useQuery } from '@tanstack/react-query';
import { version } from '../../api/monitoring.ts';
import { timeOfDay } from '../../lib/moment.ts';
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
    </footer>
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
