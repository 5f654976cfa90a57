import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { iso } from '../../lib/clock.ts';
import { failed, guest, heard, node } from '../../state/testing/observations.ts';
import { createStage, type Stage } from '../testing/stage.ts';
import { steppedClock } from '../testing/stepped-clock.ts';

const POLL_MS = 10_000;

/** One good poll of the instance `a` with this guest, ten seconds after the one before. */
function poll(stage: Stage, fields: Partial<Guest> | undefined, nodeFields: Partial<Node> = {}): void {
  stage.clock.advance(POLL_MS);
  const vms = fields ? [guest('a', 1, { node: 'pve1', ...fields })] : [];
  stage.observe(heard('a', stage.clock.monotonic(), { vms, nodes: [node('a', 'pve1', nodeFields)] }));
}
const busy = (cpu: number): Partial<Guest> => ({ status: 'running', cpu });
const active = (stage: Stage) => stage.state().activeAlerts.map(({ id, level }) => `${id} ${level}`);

test('a metric starts after its hold time in a second poll, changes its level and ends at its clear value', () => {
  const stage = createStage();
  poll(stage, busy(0.5));
  poll(stage, busy(0.85));
  expect(stage.announced()).toEqual([]);
  poll(stage, busy(0.85));
  expect(stage.announced()).toEqual(['raised a-1-cpu']);
  expect(stage.state().activeAlerts).toMatchObject([
    { level: 'warning', value: 85, threshold: 80, message: 'CPU at 85 %', startTime: '2026-01-01T00:00:20.000Z' },
  ]);
  poll(stage, busy(0.78));
  expect(stage.announced()).toEqual([]);
  poll(stage, busy(0.91));
  expect(stage.announced()).toEqual(['level a-1-cpu']);
  poll(stage, busy(0.86));
  expect(active(stage)).toEqual(['a-1-cpu critical']);
  poll(stage, busy(0.85));
  expect(active(stage)).toEqual(['a-1-cpu warning']);
  poll(stage, busy(0.75));
  expect(stage.announced()).toEqual(['level a-1-cpu', 'resolved a-1-cpu recovered']);
  expect(stage.transitions.at(-1)).toMatchObject({ alert: { value: 85 }, now: { value: 75, message: 'CPU at 75 %' } });
  expect(stage.state()).toMatchObject({ activeAlerts: [], recentlyResolved: [{ id: 'a-1-cpu', reason: 'recovered' }] });
  stage.clock.advance(300_000);
  expect(stage.state().recentlyResolved).toEqual([]);
});

test('an alert about which nothing is known for a minute says since when, keeps its figure, and is new with the next reading', () => {
  const stage = createStage();
  for (let n = 0; n < 3; n++) poll(stage, busy(0.85));
  const last = iso(stage.clock.now() + POLL_MS);
  for (let n = 0; n < 6; n++) poll(stage, { status: 'unknown' });
  expect(stage.state().activeAlerts[0]?.metadata).not.toHaveProperty('unreadSince');
  for (let n = 0; n < 30; n++) poll(stage, { status: 'unknown' });
  expect(stage.state().activeAlerts).toMatchObject([{ value: 85, metadata: { unreadSince: last } }]);
  poll(stage, busy(0.85));
  expect(stage.state().activeAlerts[0]?.metadata).not.toHaveProperty('unreadSince');
  expect(active(stage)).toEqual(['a-1-cpu warning']);
});

test('time passes for the alerts of an instance also while only others answer', () => {
  const stage = createStage();
  for (let n = 0; n < 3; n++) poll(stage, busy(0.85));
  const last = iso(stage.clock.now() + POLL_MS);
  poll(stage, { status: 'unknown' });
  for (let n = 0; n < 62; n++) {
    stage.clock.advance(1000);
    stage.observe(heard('b', stage.clock.monotonic(), { vms: [guest('b', 1, { status: 'running' })] }));
  }
  expect(stage.state().activeAlerts).toMatchObject([{ value: 85, metadata: { unreadSince: last } }]);
});

test('a clock that is set while an alert is active changes neither how long it lasted nor how long it has been there', () => {
  const stage = createStage();
  for (let n = 0; n < 3; n++) poll(stage, busy(0.85));
  const years = 1001 * 86_400_000;
  stage.clock.step(years);
  for (let n = 0; n < 7; n++) poll(stage, busy(0.86 + n / 100));
  const [alert] = stage.state().activeAlerts;
  const since = (startTime = '') => Math.round((stage.clock.now() - Date.parse(startTime)) / 1000);
  expect(since(alert?.startTime)).toBe(90);
  poll(stage, busy(0.5));
  expect(stage.transitions.at(-1)).toMatchObject({ kind: 'resolved' });
  expect(since(stage.transitions.at(-1)?.alert.startTime)).toBe(100);
});

test('a pause of the process does not move the start of an alert, also when the clock is set afterwards', () => {
  const clock = steppedClock(Date.parse('2026-01-01T00:00:00Z'));
  const stage = createStage({ clock });
  clock.sleep(600_000);
  for (let n = 0; n < 3; n++) poll(stage, busy(0.85));
  const start = stage.state().activeAlerts[0]?.startTime;
  clock.sleep(8 * 3_600_000);
  for (let n = 0; n < 7; n++) poll(stage, busy(0.86 + n / 100));
  expect(stage.state().activeAlerts).toMatchObject([{ startTime: start }]);
  clock.step(3_600_000);
  for (let n = 0; n < 7; n++) poll(stage, busy(0.86 + n / 100));
  expect(stage.state().activeAlerts).toMatchObject([{ startTime: iso(Date.parse(start ?? '') + 3_600_000) }]);
  poll(stage, busy(0.5));
  expect(stage.transitions.at(-1)).toMatchObject({
    kind: 'resolved',
    alert: { startTime: iso(Date.parse(start ?? '') + 3_600_000) },
  });
});

test('polls that fail and data that is stale change nothing', () => {
  const stage = createStage();
  poll(stage, busy(0.85));
  stage.clock.advance(POLL_MS);
  stage.observe(failed('a', stage.clock.monotonic()));
  stage.clock.advance(600_000);
  expect(stage.state().vms[0]?.staleSince).toBeDefined();
  expect(stage.announced()).toEqual([]);
  poll(stage, busy(0.85));
  expect(stage.announced()).toEqual(['raised a-1-cpu']);
  stage.observe(failed('a', stage.clock.monotonic()));
  stage.clock.advance(600_000);
  expect(stage.announced()).toEqual([]);
});

test('a guest that is not in its list any more ends its alerts in the third poll, an instance that is removed at once', () => {
  const stage = createStage();
  for (let i = 0; i < 2; i++) poll(stage, busy(0.85));
  for (let i = 0; i < 2; i++) poll(stage, undefined);
  expect(stage.announced()).toEqual(['raised a-1-cpu']);
  poll(stage, undefined);
  expect(stage.announced()).toEqual(['resolved a-1-cpu gone']);
  for (let i = 0; i < 2; i++) poll(stage, busy(0.95));
  stage.forget('a');
  stage.clock.advance(1000);
  expect(stage.announced()).toEqual(['raised a-1-cpu', 'resolved a-1-cpu gone']);
});

test('a guest that stops ends its metric alerts for that reason', () => {
  const stage = createStage();
  for (let i = 0; i < 2; i++) poll(stage, busy(0.85));
  poll(stage, { status: 'stopped', cpu: 0 });
  expect(stage.announced()).toEqual(['raised a-1-cpu', 'resolved a-1-cpu stopped']);
});

test('an operator acknowledges and clears; a cleared alert comes back when the next polls are bad', () => {
  const stage = createStage();
  for (let i = 0; i < 2; i++) poll(stage, busy(0.85));
  expect(stage.act({ acknowledge: ['a-1-cpu', 'none'], by: 'ann' })).toEqual([
    { id: 'a-1-cpu', success: true },
    { id: 'none', success: false },
  ]);
  expect(stage.state().activeAlerts).toMatchObject([{ acknowledged: true, ackUser: 'ann' }]);
  stage.act({ unacknowledge: ['a-1-cpu'], by: 'bob' });
  expect(stage.state().activeAlerts[0]).not.toHaveProperty('ackUser');
  stage.act({ clear: ['a-1-cpu'], by: 'bob' });
  expect(stage.state().activeAlerts).toEqual([]);
  expect(stage.announced()).toEqual([
    'raised a-1-cpu',
    'acknowledged a-1-cpu',
    'unacknowledged a-1-cpu',
    'resolved a-1-cpu cleared',
  ]);
  stage.clock.advance(5000);
  expect(stage.announced()).toEqual([]);
  for (let i = 0; i < 2; i++) poll(stage, busy(0.85));
  expect(stage.announced()).toEqual(['raised a-1-cpu']);
});

test('an acknowledgement is kept when the alert comes back within the suppression window, not later', () => {
  const stage = createStage();
  for (let i = 0; i < 2; i++) poll(stage, busy(0.85));
  stage.act({ acknowledge: ['a-1-cpu'], by: 'ann' });
  poll(stage, busy(0.5));
  for (let i = 0; i < 2; i++) poll(stage, busy(0.95));
  expect(stage.state().activeAlerts).toMatchObject([{ acknowledged: true, ackUser: 'ann' }]);
  poll(stage, busy(0.5));
  stage.clock.advance(300_000);
  for (let i = 0; i < 2; i++) poll(stage, busy(0.95));
  expect(stage.state().activeAlerts).toMatchObject([{ acknowledged: false }]);
});

test('a bad value that returns almost unchanged within the suppression window raises no second alert', () => {
  const stage = createStage();
  for (const cpu of [0.85, 0.85, 0.5, 0.86, 0.86]) poll(stage, busy(cpu));
  expect(stage.announced()).toEqual(['raised a-1-cpu', 'resolved a-1-cpu recovered']);
  poll(stage, busy(0.88));
  expect(stage.announced()).toEqual(['raised a-1-cpu']);
});

test('an alert ends at once when its rule is switched off, whether polls succeed or not', () => {
  const stage = createStage();
  for (let i = 0; i < 2; i++) poll(stage, busy(0.85));
  stage.configure({ enabled: false });
  stage.clock.advance(1000);
  expect(stage.announced()).toEqual(['raised a-1-cpu', 'resolved a-1-cpu disabled']);
});

test('a restart changes nothing, and an alert that ended meanwhile is resolved', () => {
  const before = createStage();
  for (let i = 0; i < 2; i++) poll(before, busy(0.85));
  before.act({ acknowledge: ['a-1-cpu'], by: 'ann' });
  before.announced();
  const after = before.restart();
  poll(after, busy(0.78));
  expect(after.announced()).toEqual([]);
  expect(after.state().activeAlerts).toEqual([
    expect.objectContaining({ acknowledged: true, startTime: '2026-01-01T00:00:10.000Z' }),
  ]);
  const again = after.restart();
  poll(again, busy(0.1));
  expect(again.announced()).toEqual(['resolved a-1-cpu recovered']);
});

test('a guest that is gone after a restart ends its alert in the third poll', () => {
  const before = createStage();
  for (let i = 0; i < 2; i++) poll(before, busy(0.85));
  const after = before.restart();
  for (let i = 0; i < 2; i++) poll(after, undefined);
  expect(after.announced()).toEqual([]);
  poll(after, undefined);
  expect(after.announced()).toEqual(['resolved a-1-cpu gone']);
});

test('the guests of a node that dies are one alert, and leave it when they run elsewhere', () => {
  const stage = createStage();
  const nodes = (status: Node['status']) => [node('a', 'pve1', { status }), node('a', 'pve2')];
  const cycle = (status: Node['status'], fields: Partial<Guest>) => {
    stage.clock.advance(POLL_MS);
    const vms = [1, 2, 3].map((vmid) => guest('a', vmid, { node: 'pve1', cpu: 0.1, ...fields }));
    stage.observe(heard('a', stage.clock.monotonic(), { vms, nodes: nodes(status) }));
  };
  cycle('online', { status: 'running' });
  for (let i = 0; i < 4; i++) cycle('offline', { status: 'running' });
  expect(stage.announced()).toEqual(['raised node-offline-a-pve1']);
  expect(stage.state().activeAlerts[0]?.metadata?.affects).toMatchObject({
    count: 3,
    resources: [{ id: 'a-1' }, {}, {}],
  });
  for (let i = 0; i < 4; i++) cycle('offline', { status: 'stopped' });
  expect(stage.state().activeAlerts[0]?.metadata?.affects).toMatchObject({ count: 3 });
  for (let i = 0; i < 3; i++) cycle('offline', { status: 'running', node: 'pve2' });
  expect(stage.state().activeAlerts).toHaveLength(1);
  expect(stage.state().activeAlerts[0]?.metadata).not.toHaveProperty('affects');
  cycle('online', { status: 'running', node: 'pve2' });
  expect(stage.announced()).toEqual(['resolved node-offline-a-pve1 recovered']);
});
