// Alerts of one node, host or kind in one message, and the ends of such groups.
import { describe, expect, test } from 'vitest';
import { createNotifyStage, destination, type NotifyStageOptions } from '../testing/notify-stage.ts';

const MINUTE = 60_000;
const email = destination('email');
const chat = destination('webhook:chat');
const stageWith = (options: Partial<NotifyStageOptions> = {}) =>
  createNotifyStage({ destinations: [email, chat], ...options });
const critical = { level: 'critical' as const };
const grouping = { enabled: true, window: 300 };

describe('grouping', () => {
  const lines = (group: object, raise: (stage: ReturnType<typeof stageWith>) => void) => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping: { ...grouping, ...group } } });
    raise(stage);
    stage.wait(5 * MINUTE);
    return stage.queued();
  };
  const several = (stage: ReturnType<typeof stageWith>) => {
    stage.raise('cpu', { resourceId: 'dc-100' });
    stage.raise('memory', { resourceId: 'dc-100' });
    stage.raise('disk', { resourceId: 'dc-101' });
    stage.raise('load', { resourceId: 'dc-102', node: 'pve2' });
  };
  test('makes one message of all, of those of a node, or of those of a resource', () => {
    expect(lines({}, several)).toEqual(['raised webhook:chat cpu memory disk load']);
    expect(lines({ byNode: true }, several)).toEqual([
      'raised webhook:chat cpu memory disk',
      'raised webhook:chat load',
    ]);
    expect(lines({ byGuest: true }, several)).toEqual([
      ...['raised webhook:chat cpu memory', 'raised webhook:chat disk', 'raised webhook:chat load'],
    ]);
    expect(lines({ enabled: false }, several)).toHaveLength(4);
  });
  test('waits from the first of a group, and not for those that ended meanwhile', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping } });
    stage.raise('cpu');
    stage.wait(4 * MINUTE);
    stage.raise('memory');
    stage.end('cpu');
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual([]);
    stage.wait(4 * MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat memory']);
  });
  test('sends a group with the first critical alert at once, and then waits again', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping } });
    stage.raise('cpu');
    stage.raise('offline', critical);
    expect(stage.queued()).toEqual(['raised webhook:chat offline cpu']);
    for (const id of ['a', 'b', 'c']) stage.raise(id, critical);
    stage.wait(4 * MINUTE);
    expect(stage.queued()).toEqual([]);
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat a b c']);
  });
  test('does not hold back the end of a group that was sent: the first end leaves at once, the last ones together', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping } });
    for (const id of ['cpu', 'memory', 'disk']) stage.raise(id);
    stage.wait(5 * MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu memory disk']);
    stage.end('cpu');
    expect(stage.queued()).toEqual(['resolved webhook:chat cpu']);
    stage.end('memory');
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual([]);
    stage.end('disk');
    expect(stage.queued()).toEqual(['resolved webhook:chat disk memory']);
  });
  test('gathers ends for as long as a start while others of the group go on', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping } });
    for (const id of ['cpu', 'memory', 'disk', 'load']) stage.raise(id);
    stage.wait(5 * MINUTE);
    for (const id of ['cpu', 'memory', 'disk']) {
      stage.end(id);
      stage.wait(10_000);
    }
    stage.wait(5 * MINUTE);
    expect(stage.queued().slice(1)).toEqual(['resolved webhook:chat cpu', 'resolved webhook:chat disk memory']);
  });
  test('waits no longer because the server restarts: starts, ends and reminders', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping, cooldown: 30 } });
    stage.raise('cpu');
    stage.wait(4 * MINUTE);
    stage.restart();
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
    stage.wait(34 * MINUTE);
    stage.restart();
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['reminder webhook:chat cpu']);
    stage.raise('memory');
    stage.wait(5 * MINUTE);
    stage.end('cpu');
    stage.restart();
    stage.wait(1000);
    expect(stage.queued()).toEqual(['raised webhook:chat memory', 'resolved webhook:chat cpu']);
  });
  test('keeps ends apart from the rest', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping } });
    stage.raise('cpu');
    stage.raise('memory');
    stage.wait(5 * MINUTE);
    stage.end('cpu');
    stage.raise('disk');
    stage.end('memory');
    stage.wait(5 * MINUTE);
    expect(stage.queued().sort()).toEqual([
      ...['raised webhook:chat cpu memory', 'raised webhook:chat disk'],
      ...['resolved webhook:chat cpu', 'resolved webhook:chat memory'],
    ]);
  });
  test('lets what was active before a restart not wait again', () => {
    const stage = stageWith({ destinations: [chat], schedule: { grouping } });
    stage.raise('cpu');
    stage.wait(4 * MINUTE);
    stage.restart();
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
  });
});
