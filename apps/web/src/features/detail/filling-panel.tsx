// When the file systems and disks of a guest, a node or a server will be full or worn out.
import type { ForecastKind } from '@belfry/schema/forecast-kinds';
import { forecastOf, useForecasts } from '../../api/forecasts.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { Facts, Panel } from '../../ui/detail.tsx';
import { FullForecast } from './full-date.tsx';
import { messages } from './messages.ts';

export interface FillingPart {
  kind: ForecastKind;
  id: string;
  name: string;
}

/** Nothing until the forecasts are there, and where the history has nothing of the parts. */
export function FillingPanel({ of, parts }: { of: string; parts: readonly FillingPart[] }) {
  const now = useNow(MINUTE_MS);
  const forecasts = useForecasts(parts.length > 0 ? { of } : undefined);
  const facts = parts.flatMap(({ kind, id, name }) => {
    const forecast = forecastOf(forecasts, kind, id);
    if (!forecast) return [];
    const isWear = kind === 'disk';
    return [
      [
        isWear ? messages.wearOf(name) : name,
        <FullForecast key={id} forecast={forecast} now={now} isWear={isWear} />,
      ] as const,
    ];
  });
  if (facts.length === 0) return null;
  return (
    <Panel title={messages.fullAbout}>
      <Facts facts={facts} />
    </Panel>
  );
}
