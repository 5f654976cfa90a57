import type { Guest } from '@belfry/schema/entities/guest';
import { expect, test } from 'vitest';
import { guest } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createGuestRules } from '../guest.ts';

const at = (fields: Partial<Guest>) => ({ vms: [guest('a', 1, { node: 'n1', name: 'web', ...fields })] });
const watch = () => polled(createGuestRules);
const disks: Guest['disks'] = [
  { mountpoint: '/', device: 'sda', type: 'ext4', total: 100, used: 10, free: 90, usage: 10 },
];
const silent = { diskStatusReason: 'agent-not-running' } as const;
const id = 'guest-agent-a-1 warning';

test('an agent that answered before is an alert after ten minutes of silence, also when its answers are forgotten', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ disks }), 60)).toEqual([]);
  expect(await poll(at({ disks, ...silent }), 600)).toEqual([]);
  expect(await poll(at({ disks, ...silent }), 60)).toEqual([id]);
  expect(messages()).toEqual([
    'VM web (1): the guest agent does not answer any more. Its file systems are not watched.',
  ]);
  expect(await poll(at(silent), 600)).toEqual([id]);
  expect(await poll(at({ disks }), 10)).toEqual([]);
});

test.each([
  ['that never answered', silent],
  ['that is switched off', { diskStatusReason: 'agent-disabled' as const, disks }],
  ['of a guest that is stopped', { status: 'stopped', onboot: false, disks, ...silent }],
  ['that may not be asked', { diskStatusReason: 'permission-denied' as const, disks }],
])('an agent %s is no alert', async (_, fields) => {
  expect(await watch().poll(at(fields), 1200)).toEqual([]);
});

test('an alert about an agent stays after a restart, until the agent answers or is switched off', async () => {
  const before = watch();
  await before.poll(at({ disks, ...silent }), 720);
  const after = before.restart();
  expect(await after.poll(at({ diskStatusReason: 'no-data' }), 300)).toEqual([id]);
  expect(await after.poll(at(silent), 300)).toEqual([id]);
  expect(await after.poll(at({ diskStatusReason: 'agent-disabled' }), 10)).toEqual([]);
});

test('a guest in the HA state error is critical at once, and ends when it is managed again', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ haState: 'started' }), 60)).toEqual([]);
  expect(await poll(at({ haState: 'error' }), 10)).toEqual(['ha-error-a-1 critical']);
  expect(messages()).toEqual([
    'VM web (1): high availability gave up on it (status error) and does not start or move it any more.',
  ]);
  expect(await poll(at({ haState: 'error', lock: 'migrate', status: 'stopped' }), 60)).toEqual([
    'ha-error-a-1 critical',
  ]);
  expect(await poll(at({ haState: 'started' }), 10)).toEqual([]);
});
