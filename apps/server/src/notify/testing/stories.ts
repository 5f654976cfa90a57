// For tests: histories of alerts, schedules and destinations, as they may come together.
import type { Schedule } from '@belfry/schema/alerts/schedule';
import fc from 'fast-check';
import { destination, type NotifyStage } from './notify-stage.ts';

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
export const history = fc.array(step, { minLength: 1, maxLength: 25 });

export const schedule: fc.Arbitrary<
  Pick<Schedule, 'cooldown' | 'maxAlertsHour' | 'grouping' | 'escalation' | 'quietHours'>
> = fc.record({
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
export const destinations = [
  destination('email', { filter: { minLevel: 'critical' } }),
  destination('webhook:all'),
  destination('webhook:office', {
    filter: {
      hours: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00', timezone: 'UTC' },
      types: ['cpu', 'offline'],
    },
  }),
];

/** `after` is called after each step with its number. */
export function play(
  stage: NotifyStage,
  steps: readonly Step[],
  after: (n: number, stage: NotifyStage) => void = () => {},
): NotifyStage {
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
    after(n, stage);
  }
  return stage;
}
