// What was predicted is what the planner then does, when time moves on and nothing else happens.
import type { Alert } from '@belfry/schema/entities/alert';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNotifyStage, destination, type NotifyStage, START } from '../testing/notify-stage.ts';
import { destinations, history, play, schedule } from '../testing/stories.ts';
import { forecast, type LaterMarks } from './forecast.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const asItIs: LaterMarks = { mark: (alert: Alert) => alert, until: Infinity, cost: 0 };
function forecastOf(stage: NotifyStage, id: string, marksAt: (at: number) => LaterMarks = () => asItIs) {
  const notify = stage.notify();
  const { now, index } = notify.situation();
  return forecast({
    ...{ occurrence: stage.occurrence(id), open: notify.alerts.list(), destinations: notify.destinations() },
    ...{ index, memory: notify.waiting(), now, situationAt: notify.situationAt, marksAt },
  }).map(({ at, kind, destination, escalation }) => lineOf(at, kind, destination.id, escalation));
}
const lineOf = (at: number, kind: string, destination: string, escalation: number | undefined) =>
  `${new Date(at).toISOString()} ${kind} ${destination} ${escalation ?? ''}`.trim();

/** The first message of each kind to each destination that really was queued about it since `from`. */
function happened(stage: NotifyStage, id: string, from: number): string[] {
  const lines = new Map<string, string>();
  for (const { notice, destination } of stage.all.slice(from))
    for (const { occurrence, escalation } of notice.alerts) {
      const key = `${destination.id} ${notice.kind} ${escalation}`;
      if (occurrence === stage.occurrence(id) && !lines.has(key))
        lines.set(key, lineOf(notice.at, notice.kind, destination.id, escalation));
    }
  return [...lines.values()];
}
const until = (lines: readonly string[], end: number): string[] =>
  lines.filter((line) => Date.parse(line.split(' ')[0] ?? '') <= end).sort();

test('whatever has happened and whatever is configured, the messages of the next 20 hours are the predicted ones', () =>
  fc.assert(
    fc.property(history, schedule, (steps, settings) => {
      const stage = play(createNotifyStage({ destinations, schedule: settings }), steps);
      const end = stage.now() + 20 * HOUR;
      const predicted = new Map(stage.active().map(({ id }) => [id, until(forecastOf(stage, id), end)]));
      const from = stage.all.length;
      // All times are whole minutes.
      stage.wait(20 * HOUR, 10_000);
      for (const [id, lines] of predicted) expect(lines).toEqual(until(happened(stage, id, from), end));
    }),
    { numRuns: 30 },
  ));

test('a forecast sends nothing and changes nothing', () =>
  fc.assert(
    fc.property(history, schedule, (steps, settings) => {
      const asked = play(createNotifyStage({ destinations, schedule: settings }), steps, (_, stage) => {
        for (const { id } of stage.active()) forecastOf(stage, id);
      });
      const silent = play(createNotifyStage({ destinations, schedule: settings }), steps);
      expect(asked.all).toEqual(silent.all);
    }),
    { numRuns: 40 },
  ));

const chat = destination('webhook:chat');
const email = destination('email');

test('the levels of an escalation, the reminder and the digest after quiet hours have their times', () => {
  const escalation = {
    enabled: true,
    levels: [
      { after: 15, notify: 'email' as const },
      { after: 60, notify: 'all' as const },
    ],
  };
  const stage = createNotifyStage({ destinations: [email, chat], schedule: { escalation, cooldown: 30 } });
  stage.raise('cpu1', { type: 'cpu' });
  expect(forecastOf(stage, 'cpu1')).toEqual([
    '2026-06-01T12:15:00.000Z escalated email 1',
    '2026-06-01T12:30:00.000Z reminder webhook:chat',
    '2026-06-01T12:45:00.000Z reminder email',
    '2026-06-01T13:00:00.000Z escalated email 2',
    '2026-06-01T13:00:00.000Z escalated webhook:chat 2',
  ]);
  stage.change('cpu1', { acknowledged: true });
  expect(forecastOf(stage, 'cpu1')).toEqual([]);

  const quietHours = { enabled: true, start: '10:00', end: '14:00', timezone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] };
  const quiet = createNotifyStage({ destinations: [chat], schedule: { quietHours } });
  quiet.raise('cpu1', { type: 'cpu' });
  expect(forecastOf(quiet, 'cpu1')).toEqual(['2026-06-01T14:00:00.000Z digest webhook:chat']);
});

test('a silence that ends and a maintenance window that begins meanwhile are part of it', () => {
  const stage = createNotifyStage({ destinations: [chat], schedule: { cooldown: 30 } });
  const silenced = { until: new Date(START + HOUR).toISOString(), reason: 'new disks', by: 'ada', id: 's' };
  stage.raise('cpu1', { type: 'cpu', metadata: { silenced } });
  const withMetadata = (alert: Alert, metadata: object): Alert => ({
    ...alert,
    metadata: { ...alert.metadata, silenced: undefined, maintenance: undefined, ...metadata } as Alert['metadata'],
  });
  const marksAt = (at: number): LaterMarks => {
    if (at < START + HOUR) return { mark: (alert) => withMetadata(alert, { silenced }), until: START + HOUR, cost: 0 };
    const begins = START + HOUR + 10 * MINUTE;
    if (at < begins) return { mark: (alert) => withMetadata(alert, {}), until: begins, cost: 0 };
    const ends = START + 4 * HOUR;
    const maintenance = { name: 'Updates', until: new Date(ends).toISOString() };
    if (at < ends) return { mark: (alert) => withMetadata(alert, { maintenance }), until: ends, cost: 0 };
    return { mark: (alert) => withMetadata(alert, {}), until: Infinity, cost: 0 };
  };
  expect(forecastOf(stage, 'cpu1', marksAt)).toEqual([
    '2026-06-01T13:00:00.000Z raised webhook:chat',
    '2026-06-01T16:00:00.000Z reminder webhook:chat',
  ]);
});

test('a thousand alerts in one group do not hold the server up: what is found in time is right, and the rest is missing', () => {
  const grouping = { enabled: true, window: 120 };
  const stage = createNotifyStage({ destinations: [chat], schedule: { grouping, cooldown: 30 } });
  for (let n = 0; n < 1000; n++) stage.raise(`cpu${n}`, { type: 'cpu' });
  expect(forecastOf(stage, 'cpu999')[0]).toBe('2026-06-01T12:02:00.000Z raised webhook:chat');
});
