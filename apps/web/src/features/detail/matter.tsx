// What is the matter with the resource, and since when, before everything else.
import type { Alert } from '@belfry/schema/entities/alert';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../lib/language/server-words.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { alertLink } from '../../ui/alerts/resource-link.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import type { Detail } from './detail.ts';
import { messages } from './messages.ts';
import { timeText } from './time-text.ts';

interface MatterProps {
  matter: Detail['matter'];
  /** The worst first. */
  alerts: readonly Alert[];
}

export function Matter({ matter, alerts }: MatterProps) {
  const now = useNow(MINUTE_MS);
  const [worst] = alerts.filter((alert) => standingOf(alert) === 'firing');
  const found = matter ?? (worst && { ...ofAlert(worst, now), alert: worst.id });
  if (!found) return null;
  return (
    <section
      aria-label={messages.matter}
      className={`mb-2 flex items-baseline gap-2.5 rounded-md border border-line border-l-3 bg-panel px-3.5 py-2.5 ${found.tone === 'crit' ? 'border-l-crit' : 'border-l-warn'}`}
    >
      <span className={`dot shrink-0 ${found.tone}`} aria-hidden />
      <p className="min-w-0 break-words">{found.text}</p>
      {found.alert !== undefined && (
        <Link {...alertLink(found.alert)} className="ml-auto shrink-0 text-brand hover:underline">
          {messages.alert}
        </Link>
      )}
    </section>
  );
}

function ofAlert(alert: Alert, now: number): Pick<NonNullable<Detail['matter']>, 'text' | 'tone'> {
  return {
    tone: alert.level === 'critical' ? 'crit' : 'warn',
    text: (
      <>
        <b className="font-semibold">{messageOf(alert)}</b> {messages.since(timeText(alert.startTime, now))}
      </>
    ),
  };
}
