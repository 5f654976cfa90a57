// Destinations whose hours have a time zone that does not exist. An earlier version accepted them.

import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Clock } from '../lib/clock.ts';
import { createLastingProblems, type FoundProblems } from '../lib/lasting-problems.ts';
import type { Destination, Destinations } from './destination.ts';

/** The same object while nothing changes. */
export const createHoursProblems = (destinations: Pick<Destinations, 'list'>, clock: Pick<Clock, 'now'>) =>
  createLastingProblems(() => destinations.list().flatMap(ofHours), clock);

function ofHours({ id, name, enabled, routing: { hours } }: Destination): FoundProblems {
  if (!enabled || !hours || hours.timezone === '' || zoneMeant(hours.timezone) !== undefined) return [];
  const problem: Sentence = { id: 'zone.hours', values: { destination: name, zone: hours.timezone } };
  return [[`zone:${id}`, problem]];
}
