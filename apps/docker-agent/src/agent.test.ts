import { fail, ok } from '@belfry/domain/result';
import { expect, test } from 'vitest';
import { startAgent } from './agent.ts';
import type { Collect } from './collect/collect.ts';
import { createLog } from './log.ts';
import { fakeClock } from './testing/fake-clock.ts';

const collected = (n: number, faults = 0) =>
  ok({ faults, report: { agent: {}, host: { hostname: `h${n}` }, containers: [] } });

function setup(collect: Collect, random = 0.5) {
  const clock = fakeClock();
  const offered: Record<'one' | 'two', string[]> = { one: [], two: [] };
  const lines: string[] = [];
  const deliveries = [offered.one, offered.two].map((list) => ({
    offer: (b: string) => void list.push(b),
    stop: () => {},
  }));
  const stop = startAgent({
    collect,
    deliveries,
    clock,
    intervalMs: 30_000,
    random: () => random,
    log: createLog((line) => lines.push(line)),
  });
  return { clock, offered, lines, stop };
}

test('every report goes to every server: at once, soon after for the first CPU figures, then every interval', async () => {
  let n = 0;
  const { clock, offered, lines, stop } = setup(async () => collected(n++));
  await clock.advance(0);
  expect(offered.one).toHaveLength(1);
  await clock.advance(7500);
  expect(offered.one).toHaveLength(2);
  await clock.advance(300_000);
  expect(offered.one).toHaveLength(12);
  expect(offered.two).toEqual(offered.one);
  expect(lines).toHaveLength(1);
  stop();
  await clock.advance(300_000);
  expect(offered.one).toHaveLength(12);
  expect(clock.due()).toEqual([]);
});

test('a restart of the engine is two lines in the log, and reports continue', async () => {
  let up = true;
  const { clock, offered, lines } = setup(async () =>
    up ? collected(0) : fail({ kind: 'unreachable', reason: 'ECONNREFUSED' }),
  );
  await clock.advance(60_000);
  const before = offered.one.length;
  up = false;
  await clock.advance(600_000);
  expect(offered.one).toHaveLength(before);
  up = true;
  await clock.advance(31_500);
  expect(offered.one).toHaveLength(before + 1);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['level=info', 'level=warn', 'level=info']);
});

test('an error in the agent costs one round, and the agent continues', async () => {
  let n = 0;
  const { clock, offered, lines } = setup(async () => {
    if (n++ === 0) throw new Error('surprise');
    return collected(n);
  });
  await clock.advance(10_000);
  expect(offered.one).toHaveLength(1);
  expect(lines[0]).toContain('surprise');
});

test('the times of the rounds vary by at most a twentieth of the interval', async () => {
  for (const [random, expected] of [
    [0, 28_500],
    [1, 31_500],
  ] as const) {
    const { clock } = setup(async () => collected(0), random);
    await clock.advance(10_000);
    expect(clock.due()[0]).toBe(expected - (random === 0 ? 5000 : 0));
  }
});
