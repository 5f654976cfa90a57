import { expect, test } from 'vitest';
import { guest, heard, node } from '../../state/testing/observations.ts';
import { createStage, type Stage } from '../testing/stage.ts';

const POLL_MS = 10_000;

const poll = (stage: Stage, cpu: number, times: number) => {
  for (let i = 0; i < times; i++) {
    stage.clock.advance(POLL_MS);
    const vms = [guest('a', 1, { node: 'pve1', status: 'running', cpu })];
    stage.observe(heard('a', stage.clock.monotonic(), { vms, nodes: [node('a', 'pve1')] }));
  }
};
/** Each time with another value, because an almost unchanged value is not raised again. */
const upAndDown = (stage: Stage, times: number) => {
  for (let i = 0; i < times; i++) {
    poll(stage, i % 2 === 0 ? 0.82 : 0.95, 2);
    poll(stage, 0.1, 1);
  }
};

test('an alert that starts and ends five times within ten minutes stays, is announced once, and ends after ten good minutes in a row', () => {
  const stage = createStage();
  upAndDown(stage, 2);
  expect(stage.announced()).toHaveLength(4);
  upAndDown(stage, 8);
  expect(stage.announced()).toEqual(['raised a-1-cpu', 'flapping a-1-cpu', 'level a-1-cpu']);
  expect(stage.state().activeAlerts).toMatchObject([{ metadata: { flapping: { since: expect.any(String) } } }]);
  poll(stage, 0.1, 58);
  expect(stage.announced()).toEqual([]);
  poll(stage, 0.1, 2);
  expect(stage.announced()).toEqual(['resolved a-1-cpu recovered']);
});

test('a step of the wall clock raises, ends and expires nothing', () => {
  const stage = createStage();
  poll(stage, 0.85, 1);
  stage.clock.step(86_400_000);
  stage.clock.advance(POLL_MS);
  expect(stage.announced()).toEqual([]);
  poll(stage, 0.85, 1);
  stage.clock.step(-2 * 86_400_000);
  stage.clock.advance(POLL_MS);
  expect(stage.announced()).toEqual(['raised a-1-cpu']);
  poll(stage, 0.1, 1);
  stage.clock.step(86_400_000);
  stage.clock.advance(1000);
  expect(stage.state().recentlyResolved).toHaveLength(1);
});
