import { expect, test } from 'vitest';
import { momentOf } from './clock.ts';
import { fakeClock } from './fake-clock.ts';
import { createHostFacts } from './host-facts.ts';

const HOST = 'https://host:8006';
const START = Date.UTC(2026, 0, 1, 12, 0, 0, 400);

function setup() {
  const clock = fakeClock(START);
  const facts = createHostFacts(clock);
  /** An answer after `tookMs`. The host wrote the date `afterMs` after the request; its clock is `aheadMs` ahead. */
  const answer = async (aheadMs: number, tookMs = 20, afterMs = tookMs / 2) => {
    const sent = momentOf(clock);
    const date = new Date(clock.now() + afterMs + aheadMs).toUTCString();
    await clock.advance(tookMs);
    facts.noteDate(HOST, date, sent);
    return facts.of(HOST).clockAheadSeconds;
  };
  return { clock, facts, answer };
}

test('a clock that is more than a minute ahead or behind is reported in seconds', async () => {
  for (const [ahead, shown] of [
    [90, 89],
    [-90, -89],
    [3600, 3599],
    [59, undefined],
    [-30, undefined],
    [0, undefined],
  ] as const) {
    const seconds = await setup().answer(ahead * 1000);
    if (shown === undefined) expect(seconds).toBeUndefined();
    else expect(Math.abs((seconds ?? 0) - shown), `${ahead} s`).toBeLessThanOrEqual(1);
  }
});

test('a slow answer never makes a good clock look wrong, whenever the host wrote the date', async () => {
  for (const afterMs of [0, 60_000, 119_000]) expect(await setup().answer(0, 120_000, afterMs)).toBeUndefined();
});

test('slow answers between fast ones do not hide a wrong clock', async () => {
  const { answer } = setup();
  expect(await answer(300_000)).toBeGreaterThan(290);
  for (let i = 0; i < 8; i++) expect(await answer(300_000, 200_000, 200_000), `answer ${i}`).toBeGreaterThan(90);
});

test('a corrected clock is accepted within ten minutes', async () => {
  const { answer } = setup();
  expect(await answer(300_000)).toBeGreaterThan(290);
  const seen: (number | undefined)[] = [];
  for (let i = 0; i < 61; i++) seen.push(await answer(0, 10_000, 5000));
  expect(seen.at(-1)).toBeUndefined();
});

test('an answer that waited while the machine slept says nothing about the clock', async () => {
  const { clock, facts } = setup();
  const sent = momentOf(clock);
  const date = new Date(clock.now()).toUTCString();
  await clock.advance(20);
  clock.step(3_600_000);
  facts.noteDate(HOST, date, sent);
  expect(facts.of(HOST).clockAheadSeconds).toBeUndefined();
});

test('a host without a readable date has no clock to judge', () => {
  const { clock, facts } = setup();
  for (const date of ['', 'yesterday', 'NaN']) facts.noteDate(HOST, date, momentOf(clock));
  expect(facts.of(HOST)).toEqual({});
});
