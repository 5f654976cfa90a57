// The rules about the quarantines of mail gateways, with the real engine.
import { aMailGateway } from '@belfry/domain/testing/pmg';
import { expect, test } from 'vitest';
import { anInstance } from '../../testing/instance.ts';
import { createTurns, type TurnsOptions } from '../../testing/turns.ts';
import { createInstanceRules } from '../instance/reachability.ts';
import { createQuarantineRules } from './quarantines.ts';

const MINUTE = 60_000;

function watch(options: Partial<TurnsOptions> = {}) {
  const turns = createTurns(() => [createInstanceRules(), createQuarantineRules()], {
    instanceId: 'pmg-mail',
    everyMs: MINUTE,
    ...options,
  });
  turns.see({ instances: [anInstance({ id: 'pmg-mail', kind: 'pmg' })] });
  const holds = (spam: number | undefined, virus = 0, afterMs = MINUTE) =>
    turns.see(
      { pmg: [aMailGateway(spam === undefined ? {} : { quarantine: { spam, virus, attachment: 0, blacklisted: 0 } })] },
      { afterMs },
    );
  return {
    ...turns,
    holds,
    /** Every minute for this many minutes. */
    during(minutes: number, spam: (minute: number) => number) {
      let seen = {};
      for (let minute = 1; minute <= minutes; minute++) seen = holds(Math.round(spam(minute)));
      return seen;
    },
  };
}
const SPAM = 'pmg-mail-quarantine-spam';
const VIRUS = 'pmg-mail-quarantine-virus';

test('too many mails in quarantine: raised at once, kept, critical, ended; no count changes nothing', () => {
  const { holds, message } = watch();
  expect(holds(1900, 1900)).toEqual({});
  expect(holds(2100, 2000)).toEqual({ [SPAM]: 'warning', [VIRUS]: 'warning' });
  expect(message(SPAM)).toBe('Mail gateway mail: 2\u00a0100 mails in the spam quarantine.');
  expect(holds(2200, 5000)).toEqual({ [SPAM]: 'warning', [VIRUS]: 'critical' });
  expect(holds(undefined)).toEqual({ [SPAM]: 'warning', [VIRUS]: 'critical' });
});

test('an absolute alert ends when there are fewer mails, once two hours are known', () => {
  const { holds, during } = watch();
  during(125, () => 2100);
  expect(holds(100)).toEqual({});
});

test('growth against two hours ago needs the percentage and the number', () => {
  const { during, message } = watch();
  expect(during(125, () => 600)).toEqual({});
  expect(during(1, () => 840)).toEqual({});
  expect(during(1, () => 860)).toEqual({ [SPAM]: 'warning' });
  expect(message(SPAM)).toBe('Mail gateway mail: the spam quarantine grew by 260 mails (43 %) in 2 hours.');
  expect(during(1, () => 1110)).toEqual({ [SPAM]: 'critical' });
  expect(during(1, () => 700)).toEqual({});
  // 25 % are not reached
  const large = watch();
  large.during(125, () => 1600);
  expect(large.during(1, () => 1900)).toEqual({});
});

test('an alert about growth ends two hours after the growth stopped', () => {
  const { during } = watch();
  during(125, () => 600);
  expect(during(5, () => 900)).toEqual({ [SPAM]: 'warning' });
  expect(during(90, () => 900)).toEqual({ [SPAM]: 'warning' });
  expect(during(45, () => 900)).toEqual({});
});

test('slow growth over a day is no alert, growth within two hours is', () => {
  const { during } = watch();
  expect(during(24 * 60, (minute) => 400 + minute / 2)).toEqual({});
  expect(during(120, (minute) => 1120 + minute * 4)).toEqual({ [SPAM]: 'warning' });
});

test('a restart neither loses nor invents growth', () => {
  const { during, restart, holds } = watch();
  during(125, () => 600);
  expect(during(3, () => 900)).toEqual({ [SPAM]: 'warning' });
  restart();
  expect(holds(900)).toEqual({ [SPAM]: 'warning' });
  expect(during(60, () => 905)).toEqual({ [SPAM]: 'warning' });
  expect(during(60, () => 905)).toEqual({});
  restart(24 * 60 * MINUTE);
  expect(holds(1800)).toEqual({});
});

test('without a count of two hours ago there is no growth', () => {
  const { during } = watch();
  during(60, () => 100);
  expect(during(40, () => 1500)).toEqual({});
});
