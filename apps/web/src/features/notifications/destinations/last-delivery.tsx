// The state of the last message to a destination.
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../lib/now.ts';
import { Dot } from '../../../ui/dot.tsx';
import { lastDeliveries } from './queries.ts';
import { standingOf } from './standing.ts';

interface LastDeliveryProps {
  /** Of the destination, such as "email" or "webhook:17". */
  id: string;
  enabled: boolean;
  /** Something beside it says whether it is enabled. */
  isSaid?: boolean;
}

export function LastDelivery({ id, enabled, isSaid = false }: LastDeliveryProps) {
  const now = useNow();
  const { data } = useQuery(lastDeliveries);
  if (!data) return null;
  const last = data.get(id);
  if (isSaid && !enabled && !last) return null;
  const { dot, title, detail } = standingOf(last, enabled, now);
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
