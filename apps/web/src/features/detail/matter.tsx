// What is the matter with the resource, and since when, before everything else.
import { isLoss, isTaken } from '@belfry/domain/alerts/order';
import type { Alert } from '@belfry/schema/entities/alert';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../lib/language/server-words.ts';
import { withoutStop } from '../../lib/language/without-stop.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { useInstance, useList } from '../../live/use-live.ts';
import { alertLink } from '../../ui/alerts/resource-link.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import type { Detail } from './detail.ts';
import { messages } from './messages.ts';
import { timeText } from './time-text.ts';

interface MatterProps {
  detail: Detail;
  /** Its own, the worst first. */
  alerts: readonly Alert[];
}

export function Matter({ detail, alerts }: MatterProps) {
  const now = useNow(MINUTE_MS);
  const silent = useSilentHost(detail, now);
  const open = alerts.filter((alert) => standingOf(alert) === 'firing');
  // what somebody has is still the matter, where nothing else is
  const taken = alerts.filter(isTaken);
  const worst = open.find(isLoss) ?? taken.find(isLoss) ?? open[0] ?? taken[0];
  const own = worst && { ...ofAlert(worst, now), alert: worst.id };
  // an alert about a figure says little while nobody reads the figure
  const found = detail.matter ?? (worst && isLoss(worst) ? own : (silent ?? own));
  if (!found) return null;
  const isHollow = found === own && worst !== undefined && isTaken(worst);
  return (
    <section
      aria-label={messages.matter}
      className={`mb-2 flex items-baseline gap-2.5 rounded-md border border-line border-l-3 bg-panel px-3.5 py-2.5 ${found.tone === 'crit' ? 'border-l-crit' : 'border-l-warn'}`}
    >
      <span className={`dot shrink-0 ${found.tone} ${isHollow ? 'hollow' : ''}`} aria-hidden />
      <p className="min-w-0 break-words">{found.text}</p>
      {found.alert !== undefined && (
        <Link {...alertLink(found.alert)} className="ml-auto shrink-0 text-brand hover:underline">
          {messages.alert}
        </Link>
      )}
    </section>
  );
}

/** All that it shows is old, because the host that it is read from does not answer. */
function useSilentHost({ instance: id, name, staleSince }: Detail, now: number): Detail['matter'] {
  const instance = useInstance(id);
  const alerts = useList('activeAlerts').filter(isLoss);
  if (staleSince === undefined) return undefined;
  const alert =
    alerts.find(({ resourceId }) => resourceId === id) ??
    alerts.find(({ metadata }) => metadata?.instanceId === id && metadata.resourceType === 'dockerHost');
  const host = instance?.name ?? id;
  return {
    ...{ tone: 'crit', alert: alert?.id },
    text: (
      <>
        <b className="font-semibold">
          {host === name ? host : messages.itsHost(host)} {messages.nodeSilent(timeText(staleSince, now))}
        </b>{' '}
        {messages.figuresThen}
      </>
    ),
  };
}

function ofAlert(alert: Alert, now: number): Pick<NonNullable<Detail['matter']>, 'text' | 'tone'> {
  return {
    tone: alert.level === 'critical' ? 'crit' : 'warn',
    text: (
      <>
        <b className="font-semibold">{inHead(messageOf(alert))}</b> {messages.since(timeText(alert.startTime, now))}
      </>
    ),
  };
}

/** The time follows, and belongs to a message of one sentence. */
const inHead = (message: string): string => (message.includes('. ') ? message : withoutStop(message));
