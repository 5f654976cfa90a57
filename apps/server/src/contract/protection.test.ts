// The protection of guests on the whole server: from what the hosts answer to what a browser gets, and what people decide about it.
import { getDecisions, getNights } from '@belfry/schema/http/protection';
import { putTestPlans } from '@belfry/schema/http/test-plans';
import { expect, test } from 'vitest';
import { archivesOf } from './testing/archives.ts';
import { clockAt } from './testing/clock-at.ts';
import { byToken } from './testing/people.ts';
import { place } from './testing/place.ts';
import { openApp, wholeApp } from './testing/whole-app.ts';

/** Each look opens a socket, and the server refuses an address that opens too many. */
const CALM = { interval: 1000 };

/** A whole app that watches one cluster and one backup server from `time` on, when all guests are judged. */
async function watching(time: string) {
  const clock = clockAt(time);
  const { nodes } = await place({ clock: clock.now, calm: true });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, clock });
  const guests = async () => (await archivesOf(app)).guestProtection;
  await expect
    .poll(async () => {
      const states = (await guests()).map(({ state }) => state);
      return states.length > 0 && !states.includes('unknown') && states.includes('protected');
    }, CALM)
    .toBe(true);
  return { app, guests, decisions: async () => (await app.call('GET', '/api/protection/decisions')).json };
}

test('the guests of a cluster are judged by its jobs and its backups, and somebody may say that one needs none', async () => {
  const { app, guests, decisions } = await watching('2026-11-28T12:30:00Z');
  const { backupJobs } = await archivesOf(app);
  expect(backupJobs.map(({ schedule, timeZone }) => [schedule, timeZone])).toContainEqual(['01:00', 'Etc/UTC']);
  const before = await guests();
  const covered = before.find(({ state }) => state === 'protected');
  expect(covered).toMatchObject({ jobs: [expect.any(String)], lastRun: { result: 'ok' }, place: expect.any(String) });
  const id = covered?.id ?? '';

  const until = '2100-01-01T00:00:00.000Z';
  const put = await app.call('PUT', `/api/protection/exclusions/${id}`, { body: { note: 'a test machine', until } });
  expect([put.status, put.json]).toEqual([200, { guest: id, note: 'a test machine', until }]);
  await expect
    .poll(async () => (await guests()).find((guest) => guest.id === id), CALM)
    .toMatchObject({ state: 'excluded', reason: { kind: 'exclusion', text: 'a test machine' } });
  expect(await decisions()).toMatchObject({ exclusions: [{ guest: id, since: expect.any(String) }] });

  expect((await app.call('DELETE', `/api/protection/exclusions/${id}`)).status).toBe(200);
  expect((await app.call('DELETE', `/api/protection/exclusions/${id}`)).status).toBe(404);
  await expect.poll(async () => (await guests()).find((guest) => guest.id === id)?.state, CALM).toBe('protected');
});

/** Around the prune job of the lab and its nightly backups, which begin at one, and in both nights in which clocks are changed. */
const TIMES = [
  ...['2026-11-28T00:30:00Z', '2026-11-28T00:55:00Z', '2026-11-28T01:41:00Z', '2026-11-30T12:30:00Z'],
  ...['2026-11-30T23:59:00Z', '2027-03-28T01:30:00Z', '2026-10-25T00:30:00Z'],
];

test.for(TIMES)('at %s the nights of all guests come in one answer, which is sent once', async (time) => {
  const { app } = await watching(time);
  const read = async () => (await app.call('GET', '/api/protection/nights?days=14')).read(getNights.reply);
  const all = ({ instances }: Awaited<ReturnType<typeof read>>) =>
    Object.values(Object.values(instances ?? {})[0]?.guests ?? {});
  // The lab keeps the backups of a week.
  await expect.poll(async () => all(await read()).some((nights) => nights.slice(8, 13) === 'ooooo'), CALM).toBe(true);
  const answer = await read();
  const [instance] = Object.values(answer.instances ?? {});
  expect(instance?.until).toHaveLength(14);
  const letters = all(answer);
  expect(letters.length).toBeGreaterThan(0);
  for (const nights of letters) expect(nights).toMatch(/^[ofdmrpau-]{14}$/);
  // A backup that was pruned was not missed.
  expect(letters.filter((nights) => nights.includes('m'))).toEqual([]);
  const again = await app.call('GET', `/api/protection/nights?days=14&after=${answer.revision}`);
  expect(again.json).toEqual({ revision: answer.revision });
});

test('decisions are about things that exist, survive a restart, and are exported with the configuration', async () => {
  const app = await openApp();
  const call = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    app.call(method, `/api/protection/${path}`, body ? { body } : {});
  expect((await call('PUT', 'exclusions/nobody', { note: 'x' })).status).toBe(404);
  expect((await call('PUT', 'exclusions/nobody', { note: '' })).json).toMatchObject({ details: { note: 'Say why' } });
  expect((await call('PUT', `assignments/${encodeURIComponent('main/a qemu/1')}`, { guest: 'nobody' })).status).toBe(
    404,
  );
  expect((await call('POST', 'restore-tests', { guest: 'nobody', result: 'ok' })).status).toBe(404);
  expect((await call('DELETE', 'restore-tests/none')).status).toBe(404);
  const empty = { exclusions: [], assignments: [], restoreTests: [], reminderDays: 180, testPlans: [] };
  const read = async (from = app) => (await from.call('GET', '/api/protection/decisions')).read(getDecisions.reply);
  expect(await read()).toEqual(empty);
  expect((await call('PUT', 'reminder', { days: null })).json).toEqual({ days: null });

  await app.store.protection.assign({ group: 'main/a qemu/1', guest: 'dc-1' }, 'ann');
  await app.store.protection.addRestoreTest({ guest: 'dc-1', at: 1_000_000, result: 'failed', note: 'n' }, 'ann');
  await app.stop();
  const again = await openApp({}, app.dataDir);
  expect(await read(again)).toMatchObject({
    assignments: [{ group: 'main/a qemu/1', guest: 'dc-1', by: 'ann' }],
    restoreTests: [{ guest: 'dc-1', at: '1970-01-01T00:16:40.000Z', result: 'failed', note: 'n' }],
    reminderDays: null,
  });
  const plan = { name: 'Quarterly', every: 'quarter', scope: { kind: 'tag', names: [] }, count: 1, remindDays: 14 };
  const put = (plans: object[]) => again.call('PUT', '/api/protection/test-plans', { body: { plans } });
  const set = await put([plan]);
  expect(set.json).toMatchObject({ plans: [{ plan: { ...plan, id: expect.any(String) }, groups: [] }] });
  const stored = set.read(putTestPlans.reply).plans[0]?.plan;
  const changed = (await put([{ ...plan, id: stored?.id, count: 2 }])).read(putTestPlans.reply);
  expect(changed.plans[0]?.plan).toEqual({ ...stored, count: 2 });
  expect((await put([{ ...plan, every: 'day' }])).status).toBe(400);
  const passphrase = 'a long passphrase';
  const headers = await byToken('admin')(again);
  const { data } = (await again.call('POST', '/api/config/export', { headers, body: { passphrase } })).json;
  const other = await openApp();
  expect((await other.call('POST', '/api/config/import', { body: { data, passphrase } })).status).toBe(200);
  expect(await read(other)).toEqual(await read(again));

  const group = encodeURIComponent('main/a qemu/1');
  expect((await again.call('DELETE', `/api/protection/assignments/${group}`)).status).toBe(200);
  expect((await read(again)).assignments).toEqual([]);
});
