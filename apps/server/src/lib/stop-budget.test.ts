import { expect, test } from 'vitest';
import { fakeClock } from './fake-clock.ts';
import { createStopBudget } from './stop-budget.ts';

test('a part that never stops costs the budget once: it is named, and every part after it is stopped too', async () => {
  const clock = fakeClock();
  const named: unknown[] = [];
  const budget = createStopBudget({ clock, log: { warn: (details: object) => named.push(details) } });
  const stopped: string[] = [];
  const never = () => new Promise(() => {});
  const all = (async () => {
    await budget.part('monitoring', never)();
    await budget.part('sockets', never)();
    await budget.part('database', () => stopped.push('database'))();
  })();
  await clock.advance(6000);
  await clock.advance(200);
  await all;
  expect(named).toEqual([{ part: 'monitoring' }, { part: 'sockets' }]);
  expect(stopped).toEqual(['database']);
});

test('a part that cannot be stopped says so', async () => {
  const budget = createStopBudget({ clock: fakeClock(), log: { warn: () => {} } });
  const broken = budget.part('alerts', () => Promise.reject(new Error('no')));
  await expect(broken()).rejects.toThrow('no');
});
