// What holds for every history of alerts, whatever is configured and whenever the server restarts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoticeKind } from '../notice.ts';
import { createNotifyStage, type NotifyStage } from '../testing/notify-stage.ts';
import { destinations, history, play, schedule } from '../testing/stories.ts';

const MINUTE = 60_000;
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
