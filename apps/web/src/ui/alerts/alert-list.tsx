// The alerts of a resource, where the resource is shown. Each leads to its row on the page of active alerts.

import type { Alert } from '@belfry/schema/entities/alert';
import { Link } from '@tanstack/react-router';
import { formatAge, unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { useNow } from '../../lib/now.ts';
import { Panel } from '../detail.tsx';
import { messages } from './messages.ts';
import { Shape } from './shape.tsx';
import { standingOf } from './standing.ts';

interface AlertListProps {
  alerts: readonly Alert[];
  className?: string;
}

/** Nothing without alerts. */
export function AlertList({ alerts, className = '' }: AlertListProps) {
  const now = useNow();
  if (alerts.length === 0) return null;
  return (
    <ul aria-label={messages.title} className={`flex flex-col gap-1 text-sm ${className}`}>
      {alerts.map((alert) => (
        <li key={alert.id} className="flex items-baseline gap-2 max-md:min-h-10 max-md:items-center">
          <Shape alert={alert} />
          <Link
            to="/alerts/$"
            params={{ _splat: 'overview' }}
            hash={alert.id}
            className="min-w-0 break-words hover:underline focus-visible:underline"
          >
            {unbroken(messageOf(alert))}
          </Link>
          <span className="shrink-0 text-mute tabular-nums">{formatAge(Date.parse(alert.startTime), now)}</span>
          <span className="text-mute">{careOf(alert)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The same among the details of a row. */
export const AlertsPanel = ({ alerts }: { alerts: readonly Alert[] }) =>
  alerts.length > 0 && (
    <Panel title={messages.title}>
      <AlertList alerts={alerts} />
    </Panel>
  );

/** Who takes care of it. Nothing for an alert that nobody has. */
function careOf(alert: Alert): string {
  const { ackUser = '' } = alert;
  const standing = standingOf(alert);
  if (standing === 'acknowledged') return ackUser === '' ? messages.acknowledged : messages.acknowledgedBy(ackUser);
  return standing === 'silenced' ? messages.silenced : '';
}
