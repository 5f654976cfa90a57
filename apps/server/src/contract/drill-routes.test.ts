// Restore tests on the whole server: handed out with a number that is free and a node that has room, shown, and ended.
import { addDrill, getDrill, listDrills } from '@belfry/schema/http/drills';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, test } from 'vitest';
import { archivesOf } from './testing/archives.ts';
import { clockAt } from './testing/clock-at.ts';
import { place } from './testing/place.ts';
import { openApp, wholeApp } from './testing/whole-app.ts';

test('a guest with a backup gets a restore test, which a viewer can read and an administrator can end', async () => {
  const clock = clockAt('2026-11-28T12:30:00Z');
  const { nodes } = await place({ clock: clock.now, calm: true });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, clock });
  const suited = async () => {
    const { storageBackups } = await archivesOf(app);
    const { vms, storage } = (await app.call('GET', '/api/state')).read(getState.reply);
    if (storage.length === 0) return undefined;
    const has = (vmid: number | undefined) => storageBackups.some((one) => one.vmid === vmid && one.type === 'qemu');
    return vms.find((guest) => guest.status === 'running' && has(guest.vmid) && !guest.diskStatusReason);
  };
  await expect.poll(suited, { interval: 1000 }).toBeDefined();
  const guest = await suited();
  const add = () => app.call('POST', '/api/drills', { body: { guest: guest?.id, ports: [22] } });
  await expect.poll(async () => (await add()).status, { interval: 1000 }).toBe(201);
  const second = (await add()).read(addDrill.reply);
  expect(second).toMatchObject({ guest: guest?.id, vmid: guest?.vmid, state: 'waiting', ports: [22] });
  const all = (await app.call('GET', `/api/drills?guest=${guest?.id}`)).read(listDrills.reply).drills;
  const numbers = all.map(({ target }) => target.vmid);
  expect(new Set(numbers).size).toBe(numbers.length);
  const shown = (await app.call('GET', `/api/drills/${second.id}`)).read(getDrill.reply);
  expect(shown.script.restore).toContain(`qmrestore '${second.backup.volid}' ${second.target.vmid} `);
  const end = () => app.call('POST', `/api/drills/${second.id}/abort`);
  expect((await end()).json).toMatchObject({ state: 'aborted' });
  expect([(await end()).status, (await app.call('POST', '/api/drills/nobody/abort')).status]).toEqual([409, 404]);
  expect(app.defects.problems()).toEqual({});
});

test('what is not known gets none', async () => {
  const app = await openApp();
  expect((await app.call('POST', '/api/drills', { body: { guest: 'nobody' } })).status).toBe(404);
  expect((await app.call('POST', '/api/drills', { body: { guest: 'nobody', ports: [0] } })).status).toBe(400);
});
