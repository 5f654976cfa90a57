// The severity of an alert as a shape. It is hollow when somebody takes care of it.
import type { Alert } from '@belfry/schema/entities/alert';
import { messages } from './messages.ts';
import { standingOf } from './standing.ts';

export function Shape({ alert }: { alert: Alert }) {
  const hollow = standingOf(alert) === 'firing' ? '' : 'hollow';
  const tone = alert.level === 'critical' ? 'crit' : 'warn';
  return <span role="img" aria-label={messages.levels[alert.level]} className={`dot ${tone} ${hollow}`} />;
}
