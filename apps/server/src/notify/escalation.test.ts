// When nobody has an alert in hand: further destinations are notified, level by level.
import { describe, expect, test } from 'vitest';
import { createNotifyStage, destination, type NotifyStageOptions } from './testing/notify-stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = destination('email');
const chat = destination('webhook:chat');
const stageWith = (options: Partial<NotifyStageOptions> = {}) =>
  createNotifyStage({ destinations: [email, chat], ...options });
const at = (text: string) => Date.parse(`2026-06-01T${text}:00Z`);
const quietHours = { enabled: true, start: '22:00', end: '08:00', timezone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] };

describe('an escalation', () => {
  const levels = [
    { after: 15, notify: 'email' as const },
    { after: 30, notify: 'webhook' as const },
    { after: 60, notify: 'all' as const },
  ];
  const phone = destination('push:1', { channel: 'push', service: 'push', filter: { minLevel: 'critical' } });
  const escalation = { enabled: true, levels };
  test('goes to exactly the channel it names, once for each level, and to a destination that wants higher levels only', () => {
    const stage = stageWith({ destinations: [email, chat, phone], schedule: { escalation } });
    stage.raise('cpu');
    stage.wait(14 * MINUTE);
    expect(stage.queued()).toEqual(['raised email cpu', 'raised webhook:chat cpu']);
    stage.wait(MINUTE);
    expect(stage.queued()).toEqual(['escalated email cpu']);
    expect(stage.all.at(-1)?.notice.alerts[0]?.escalation).toBe(1);
    stage.wait(15 * MINUTE);
    expect(stage.queued()).toEqual(['escalated webhook:chat cpu']);
    stage.restart();
    stage.wait(5 * HOUR);
    expect(stage.queued()).toEqual(['escalated email cpu', 'escalated webhook:chat cpu', 'escalated push:1 cpu']);
    expect(stage.all.at(-1)?.notice.alerts[0]?.escalation).toBe(3);
    stage.end('cpu');
    expect(stage.queued()).toEqual(['resolved email cpu', 'resolved webhook:chat cpu', 'resolved push:1 cpu']);
  });
  test('is not for acknowledged alerts, nor where a filter does not let the alert through', () => {
    const other = destination('webhook:other', { filter: { types: ['memory'] } });
    const stage = stageWith({ destinations: [email, other], schedule: { escalation } });
    stage.raise('cpu');
    stage.wait(10 * MINUTE);
    stage.change('cpu', { acknowledged: true });
    stage.wait(5 * HOUR);
    expect(stage.queued()).toEqual(['raised email cpu']);
    stage.change('cpu', { acknowledged: false });
    stage.wait(2 * HOUR);
    expect(stage.queued()).toEqual(['escalated email cpu', 'escalated email cpu']);
  });
  test('counts from the end of the quiet hours that held the alert back', () => {
    const stage = stageWith({ destinations: [email], schedule: { escalation, quietHours }, start: at('23:00') });
    stage.raise('cpu');
    stage.wait(9 * HOUR);
    expect(stage.queued()).toEqual(['digest email cpu']);
    stage.wait(15 * MINUTE);
    expect(stage.queued()).toEqual(['escalated email cpu']);
  });
});
