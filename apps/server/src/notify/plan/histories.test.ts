// What holds for every history of alerts, whatever is configured and whenever the server restarts.
import type { Schedule } from '@belfry/schema/alerts/schedule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoticeKind } from '../notice.ts';
import { createNotifyStage, destination, type NotifyStage } from '../testing/notify-stage.ts';

const MINUTE = 60_000;
const ids = ['a', 'b', 'c'] as const;
const types = { a: 'cpu', b: 'offline', c: 'zfs-pool-errors' };

type Step =
  | { do: 'raise' | 'end' | 'acknowledge' | 'silence' | 'free' | 'worse' | 'flap'; id: (typeof ids)[number] }
  | { do: 'wait'; minutes: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('raise', 'raise', 'raise', 'end', 'end', 'acknowledge', 'silence', 'free', 'worse', 'flap'),
      id: fc.constantFrom(...ids),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 7, 31, 65, 600) }),
  },
);
const history = fc.array(step, { minLength: 1, maxLength: 25 });

const schedule: fc.Arbitrary<Pick<Schedule, 'cooldown' | 'maxAlertsHour' | 'grouping' | 'escalation' | 'quietHours'>> =
  fc.record({
    cooldown: fc.constantFrom(0, 10, 30),
    maxAlertsHour: fc.constantFrom(0, 1, 3),
    grouping: fc.record({
      enabled: fc.boolean(),
      window: fc.constant(120),
      byNode: fc.boolean(),
      byGuest: fc.boolean(),
    }),
    escalation: fc.record({
      enabled: fc.boolean(),
      levels: fc.constant([
        { after: 15, notify: 'email' as const },
        { after: 60, notify: 'all' as const },
      ]),
    }),
    quietHours: fc.record({
      enabled: fc.boolean(),
      ...{ start: fc.constant('22:00'), end: fc.constant('08:00'), timezone: fc.constant('Europe/Berlin') },
      ...{ days: fc.constant<number[]>([1, 2, 3, 4, 5]), suppress: fc.record({ offline: fc.boolean() }) },
    }),
  });
const destinations = [
  destination('email', { filter: { minLevel: 'critical' } }),
  destination('webhook:all'),
  destination('webhook:office', {
    filter: {
      hours: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00', timezone: 'UTC' },
      types: ['cpu', 'offline'],
    },
  }),
];

function play(stage: NotifyStage, steps: readonly Step[], after: (n: number) => void = () => {}): NotifyStage {
  for (const [n, step] of steps.entries()) {
    const alert = 'id' in step ? stage.active().find(({ id }) => id === step.id) : undefined;
    if (step.do === 'wait') stage.wait(step.minutes * MINUTE, MINUTE);
    else if (step.do === 'raise') alert ?? stage.raise(step.id, { type: types[step.id] });
    else if (!alert) continue;
    else if (step.do === 'end') stage.end(step.id);
    else if (step.do === 'acknowledge') stage.change(step.id, { acknowledged: true });
    else if (step.do === 'silence')
      stage.change(step.id, { metadata: { silenced: { until: '2027-01-01T00:00:00Z' } } });
    else if (step.do === 'free') stage.change(step.id, { acknowledged: false });
    else if (step.do === 'worse') stage.change(step.id, { level: 'critical', value: alert.value + 1 });
    else stage.change(step.id, { metadata: { flapping: { since: '2026-06-01T12:00:00Z' } } });
    after(n);
  }
  return stage;
}
/** Long enough for all hours to pass. */
const finish = (stage: NotifyStage): NotifyStage => {
  stage.wait(4 * 24 * 60 * MINUTE, 10 * MINUTE);
  return stage;
};

interface Line {
  destination: string;
  occurrence: string;
  kind: NoticeKind;
  escalation: number | undefined;
}
const notified = (stage: NotifyStage): Line[] =>
  stage.all.flatMap(({ notice, destination }) =>
    notice.alerts.map(({ occurrence, escalation }) => ({
      destination: destination.id,
      occurrence,
      kind: notice.kind,
      escalation,
    })),
  );
const places = (lines: readonly Line[]) =>
  new Set(lines.map(({ destination, occurrence }) => `${destination} ${occurrence}`));
const check = (property: fc.IProperty<unknown[]>) => fc.assert(property, { numRuns: 60 });

test('each destination gets each occurrence once, and each level of an escalation once', () =>
  check(
    fc.property(history, schedule, (steps, settings) => {
      const lines = notified(finish(play(createNotifyStage({ destinations, schedule: settings }), steps)));
      const once = lines.filter(
        ({ kind }) => kind === 'raised' || kind === 'digest' || kind === 'resolved' || kind === 'flapping',
      );
      const keys = once.map(
        ({ destination, occurrence, kind }) => `${destination} ${occurrence} ${kind === 'digest' ? 'raised' : kind}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
      const levels = lines.filter(({ kind }) => kind === 'escalated').map((line) => JSON.stringify(line));
      expect(new Set(levels).size).toBe(levels.length);
      const firsts = [...places(lines)].map(
        (place) => lines.find((line) => `${line.destination} ${line.occurrence}` === place)?.kind,
      );
      expect(firsts.filter((kind) => kind !== 'raised' && kind !== 'digest' && kind !== 'escalated')).toEqual([]);
    }),
  ));

test('each occurrence that was sent and ends is sent as resolved to the same destinations, last and nowhere else', () =>
  check(
    fc.property(history, schedule, (steps, settings) => {
      const stage = play(createNotifyStage({ destinations, schedule: settings }), steps);
      for (const { id } of stage.active()) stage.end(id);
      const lines = notified(finish(stage));
      const resolved = lines.filter(({ kind }) => kind === 'resolved');
      expect(places(resolved)).toEqual(places(lines));
      for (const place of places(lines))
        expect(lines.findLast((line) => `${line.destination} ${line.occurrence}` === place)?.kind).toBe('resolved');
      expect(stage.rows()).toEqual([]);
    }),
  ));

test('while no message leaves, ends withdraw all that is about them', () =>
  check(
    fc.property(history, schedule, (steps, settings) => {
      const stage = createNotifyStage({ destinations, schedule: settings });
      stage.deliver(false);
      play(stage, steps);
      for (const { id } of stage.active()) stage.end(id);
      finish(stage).deliver(true);
      expect(stage.arrived()).toEqual([]);
    }),
  ));

/** Without grouping: how long a group has waited is forgotten, so that it may leave earlier after a restart. */
test('restarts change nothing', () =>
  check(
    fc.property(history, schedule, fc.infiniteStream(fc.boolean()), (steps, settings, restarts) => {
      const options = {
        destinations,
        schedule: { ...settings, grouping: { enabled: false }, escalation: { enabled: false } },
      };
      const steady = finish(play(createNotifyStage(options), steps));
      const other = createNotifyStage(options);
      play(other, steps, () => {
        if (restarts.next().value) other.restart();
      });
      expect(notified(finish(other))).toEqual(notified(steady));
    }),
  ));

test('the order in which alerts are listed changes nothing', () =>
  check(
    fc.property(history, schedule, (steps, settings) => {
      const sorted = (stage: NotifyStage) =>
        notified(finish(stage))
          .map((line) => JSON.stringify(line))
          .sort();
      const one = play(createNotifyStage({ destinations, schedule: settings }), steps);
      const other = play(
        createNotifyStage({ destinations: destinations.toReversed(), schedule: settings, reversed: true }),
        steps,
      );
      expect(sorted(other)).toEqual(sorted(one));
    }),
  ));

test('a measured alert is never sent more often in an hour than the limit, apart from escalations and ends', () =>
  check(
    fc.property(history, schedule, (steps, settings) => {
      const stage = finish(play(createNotifyStage({ destinations, schedule: settings }), steps));
      if (settings.maxAlertsHour === 0) return;
      for (const { id } of destinations) {
        const times = stage.all
          .filter(
            ({ notice, destination }) =>
              destination.id === id &&
              notice.kind !== 'resolved' &&
              notice.kind !== 'escalated' &&
              notice.alerts.some(({ alert }) => alert.type === 'cpu'),
          )
          .map(({ notice }) => notice.at);
        for (const [n, at] of times.entries()) {
          const next = times[n + settings.maxAlertsHour];
          if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(60 * MINUTE);
        }
      }
    }),
  ));
