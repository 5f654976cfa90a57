// What a destination is told: its filters, and whether it hears of the end of an alert. The same for all destinations.
import type { Routing } from '@belfry/schema/notifications/routing';
import { type FieldErrors, without } from '../../../lib/field-errors.ts';
import { messages } from './messages.ts';

export interface Routed {
  routing: Routing;
  resolutions: boolean;
}

/** The working days, all day. */
export const newHours: NonNullable<Routing['hours']> = {
  days: [1, 2, 3, 4, 5],
  start: '08:00',
  end: '18:00',
  timezone: '',
};

/** The fields have the names that the server gives to them: `routing.hours.start`. */
export function checkRouting({ hours }: Routing): FieldErrors {
  if (!hours) return {};
  return {
    ...(hours.days.length === 0 && { 'routing.hours.days': messages.errors.days }),
    ...(hours.start === '' && { 'routing.hours.start': messages.errors.time }),
    ...(hours.end === '' && { 'routing.hours.end': messages.errors.time }),
  };
}

const isIn = (field: string) => (name: string) => name === field || name.startsWith(`${field}.`);

/** The error of a field, or the first one of its values: `routing.tags.3`. */
export function errorIn(errors: FieldErrors, field: string): string | undefined {
  const name = Object.keys(errors).find(isIn(field));
  return name === undefined ? undefined : errors[name];
}

/** The errors that remain when the field has another value. */
export const withoutField = (errors: FieldErrors, field: string): FieldErrors =>
  Object.keys(errors).filter(isIn(field)).reduce(without, errors);
