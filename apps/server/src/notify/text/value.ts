// The value and the threshold of an alert, in the unit of its type.
import { alertTypes, type Unit } from '@belfry/domain/alerts/catalogue';
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';

const MEGABYTE = 1024 ** 2;

const units: ReadonlyMap<string, { unit: Unit }> = new Map(Object.entries(alertTypes));

const formats: Record<Unit, (value: number, words: Words) => string> = {
  percent: (value, words) => words.percent(value),
  celsius: (value) => `${Math.round(value)} °C`,
  rate: (value, words) => words.rate(value * MEGABYTE),
  count: (value, words) => words.count(Math.round(value)),
  minutes: (value, words) => words.duration(value * 60_000),
  days: (value, words) => words.say({ id: 'time.days', values: { count: Math.floor(value) } }),
  seconds: (value, words) => words.duration(Math.abs(value) * 1000),
  none: () => '',
};

type Measured = Pick<Alert, 'type' | 'value' | 'threshold'>;

const format = ({ type }: Measured, figure: number, words: Words): string =>
  formats[units.get(type)?.unit ?? 'none'](figure, words);

/** Empty when the alert is about something that has no figure. */
export const valueText = (alert: Measured, words: Words = englishWords): string => format(alert, alert.value, words);

/** Empty when there is no threshold. */
export const thresholdText = (alert: Measured, words: Words = englishWords): string =>
  alert.threshold > 0 ? format(alert, alert.threshold, words) : '';

/** "93 % (threshold 80 %)" */
export function withThreshold(value: string, alert: Measured, words: Words): string {
  const threshold = thresholdText(alert, words);
  return value && threshold ? words.say({ id: 'alert.threshold', values: { value, threshold } }) : value;
}
