// The value of an alert with its unit, for people.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import { formatCount, formatDecimal, formatRate, formatUptime, NONE } from '../../lib/language/format.ts';
import { messages } from './messages.ts';

const MB = 1024 ** 2;

/** Not for an alert about a state, such as a job that failed. */
export const hasValue = (type: string): boolean => factsOf(type).unit !== 'none';

/** Rates of alerts are in MB/s. A dash for alerts that have no value. */
export function valueText(type: string, value: number): string {
  switch (factsOf(type).unit) {
    case 'percent':
      return `${formatDecimal(value, 1)}%`;
    case 'celsius':
      return `${formatDecimal(value, value % 1 === 0 ? 0 : 1)} °C`;
    case 'rate':
      return formatRate(value * MB);
    case 'count':
      return formatCount(value);
    case 'minutes':
      return formatUptime(value * 60);
    case 'days':
      return messages.days(Math.round(value));
    case 'seconds':
      return messages.seconds(Math.round(value));
    case 'none':
      return NONE;
  }
}
