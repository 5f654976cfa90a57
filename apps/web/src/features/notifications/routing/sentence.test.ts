import { everything } from '@belfry/schema/notifications/everything';
import type { Routing } from '@belfry/schema/notifications/routing';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { routeSentence } from './sentence.ts';

beforeAll(() => speak(english));

const names = {
  site: (id: string) => `site ${id}`,
  instance: (id: string) => `instance ${id}`,
  node: (id: string) => `node ${id}`,
};
const said = (routing: Partial<Routing>, resolutions = true) =>
  routeSentence({ routing: { ...everything, ...routing }, resolutions }, names);
const nights = { days: [1, 2, 3, 4, 5, 0], start: '22:00', end: '06:00', timezone: 'Europe/Berlin' };

test('a destination without filters gets every alert', () => {
  expect(said({})).toBe('Gets every alert, at any time.');
});

test('each filter is a part of the sentence, with the names of things', () => {
  expect(said({ types: ['cpu', 'own-type'], instances: ['a'], nodes: ['b'], tags: ['prod', 'db'] })).toBe(
    'Gets every alert about CPU usage or own-type of instance a on node b with the tags prod or db, at any time.',
  );
});

test('a long list names three and counts the rest', () => {
  expect(said({ tags: ['a', 'b', 'c', 'd', 'e'] })).toContain('with the tags a, b, c, or 2 more');
});

test('hours are said with their days and time zone, and that messages wait', () => {
  expect(said({ hours: nights })).toBe(
    'Gets every alert, Mon–Fri, Sun from 22:00 to 06:00 of the next day (Europe/Berlin). Outside of these hours messages wait.',
  );
  const daily = { days: [0, 1, 2, 3, 4, 5, 6], start: '08:00', end: '18:00', timezone: '' };
  expect(said({ hours: daily })).toContain('every day from 08:00 to 18:00.');
});

test('what is not sent is said: ends of alerts, and warnings except for escalations', () => {
  expect(said({ minLevel: 'critical' }, false)).toBe(
    'Gets every critical alert, at any time. Escalations come at either level. It gets no message when an alert ends.',
  );
});

test('a destination of one site says which', () => {
  expect(said({ sites: ['Cologne'] })).toBe('Gets every alert at site Cologne, at any time.');
});
