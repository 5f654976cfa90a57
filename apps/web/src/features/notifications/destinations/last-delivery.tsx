// The state of the last message to a destination.
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../lib/now.ts';
import { Dot } from '../../../ui/dot.tsx';
import { lastDeliveries } from './queries.ts';
import { standingOf } from './standing.ts';

/** `id`: of the destination, such as "email" or "webhook:17". */
export function LastDelivery({ id, enabled }: { id: string; enabled: boolean }) {
  const now = useNow();
  const { data } = useQuery(lastDeliveries);
  if (!data) return null;
  const { dot, title, detail } = standingOf(data.get(id), enabled, now);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Dot state={dot} label="" />
      <span className="min-w-0">
        <span className={`line-clamp-2 break-words ${dot === 'crit' ? 'font-medium text-crit' : ''}`}>{title}</span>
        {detail && <span className="block text-sm break-words text-mute tabular-nums">{detail}</span>}
      </span>
    </span>
  );
}
