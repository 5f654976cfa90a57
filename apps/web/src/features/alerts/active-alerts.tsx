// The active alerts: the most severe first, then the newest. Acknowledged ones come last.

import type { Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useMemo } from 'react';
import { demo } from '../../api/system.ts';
import { formatAgo, unbroken } from '../../lib/language/format.ts';
import { useMay } from '../../lib/may.ts';
import { momentOf } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { useList } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Dot } from '../../ui/dot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';
import { useAcknowledging } from './use-acknowledging.ts';

/** Of the resources that an alert explains. */
const MOST_NAMED = 8;

const weight = ({ level, acknowledged }: Alert): number => (acknowledged ? 0 : level === 'warning' ? 1 : 2);

export function ActiveAlerts() {
  const { alerts, isLocked, set } = useAcknowledging(useList('activeAlerts'));
  const isDemo = useQuery(demo).data === true;
  const mayAct = useMay('operate') && !isDemo;
  const now = useNow();
  const ordered = useMemo(
    () => [...alerts].sort((a, b) => weight(b) - weight(a) || (a.startTime < b.startTime ? 1 : -1)),
    [alerts],
  );
  if (ordered.length === 0)
    return (
      <Notice icon={<BellOff />} title={messages.none}>
        <p>{messages.noneHint}</p>
      </Notice>
    );
  return (
    <>
      <ul aria-label={messages.table} className="card my-3 divide-y divide-line-soft">
        {ordered.map((alert) => (
          <li key={alert.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3.5 py-2">
            <Dot
              state={alert.acknowledged ? 'off' : alert.level === 'critical' ? 'crit' : 'warn'}
              label={alert.acknowledged ? messages.acknowledged : messages.levels[alert.level]}
            />
            <b className="font-[550]">{alert.resourceName}</b>
            <span className="min-w-0 flex-1 break-words text-soft max-sm:basis-full max-sm:pl-5">
              {unbroken(alert.message)}
            </span>
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-mute max-sm:flex-1 max-sm:pl-5">
              <Marks alert={alert} />
              <span className="break-all">{alert.node}</span>
              <span className="tabular-nums">{formatAgo(Date.parse(alert.startTime), now)}</span>
            </span>
            {mayAct && (
              <AcknowledgeButton
                alert={alert}
                disabled={isLocked(alert.id)}
                onClick={() => set(alert.id, !alert.acknowledged)}
              />
            )}
            <Affects alert={alert} />
          </li>
        ))}
      </ul>
      {isDemo && <p className="px-3.5 text-mute text-sm">{messages.readOnly}</p>}
    </>
  );
}

/** Why no notification is sent about it. */
function Marks({ alert: { acknowledged, ackUser, metadata } }: { alert: Alert }) {
  const { silenced, maintenance } = metadata ?? {};
  const marks = [
    ...(acknowledged ? [ackUser ? messages.acknowledgedBy(ackUser) : messages.acknowledged] : []),
    ...(silenced ? [messages.silencedUntil(momentOf(Date.parse(silenced.until)))] : []),
    ...(maintenance ? [messages.maintenance(maintenance.name)] : []),
  ];
  return marks.map((mark) => <span key={mark}>{mark}</span>);
}

/** What the alert explains. These resources have no alerts of their own. */
function Affects({ alert: { metadata } }: { alert: Alert }) {
  const { count = 0, resources = [] } = metadata?.affects ?? {};
  if (count === 0) return null;
  const named = resources.slice(0, MOST_NAMED).map(({ name }) => name);
  return <span className="basis-full pl-5 text-sm text-mute">{messages.affects(count, named)}</span>;
}

interface AcknowledgeButtonProps {
  alert: Alert;
  disabled: boolean;
  onClick(): void;
}

function AcknowledgeButton({ alert, disabled, onClick }: AcknowledgeButtonProps) {
  const text = alert.acknowledged ? messages.unacknowledge : messages.acknowledge;
  return (
    <Button
      look="framed"
      disabled={disabled}
      onClick={onClick}
      aria-label={messages.actionOf(text, alert.resourceName, alert.type)}
    >
      {text}
    </Button>
  );
}
