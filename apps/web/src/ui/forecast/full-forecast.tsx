// When something will be full: a date with its interval, or why there is no date.
import type { Forecast } from '@belfry/schema/forecast';
import { dateOf } from '../../lib/moment.ts';
import type { Fact } from '../detail.tsx';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 30 * DAY_MS;

export const FullDate = ({ at, now }: { at: number; now: number }) => (
  <span className={`whitespace-nowrap ${at - now < SOON_MS ? 'font-semibold text-crit' : ''}`}>{dateOf(at)}</span>
);

interface FullForecastProps {
  forecast: Forecast;
  now: number;
  /** It is about a disk that wears out. */
  isWear?: boolean;
}

export function FullForecast({ forecast, now, isWear = false }: FullForecastProps) {
  if (forecast.kind !== 'full') return <Mute text={noDateText(forecast, isWear)} />;
  const { at, earliest, latest } = forecast;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <FullDate at={at} now={now} />
      {latest - earliest >= DAY_MS && (
        <span className="text-xs whitespace-nowrap text-mute" title={messages.intervalHint}>
          {messages.interval(dateOf(earliest), dateOf(latest))}
        </span>
      )}
    </span>
  );
}

const noDateText = (forecast: Exclude<Forecast, { kind: 'full' }>, isWear: boolean): string =>
  forecast.kind === 'notInSight' ? messages.notInSight : (isWear ? messages.noWearDate : messages.noDate)[forecast.why];

/** For the facts of a page. None while the forecast is loading. */
export const fullFact = (forecast: Forecast | undefined, now: number): Fact[] =>
  forecast ? [[messages.fullAbout, <FullForecast key="full" forecast={forecast} now={now} />]] : [];

const Mute = ({ text }: { text: string }) => <span className="text-mute">{text}</span>;
