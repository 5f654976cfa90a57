import type { Guest } from '@belfry/schema/entities/guest';
import { describe, expect, test } from 'vitest';
import { guest, node } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createTurns } from '../../testing/turns.ts';
import { createGuestRules } from '../guest.ts';
import { createNodeRules } from '../node.ts';

const HOUR = 3600;
const at = (fields: Partial<Guest>) => ({
  vms: [guest('a', 1, { node: 'n1', name: 'web', ...fields })],
  nodes: [node('a', 'n1', { uptime: 9000 })],
});
const watch = () => polled(() => [...createGuestRules(), createNodeRules()]);
const off: Partial<Guest> = { status: 'stopped', onboot: true };
const isOff = 'guest-powered-off-a-1 warning';
const isLocked = 'stale-lock-a-1 warning';

describe('a lock on which no task works', () => {
  test('excuses nothing: the guest that is off is an alert in the second poll', async () => {
    const { poll } = watch();
    expect(await poll(at({}), 90)).toEqual([]);
    expect(await poll(at({ ...off, lock: 'migrate', lockInUse: false }), 20)).toEqual([isOff]);
  });

  test('is a warning after an hour, because every further backup is refused, and ends with the lock', async () => {
    const { poll, messages } = watch();
    const locked = at({ lock: 'snapshot-delete', lockInUse: false });
    expect(await poll(locked, HOUR - 60)).toEqual([]);
    expect(await poll(locked, 500)).toEqual([isLocked]);
    expect(messages()).toEqual([
      'VM web (1) has had the lock snapshot-delete for more than an hour, and no task works on it. Backups, migrations and changes of it are refused.',
    ]);
    expect(await poll(at({}), 10)).toEqual([]);
  });
});

describe('a lock', () => {
  test('excuses a guest that is off for as long as a task works on it', async () => {
    expect(await watch().poll(at({ ...off, lock: 'backup', lockInUse: true }), 6 * HOUR)).toEqual([]);
  });

  test('excuses a guest that is off for an hour at most when nobody knows whether a task works on it', async () => {
    const { poll, messages } = watch();
    expect(await poll(at({ ...off, lock: 'backup' }), HOUR - 60)).toEqual([]);
    expect(await poll(at({ ...off, lock: 'backup' }), 500)).toEqual([isOff, isLocked]);
    expect(messages()[1]).toBe(
      'VM web (1) has had the lock backup for more than an hour. Backups, migrations and changes of it are refused.',
    );
  });

  test('of a hibernated guest may last for any time', async () => {
    expect(await watch().poll(at({ ...off, lock: 'suspended', lockInUse: false }), 3 * HOUR)).toEqual([]);
  });

  test('of another kind starts a new hour', async () => {
    const { poll } = watch();
    expect(await poll(at({ ...off, lock: 'backup' }), HOUR - 60)).toEqual([]);
    expect(await poll(at({ ...off, lock: 'migrate' }), HOUR - 60)).toEqual([]);
    await poll(at({}), 60);
    expect(await poll(at({ ...off, lock: 'migrate' }), HOUR - 60)).toEqual([]);
  });

  test('is as old after a restart as before, and raises nothing in the first poll', () => {
    const { see, wait, restart } = createTurns(() => [...createGuestRules(), createNodeRules()], { instanceId: 'a' });
    const locked = at({ lock: 'backup' });
    see(locked);
    for (let i = 0; i < 100; i++) see(locked);
    restart(30_000);
    for (let i = 0; i < 15; i++) expect(see(locked)).toEqual({});
    restart(300_000);
    expect(see(locked)).toEqual({});
    for (let i = 0; i < 11; i++) see(locked);
    expect(see(locked)).toEqual({ 'stale-lock-a-1': 'warning' });
    expect(wait(10_000)).toEqual({ 'stale-lock-a-1': 'warning' });
  });
});
