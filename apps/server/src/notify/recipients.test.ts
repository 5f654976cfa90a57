import { emptyState } from '@belfry/domain/delta/empty-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { expect, test } from 'vitest';
import { heldBackOf, recipientsOf } from './recipients.ts';
import { alertAbout } from './subjects.ts';
import { createNotifyStage, destination, type NotifyStageOptions } from './testing/notify-stage.ts';

const quietHours = { enabled: true, start: '10:00', end: '14:00', timezone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] };
const escalation = {
  enabled: true,
  levels: [
    { after: 15, notify: 'email' as const },
    { after: 60, notify: 'all' as const },
  ],
};
const email = destination('email', { filter: { minLevel: 'critical' } });
const chat = destination('webhook:chat');
const prod = destination('webhook:prod', { filter: { tags: ['prod'] } });
const off = destination('webhook:off', { enabled: false });

const vm = aGuest({ id: 'dc-101', instance: 'dc', node: 'pve1', tags: ['prod'] });
const state = { ...emptyState, vms: [vm] };
function ask(level: 'warning' | 'critical', options: Partial<NotifyStageOptions> = {}) {
  const stage = createNotifyStage({ destinations: [email, chat, prod, off], tags: { 'dc-101': ['prod'] }, ...options });
  const alert = alertAbout({ resource: 'dc-101', type: 'cpu', level }, state, stage.now());
  const found = alert ? recipientsOf(alert, stage.notify()) : [];
  expect(stage.all).toEqual([]);
  return found.map(({ id, when, heldBack, escalations }) =>
    [id, when, heldBack?.reason ?? heldBack?.by, ...escalations.map((one) => `${one.level}@${one.after}`)]
      .join(' ')
      .trim(),
  );
}

test('for any resource and level the answer names who would be notified, and why another destination would not; nothing is sent', () => {
  expect(ask('warning')).toEqual([
    ...['email never minLevel', 'webhook:chat now', 'webhook:prod now', 'webhook:off never disabled'],
  ]);
  expect(ask('critical')[0]).toBe('email now');
  expect(ask('warning', { tags: {} })[2]).toBe('webhook:prod never tags');
  expect(ask('warning', { schedule: { quietHours } })[1]).toBe('webhook:chat later quietHours');
  expect(ask('critical', { schedule: { quietHours } })[1]).toBe('webhook:chat now');
});

test('escalations are named for the destinations they go to, whatever level these want', () => {
  expect(ask('warning', { schedule: { escalation } })).toEqual([
    ...[
      'email never minLevel 1@15 2@60',
      'webhook:chat now  2@60',
      'webhook:prod now  2@60',
      'webhook:off never disabled',
    ],
  ]);
});

test('nobody is asked about a resource that does not exist', () => {
  expect(alertAbout({ resource: 'dc-1', type: 'cpu', level: 'warning' }, state, 0)).toBeUndefined();
  expect(alertAbout({ resource: 'dc-101', type: 'cpu', level: 'warning' }, state, 0)).toMatchObject({
    ...{ resourceName: vm.name, node: 'pve1', metadata: { instanceId: 'dc', list: 'vms' } },
  });
});

test('what holds back an active alert is named for each destination, and quiet hours once', () => {
  const hours = { days: [1, 2, 3, 4, 5], start: '18:00', end: '20:00', timezone: 'UTC' };
  const night = destination('webhook:night', { filter: { hours } });
  const stage = createNotifyStage({
    destinations: [email, chat, night],
    schedule: { grouping: { enabled: true, window: 300 } },
  });
  stage.raise('cpu');
  const heldBack = () => heldBackOf(stage.occurrence('cpu'), stage.notify());
  expect(heldBack()).toEqual([
    { by: 'routing', reason: 'minLevel', destination: 'email' },
    { by: 'grouping', until: '2026-06-01T12:05:00.000Z', destination: 'webhook:chat' },
    { by: 'hours', until: '2026-06-01T18:00:00.000Z', destination: 'webhook:night' },
  ]);
  stage.wait(300_000);
  expect(heldBack().map(({ by }) => by)).toEqual(['routing', 'hours']);
  stage.schedule({ quietHours });
  stage.raise('memory', { level: 'warning' });
  expect(heldBackOf(stage.occurrence('memory'), stage.notify())).toEqual([
    { by: 'quietHours', until: '2026-06-01T14:00:00.000Z' },
    { by: 'routing', reason: 'minLevel', destination: 'email' },
  ]);
});
