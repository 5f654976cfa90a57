// When what the alert is about will be full or worn out. A date that would be a guess is not said.
import { fillingOf } from '@belfry/domain/forecast/filling-of';
import type { Alert } from '@belfry/schema/entities/alert';
import { isForecastKind } from '@belfry/schema/forecast-kinds';
import { forecastOf, useForecasts } from '../../api/forecasts.ts';
import { dateOf } from '../../lib/moment.ts';
import { messages } from './messages.ts';

export function FullSoon({ alert }: { alert: Alert }) {
  const filling = fillingOf(alert);
  const kind = filling && isForecastKind(filling.kind) ? filling.kind : undefined;
  const forecasts = useForecasts(filling && kind && { kind, of: filling.id });
  const forecast = filling && kind && forecastOf(forecasts, kind, filling.id);
  if (forecast?.kind !== 'full') return null;
  const [from, to] = [dateOf(forecast.earliest), dateOf(forecast.latest)];
  const texts = kind === 'disk' ? messages.wornOut : messages.full;
  return <p className="mt-1 break-words">{from === to ? texts.on(from) : texts.between(from, to)}</p>;
}
