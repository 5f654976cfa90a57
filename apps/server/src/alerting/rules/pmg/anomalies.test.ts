// The rules about hours with unusual mail, with the real engine.
import { aMailGateway } from '@belfry/domain/testing/pmg';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { expect, test } from 'vitest';
import { iso } from '../../../lib/clock.ts';
import { anInstance } from '../../testing/instance.ts';
import { createTurns, START } from '../../testing/turns.ts';
import { createInstanceRules } from '../instance/reachability.ts';
import { createAnomalyRules } from './anomalies.ts';

const HOUR = 3_600_000;
const SPAM = 'pmg-mail-anomaly-spamIn';

const row = (start: number, counts: Record<string, number>) => ({
  windowStart: iso(start),
  windowEnd: iso(start + HOUR),
  spamIn: 0,
  spamOut: 0,
  virusIn: 0,
  virusOut: 0,
  ...counts,
});

/** The report of a gateway: the last 24 complete hours and the current one. */
function watch(spamAt: (hour: number) => number, flow = 'spamIn') {
  const turns = createTurns(() => [createInstanceRules(), createAnomalyRules()], {
    instanceId: 'pmg-mail',
    everyMs: HOUR,
  });
  turns.see({ instances: [anInstance({ id: 'pmg-mail', kind: 'pmg' })] }, { afterMs: 0 });
  const mailCount = (now: number, most = 24): PmgInstance['mailCount'] => {
    const current = Math.floor(now / HOUR) * HOUR;
    return Array.from({ length: most + 1 }, (_, i) => {
      const start = current - (most - i) * HOUR;
      return row(start, { [flow]: i === most ? 0 : spamAt((start - START) / HOUR) });
    });
  };
  return {
    ...turns,
    mailCount,
    gateway: (rows: PmgInstance['mailCount'], afterMs = HOUR) =>
      turns.see({ pmg: [aMailGateway({ mailCount: rows })] }, { afterMs }),
    /** So many hours later, a quarter past the full hour. */
    after(hours: number) {
      let seen = {};
      for (let i = 0; i < hours; i++) {
        const next = Math.floor(turns.now().at / HOUR) * HOUR + 1.25 * HOUR;
        const rows = mailCount(next);
        seen = turns.see({ pmg: [aMailGateway({ mailCount: rows })] }, { afterMs: next - turns.now().at });
      }
      return seen;
    },
  };
}

test('many times more than usual in two hours in a row is a warning, much more is critical, and it ends with the next usual hour', () => {
  const counts = [200, 380, 400, 600, 200];
  const { after, message } = watch((hour) => counts[hour] ?? 200);
  expect(after(2)).toEqual({});
  expect(after(1)).toEqual({ [SPAM]: 'warning' });
  expect(message(SPAM)).toMatch(/^Mail gateway mail: 400 incoming spam mails in one hour, where 2\d\d are usual\.$/);
  expect(after(1)).toHaveProperty([SPAM]);
  expect(after(1)).toEqual({});
});

test('at a few mails per hour, a fixed number of additional mails is an anomaly', () => {
  for (const [flow, id] of [
    ['virusIn', 'pmg-mail-anomaly-virusIn'],
    ['virusOut', 'pmg-mail-anomaly-virusOut'],
    ['spamOut', 'pmg-mail-anomaly-spamOut'],
  ] as const) {
    const counts = [2, 70, 75, 150, 2];
    const { after } = watch((hour) => counts[hour] ?? 2, flow);
    expect(after(2)).toEqual({});
    expect(after(1)).toEqual({ [id]: 'warning' });
    expect(after(1)).toEqual({ [id]: 'critical' });
    expect(after(1)).toEqual({});
  }
});

test('the current hour is not counted, and a complete hour is counted after ten minutes', () => {
  const counts = [200, 900, 900];
  const { gateway, mailCount, now } = watch((hour) => counts[hour] ?? 200);
  const at = (hours: number) => gateway(mailCount(START + hours * HOUR), START + hours * HOUR - now().at);
  expect(at(1.5)).toEqual({});
  expect(at(2.9)).toEqual({});
  expect(at(3.05)).toEqual({});
  expect(at(3.2)).toEqual({ [SPAM]: 'critical' });
});

test('a day with much mail and a night with little is usual, also on a Monday and after restarts', () => {
  const byDay = (hour: number) => {
    const [day, clock] = [Math.floor(hour / 24), ((hour % 24) + 24) % 24];
    const isBusy = clock >= 8 && clock < 18 && ((day % 7) + 7) % 7 < 5;
    return isBusy ? 900 : 120;
  };
  const { after, restart } = watch(byDay);
  after(24);
  const seen = new Set<string>();
  for (let hour = 0; hour < 20 * 24; hour++) {
    if (hour % 24 === 0) restart();
    // The first Monday after a weekend looks the same as an attack.
    const firstMonday = hour + 24 >= 7 * 24 && hour + 24 < 8 * 24;
    for (const id of Object.keys(after(1))) if (!firstMonday) seen.add(`${id} in hour ${hour}`);
  }
  expect([...seen]).toEqual([]);
});

test('with fewer than twelve hours, or after a gap, nothing is judged', () => {
  const { gateway, mailCount, now } = watch((hour) => (hour >= -2 ? 5000 : 100));
  expect(gateway(mailCount(now().at, 12))).toEqual({});
  const whole = mailCount(now().at);
  expect(gateway(whole.filter((_, i) => i < 10 || i > 14))).toEqual({});
  const noYesterday = whole.map((each, i) => (i === 5 ? { ...each, windowStart: 'broken' } : each));
  expect(gateway(noYesterday)).toEqual({});
  expect(gateway(whole)).toEqual({ [SPAM]: 'critical' });
});

test('a restart changes nothing, because the earlier hours are kept', () => {
  const { after, restart } = watch((hour) => (hour >= 30 && hour < 34 ? 700 : 200));
  after(31);
  expect(after(1)).toEqual({ [SPAM]: 'critical' });
  restart();
  expect(after(1)).toEqual({ [SPAM]: 'critical' });
  expect(after(1)).toEqual({ [SPAM]: 'critical' });
  expect(after(1)).toEqual({});
});
