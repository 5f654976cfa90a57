// The active alerts: the most severe first, then the newest.
import { formatAgo } from '@belfry/domain/format';
import type { Alert } from '@belfry/schema/entities/alert';
import { BellOff } from 'lucide-react';
import { useMemo } from 'react';
import { useNow } from '../../lib/now.ts';
import { useList } from '../../live/use-live.ts';
import { Dot } from '../../ui/dot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

const weight = ({ level, acknowledged }: Alert): number => (acknowledged ? 0 : level === 'warning' ? 1 : 2);

export function ActiveAlerts() {
  const active = useList('activeAlerts');
  const now = useNow();
  const alerts = useMemo(
    () => [...active].sort((a, b) => weight(b) - weight(a) || (a.startTime < b.startTime ? 1 : -1)),
    [active],
  );
  if (alerts.length === 0)
    return (
      <Notice icon={<BellOff />} title={messages.none}>
        <p>{messages.noneHint}</p>
      </Notice>
    );
  return (
    <ul aria-label={messages.table} className="card my-3 divide-y divide-line-soft">
      {alerts.map((alert) => (
        <li key={alert.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3.5 py-2">
          <Dot
            state={alert.acknowledged ? 'off' : alert.level === 'critical' ? 'crit' : 'warn'}
            label={alert.acknowledged ? messages.acknowledged : messages.levels[alert.level]}
          />
          <b className="font-[550]">{alert.resourceName}</b>
          <span className="min-w-0 flex-1 break-words text-soft">{alert.message}</span>
          <span className="text-sm text-mute">{alert.node}</span>
          <span className="text-sm text-mute tabular-nums">{formatAgo(Date.parse(alert.startTime), now)}</span>
        </li>
      ))}
    </ul>
  );
}
