import { timesOf } from '@belfry/domain/testing/processor-time';
import { describe, expect, test } from 'vitest';
import {
  type AlertChange,
  createNotifyStage,
  destination,
  type NotifyStageOptions,
  START,
} from './testing/notify-stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = destination('email');
const chat = destination('webhook:chat');
const stageWith = (options: Partial<NotifyStageOptions> = {}) =>
  createNotifyStage({ destinations: [email, chat], ...options });
const at = (text: string) => Date.parse(`2026-06-01T${text}:00Z`);
const quietHours = { enabled: true, start: '22:00', end: '08:00', timezone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] };
const critical = { level: 'critical' as const };
const grouping = { enabled: true, window: 300 };

describe('an alert', () => {
  test('is sent once to each destination, and its end with its duration to those that got it', () => {
    const stage = stageWith({ destinations: [email, chat, destination('webhook:off', { enabled: false })] });
    stage.raise('cpu');
    stage.wait(5 * MINUTE);
    expect(stage.queued()).toEqual(['raised email cpu', 'raised webhook:chat cpu']);
    stage.end('cpu');
    stage.wait(HOUR);
    expect(stage.queued()).toEqual(['resolved email cpu', 'resolved webhook:chat cpu']);
    const { notice } = stage.all[2] ?? {};
    expect(notice?.alerts[0]).toMatchObject({
      duration: 5 * MINUTE,
      resolvedAt: START + 5 * MINUTE,
      reason: 'recovered',
    });
    expect(stage.rows()).toEqual([]);
  });
  test('carries the name of the site of its resource, and none for what this server watches itself', () => {
    const stage = stageWith({ destinations: [chat], sites: { far: 'Bern' } });
    stage.raise('cpu', { resourceId: 'far' });
    stage.raise('memory', { resourceId: 'near' });
    stage.wait(MINUTE);
    expect(stage.all.map(({ notice }) => notice.alerts[0]?.site)).toEqual(['Bern', undefined]);
  });
  test('that becomes critical is sent again at once, and only the first time', () => {
    const stage = stageWith({ schedule: { grouping, cooldown: 30 } });
    stage.raise('cpu');
    stage.wait(5 * MINUTE);
    for (const level of ['critical', 'warning', 'critical'] as const) stage.change('cpu', { level });
    expect(stage.queued()).toEqual([
      ...['raised email cpu', 'raised webhook:chat cpu'],
      ...['level email cpu', 'level webhook:chat cpu'],
    ]);
  });
  test('whose value grows is sent again only for types where each growth counts', () => {
    const stage = stageWith({ destinations: [chat] });
    stage.raise('cpu', { value: 90 });
    stage.raise('zfs', { type: 'zfs-pool-errors', value: 1 });
    stage.change('cpu', { value: 95 });
    stage.change('zfs', { value: 2 });
    stage.change('zfs', { value: 2 });
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu', 'raised webhook:chat zfs', 'level webhook:chat zfs']);
  });
  test('is sent once as flapping when it flaps, and has no reminders until it is calm', () => {
    const stage = stageWith({ destinations: [chat], schedule: { cooldown: 5 } });
    stage.raise('cpu');
    stage.change('cpu', { metadata: { flapping: { since: '2026-06-01T12:00:00Z' } } });
    stage.wait(HOUR);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu', 'flapping webhook:chat cpu']);
  });
  test('that is acknowledged, silenced, in maintenance or explained by another one waits until that ends', () => {
    const marks: readonly [AlertChange, AlertChange][] = [
      [{ acknowledged: true }, { acknowledged: false }],
      [{ metadata: { silenced: { until: '2026-06-02T00:00:00Z' } } }, {}],
      [{ metadata: { maintenance: { name: 'm', until: '2026-06-02T00:00:00Z' } } }, {}],
      [{ metadata: { cause: 'node' } }, {}],
    ];
    for (const [held, free] of marks) {
      const stage = stageWith({ destinations: [chat] });
      stage.raise('cpu', held);
      stage.wait(HOUR);
      expect(stage.queued()).toEqual([]);
      stage.change('cpu', free);
      expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
    }
  });
  test('that ends before its message has left is not sent, and nor is its end', () => {
    const stage = stageWith();
    stage.deliver(false);
    stage.raise('cpu');
    stage.raise('memory');
    stage.end('cpu');
    stage.wait(HOUR);
    stage.deliver(true);
    expect(stage.arrived().map(({ notice }) => notice.alerts.map(({ alert }) => alert.id))).toEqual([
      ['memory'],
      ['memory'],
    ]);
    expect(stage.rows().map(({ alert }) => alert.id)).toEqual(['memory', 'memory']);
  });
  test('that ended while the server was stopped is sent as resolved, with the data of the history', () => {
    const stage = stageWith({ destinations: [chat], schedule: { quietHours }, start: at('21:00') });
    stage.raise('cpu');
    stage.wait(2 * HOUR);
    stage.end('cpu', 'stopped');
    stage.restart();
    stage.queued();
    stage.wait(9 * HOUR);
    expect(stage.queued()).toEqual(['resolved webhook:chat cpu']);
    expect(stage.all.at(-1)?.notice.alerts[0]).toMatchObject({ reason: 'stopped', duration: 2 * HOUR });
  });
});

describe('quiet hours', () => {
  test('hold back warnings, and end with one digest of what is still active', () => {
    const stage = stageWith({ schedule: { quietHours, grouping }, start: at('23:00') });
    stage.raise('cpu');
    stage.raise('memory');
    stage.raise('disk');
    stage.wait(HOUR);
    stage.end('disk');
    stage.wait(7 * HOUR + 59 * MINUTE);
    expect(stage.queued()).toEqual([]);
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['digest email cpu memory', 'digest webhook:chat cpu memory']);
    stage.wait(HOUR);
    expect(stage.queued()).toEqual([]);
  });
  test('hold back critical alerts only of categories that are named', () => {
    const stage = stageWith({
      destinations: [chat],
      schedule: { quietHours: { ...quietHours, suppress: { storage: true } } },
      start: at('23:00'),
    });
    stage.raise('cpu', critical);
    stage.raise('zfs', { type: 'zfs-pool-state', ...critical });
    expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
    stage.wait(9 * HOUR);
    expect(stage.queued()).toEqual(['digest webhook:chat zfs']);
  });
  test('hold back messages about ends and send them afterwards', () => {
    const stage = stageWith({ destinations: [chat], schedule: { quietHours }, start: at('21:59') });
    stage.raise('cpu');
    stage.wait(HOUR);
    stage.end('cpu');
    expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
    stage.wait(9 * HOUR + MINUTE);
    expect(stage.queued()).toEqual(['resolved webhook:chat cpu']);
  });
  test('take with them what waited for its group when they began', () => {
    const stage = stageWith({ destinations: [chat], schedule: { quietHours, grouping }, start: at('21:58') });
    stage.raise('cpu');
    stage.wait(4 * MINUTE);
    stage.raise('memory');
    stage.wait(10 * HOUR);
    // of what is as bad, the newest is first
    expect(stage.queued()).toEqual(['digest webhook:chat memory cpu']);
  });
});

test('a destination with hours of its own gets at their start what began before', () => {
  const hours = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00', timezone: 'UTC' };
  const office = destination('webhook:office', { filter: { hours } });
  const stage = stageWith({ destinations: [chat, office], start: at('19:00') });
  stage.raise('cpu');
  expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
  stage.wait(13 * HOUR);
  expect(stage.queued()).toEqual(['digest webhook:office cpu']);
});

describe('reminders', () => {
  test('come after each cooldown, of measured and of critical alerts, until somebody acknowledges them', () => {
    const stage = stageWith({ destinations: [chat], schedule: { cooldown: 30 } });
    stage.raise('cpu');
    stage.raise('age', { type: 'snapshotAge' });
    stage.raise('offline', { type: 'offline', ...critical });
    stage.queued();
    stage.wait(31 * MINUTE);
    expect(stage.queued()).toEqual(['reminder webhook:chat cpu', 'reminder webhook:chat offline']);
    stage.change('offline', { acknowledged: true });
    stage.wait(30 * MINUTE);
    expect(stage.queued()).toEqual(['reminder webhook:chat cpu']);
  });
  test('wait while an earlier message has not arrived', () => {
    const stage = stageWith({ destinations: [chat], schedule: { cooldown: 30 } });
    stage.deliver(false);
    stage.raise('cpu');
    stage.wait(24 * HOUR, MINUTE);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
    stage.deliver(true);
    stage.wait(2 * MINUTE);
    expect(stage.queued()).toEqual(['reminder webhook:chat cpu']);
  });
  test('do not depend on the wall clock', () => {
    const stage = stageWith({ destinations: [chat], schedule: { cooldown: 30 } });
    stage.raise('cpu');
    stage.step(24 * HOUR);
    stage.wait(29 * MINUTE);
    stage.step(-48 * HOUR);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['reminder webhook:chat cpu']);
  });
});

test('a measured alert that comes and goes is sent so many times an hour, also after a restart; other alerts are always sent', () => {
  const stage = stageWith({ destinations: [chat], schedule: { maxAlertsHour: 2 } });
  for (let n = 0; n < 4; n++) {
    for (const [id, type] of [
      ['cpu', 'cpu'],
      ['offline', 'offline'],
    ] as const) {
      stage.raise(id, { type });
      stage.wait(MINUTE);
      stage.end(id);
    }
    stage.restart();
  }
  const lines = stage.queued();
  expect(lines.filter((line) => line === 'raised webhook:chat cpu')).toHaveLength(2);
  expect(lines.filter((line) => line === 'resolved webhook:chat cpu')).toHaveLength(2);
  expect(lines.filter((line) => line === 'raised webhook:chat offline')).toHaveLength(4);
  stage.raise('cpu');
  stage.wait(51 * MINUTE);
  expect(stage.queued()).toEqual([]);
  stage.wait(2 * MINUTE);
  expect(stage.queued()).toEqual(['raised webhook:chat cpu']);
});

describe('a destination', () => {
  const gets = (filter: object, change: object, tags = {}) => {
    const stage = stageWith({ destinations: [destination('webhook:a', { filter })], tags });
    stage.raise('cpu', { resourceId: 'home-101', ...change });
    return stage.queued().length === 1;
  };
  test('gets only what its filters let through', () => {
    expect(gets({ minLevel: 'critical' }, {})).toBe(false);
    expect(gets({ minLevel: 'critical' }, critical)).toBe(true);
    expect(gets({ types: ['memory'] }, {})).toBe(false);
    expect(gets({ types: ['memory', 'cpu'] }, {})).toBe(true);
    expect(gets({ instances: ['other'] }, {})).toBe(false);
    expect(gets({ instances: ['home'] }, {})).toBe(true);
    expect(gets({ nodes: ['home-pve2'] }, {})).toBe(false);
    expect(gets({ nodes: ['home-pve1'] }, {})).toBe(true);
    expect(gets({ tags: ['prod'] }, {})).toBe(false);
    expect(gets({ tags: ['prod'] }, {}, { 'home-101': ['db', 'prod'] })).toBe(true);
  });
  test('that was notified gets the end even if its filters have changed since, unless it wants no ends', () => {
    const stage = stageWith({ destinations: [chat, email] });
    stage.raise('cpu');
    stage.queued();
    stage.destinations([
      destination('webhook:chat', { filter: { types: ['memory'] } }),
      destination('email', { resolutions: false }),
    ]);
    stage.end('cpu');
    expect(stage.queued()).toEqual(['resolved webhook:chat cpu']);
    expect(stage.rows()).toEqual([]);
  });
  test('that was switched off before its message left gets it when it is switched on again', () => {
    const stage = stageWith({ destinations: [chat] });
    stage.deliver(false);
    stage.raise('cpu');
    stage.destinations([destination('webhook:chat', { enabled: false })]);
    stage.deliver(true);
    stage.destinations([chat]);
    expect(stage.arrived()).toHaveLength(1);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu', 'raised webhook:chat cpu']);
  });
  test('that is switched on, or is new, gets what is active; one that is removed is forgotten', () => {
    const off = destination('webhook:chat', { enabled: false });
    const stage = stageWith({ destinations: [off] });
    stage.raise('cpu');
    stage.destinations([chat]);
    stage.destinations([off]);
    stage.destinations([chat, email]);
    expect(stage.queued()).toEqual(['raised webhook:chat cpu', 'raised email cpu']);
    stage.destinations([]);
    expect(stage.rows()).toEqual([]);
  });
});

test('with 400 active alerts and 10 destinations a second in which nothing is due costs a small part of one that looks at all', () => {
  const many = Array.from({ length: 10 }, (_, n) => destination(`webhook:${n}`));
  const stage = stageWith({ destinations: many, schedule: { cooldown: 30 } });
  for (let n = 0; n < 400; n++) stage.raise(`cpu${n}`);
  stage.wait(MINUTE);
  const seconds = timesOf(20 * 60, () => stage.wait(1000)).sort((a, b) => b - a);
  expect(stage.all).toHaveLength(4000);
  // In one second of each minute it looks at all 4,000 pairs.
  const [withLook = 0, without = 0] = [seconds[19], seconds[600]];
  expect(without / withLook).toBeLessThan(0.25);
});

test('what a host called its resources is one line of text in the notice, however it is sent', () => {
  const stage = stageWith({ destinations: [email] });
  stage.raise('cpu', { resourceName: 'web\r\nBcc: eve\u001b[2J', message: 'web\nAll is well\u202e.' });
  stage.wait(MINUTE);
  expect(stage.all[0]?.notice.alerts[0]?.alert).toMatchObject({
    resourceName: 'web Bcc: eve [2J',
    message: 'web All is well .',
  });
});

test('an alert that a destination fails is sent by the others, and so is its end', () => {
  const stage = createNotifyStage({ destinations: [destination('email'), destination('webhook:a')] });
  const id = 'server-problem-destination:webhook:a';
  stage.raise(id);
  stage.wait(2000);
  stage.end(id);
  stage.wait(2000);
  expect(stage.queued()).toEqual([`raised email ${id}`, `resolved email ${id}`]);
});
