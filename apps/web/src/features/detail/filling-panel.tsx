// When the file systems and disks of a guest, a node or a server will be full or worn out.
import type { ForecastKind } from '@belfry/schema/forecast-kinds';
import { forecastOf, useForecasts } from '../../api/forecasts.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { Facts, Panel } from '../../ui/detail.tsx';
import { FullForecast } from '../../ui/forecast/full-forecast.tsx';
import { messages as forecastTexts } from '../../ui/forecast/messages.ts';
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
  const known = parts.flatMap((part) => {
    const forecast = forecastOf(forecasts, part.kind, part.id);
    return forecast ? [{ ...part, forecast }] : [];
  });
  // Disks without a date are one line for each reason: a node has many of them.
  const groups = Map.groupBy(known, ({ kind, id, forecast }) =>
    kind !== 'disk' || forecast.kind === 'full' ? id : forecast.kind === 'none' ? forecast.why : forecast.kind,
  );
  const facts = [...groups].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const isWear = first.kind === 'disk';
    const name = others.length > 0 ? messages.disks(others.length + 1) : first.name;
    return [
      [
        isWear ? messages.wearOf(name) : name,
        <FullForecast key={key} forecast={first.forecast} now={now} isWear={isWear} />,
      ] as const,
    ];
  });
  if (facts.length === 0) return null;
  return (
    <Panel title={forecastTexts.fullAbout}>
      <Facts facts={facts} />
    </Panel>
  );
}
