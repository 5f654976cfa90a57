// What a destination gets: its filters, whether it gets the ends of alerts, and in which language. The same for all destinations.
import type { LanguageTag } from '@belfry/schema/languages/languages';
import type { Routing } from '@belfry/schema/notifications/routing';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { messages } from './messages.ts';

export { errorIn, without as withoutField } from '../../../lib/field-errors.ts';

export interface Routed {
  routing: Routing;
  resolutions: boolean;
  language: LanguageTag;
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
