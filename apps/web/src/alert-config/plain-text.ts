// A value of the configuration as a text.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { formatDecimal } from '../lib/language/format.ts';
import { messages } from './messages.ts';

/** The name of a place in the configuration, and its values as texts. `config` decides what holds where there is no value. */
export interface Place {
  name: string;
  text(value: unknown, config: AlertConfig): string;
}

/** A switch, a number or a text as it stands. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null || value === '') return messages.nothing;
  if (typeof value === 'boolean') return value ? messages.on : messages.off;
  if (typeof value === 'number') return formatDecimal(value, Number.isInteger(value) ? 0 : 1);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
