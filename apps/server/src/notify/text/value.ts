// The value and the threshold of an alert, in the unit of its type.
import { alertTypes, type Unit } from '@belfry/domain/alerts/catalogue';
import { formatCount, formatDuration, formatPercent, formatRate, plural } from '@belfry/domain/format';
import type { Alert } from '@belfry/schema/entities/alert';

const MEGABYTE = 1024 ** 2;

const units: ReadonlyMap<string, { unit: Unit }> = new Map(Object.entries(alertTypes));

const formats: Record<Unit, (value: number) => string> = {
  percent: formatPercent,
  celsius: (value) => `${Math.round(value)} °C`,
  rate: (value) => formatRate(value * MEGABYTE),
  count: (value) => formatCount(Math.round(value)),
  minutes: (value) => formatDuration(value * 60_000),
  days: (value) => plural(Math.floor(value), 'day'),
  seconds: (value) => formatDuration(Math.abs(value) * 1000),
  none: () => '',
};

type Measured = Pick<Alert, 'type' | 'value' | 'threshold'>;

const format = ({ type }: Measured, figure: number): string => formats[units.get(type)?.unit ?? 'none'](figure);

/** Empty when the alert is about something that has no figure. */
export const valueText = (alert: Measured): string => format(alert, alert.value);

/** Empty when there is no threshold. */
export const thresholdText = (alert: Measured): string => (alert.threshold > 0 ? format(alert, alert.threshold) : '');
