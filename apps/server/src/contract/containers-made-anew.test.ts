// A container is known by its name on its host: what people decided about it holds when an update makes it anew.

import type { Alert } from '@belfry/schema/entities/alert';
import { listActiveAlerts } from '@belfry/schema/http/alerts';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { wholeApp } from './testing/whole-app.ts';

type Reported = Parameters<typeof containerBody>[1];
const START = Date.parse('2026-06-01T12:00:00Z');
const HOUR = 3_600_000;

async function watched(clock = fakeClock(START), dataDir = tempDir()) {
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, clock, dataDir });
  return {
    app,
    clock,
    dataDir,
    alerts: async (): Promise<Alert[]> => (await app.call('GET', '/api/alerts/active')).read(listActiveAlerts.reply),
    /** One report, half a minute after the last one. */
    async report(containers: Record<string, Reported>) {
      await clock.advance(30_000);
      const bodies = Object.entries(containers).map(([id, fields]) => containerBody(id, { labels: {}, ...fields }));
      const body = reportBody({ timestamp: iso(clock.now()), containers: bodies });
      expect((await app.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
    },
  };
}
const ill = { name: 'web', health: 'unhealthy', restartPolicy: 'always' };

/** The unhealthy container `web`, acknowledged and in maintenance, and a silence about it; `steps` are the reports of its update. */
async function updated(...steps: Record<string, Reported>[]) {
  const { app, clock, alerts, report } = await watched();
  await report({ a: ill });
  const [first] = await alerts();
  if (!first) throw new Error('no alert');
  const target = { kind: 'resource', value: first.resourceId };
  await app.call('POST', `/api/alerts/${encodeURIComponent(first.id)}/acknowledge`, { body: {} });
  await app.call('POST', '/api/alerts/silences', { body: { target, reason: 'known', minutes: 60 } });
  const schedule = { kind: 'once', start: iso(clock.now() - 1000), end: iso(clock.now() + HOUR) };
  const body = { name: 'image update of web', targets: [target], schedule };
  expect((await app.call('POST', '/api/alerts/maintenance', { body })).status).toBeLessThan(300);
  const seen: string[][] = [];
  for (const step of steps) {
    await report(step);
    seen.push(
      (await alerts()).map(({ acknowledged, metadata, resourceName }) => {
        const isSame = metadata?.occurrence === first.metadata?.occurrence;
        return [
          resourceName,
          ...(isSame ? ['same'] : []),
          ...(acknowledged ? ['acknowledged'] : []),
          ...(metadata?.silenced ? ['silenced'] : []),
          ...(metadata?.maintenance ? ['maintenance'] : []),
        ].join(' ');
      }),
    );
  }
  return seen;
}
const kept = ['web same acknowledged silenced maintenance'];
const renewed = { ...ill, createdAt: '2026-06-01T12:00:00Z' };

test('an unhealthy container that an update makes anew is the same alert, acknowledged, silenced and in maintenance', async () => {
  expect(await updated({ b: renewed }, { b: renewed })).toEqual([kept, kept]);
});

test('it stays one alert while the old container is removed, and while the first check of the new one runs', async () => {
  const starting = { ...renewed, health: 'starting' };
  expect(await updated({}, { b: starting }, { b: starting }, { b: renewed })).toEqual([kept, kept, kept, kept]);
});

test.each([
  ['by its updater', 'old_web', 'web'],
  ['to any name', 'x7Gh3kQ', 'web'],
  ['with a suffix', 'web-old-20260601', 'web'],
])('the old container, renamed %s while the new one starts, is no second alert', async (_, aside, name) => {
  const both = { a: { ...ill, name: aside }, b: { ...renewed, name } };
  const stopped = { ...both, a: { ...both.a, state: 'exited', exitCode: 137, oomKilled: false } };
  expect(await updated(both, stopped, stopped, stopped)).toEqual([kept, kept, kept, kept]);
});

test('Compose makes the new container under a name of its own and renames it: one alert', async () => {
  const labels = { 'com.docker.compose.project': 'shop' };
  const made = { ...renewed, labels, name: 'aabbccddeeff_web', state: 'created', health: 'starting' };
  expect(await updated({ a: ill, b: made }, { b: { ...renewed, labels } })).toEqual([kept, kept]);
});

test('two containers with one name are one thing: the one that runs is looked at', async () => {
  const gone = { ...ill, state: 'exited', exitCode: 1 };
  expect(await updated({ a: gone, b: renewed }, { a: gone, b: renewed })).toEqual([kept, kept]);
});

test('a container that somebody renamed is another thing after a quarter of an hour', async () => {
  const both = { a: { ...ill, name: 'web-blue' }, b: { ...renewed, health: 'healthy' } };
  const { report, alerts } = await watched();
  await report({ a: ill });
  await report(both);
  expect(await alerts()).toEqual([]);
  for (let minutes = 0; minutes < 15; minutes += 0.5) await report(both);
  expect((await alerts()).map(({ resourceName }) => resourceName)).toEqual(['web-blue']);
});

test('a silence and a window that name a container by the id of its engine hold for the container with its name', async () => {
  const { app, clock, dataDir, report } = await watched();
  await report({ a: ill });
  const target = { kind: 'resource', value: 'docker:engine-1/a' };
  await app.call('POST', '/api/alerts/silences', { body: { target, reason: 'known', minutes: 60 } });
  const alert = { kind: 'alert', value: 'docker-container-health-docker:engine-1/a' } as const;
  // As an earlier version stored it.
  const schedule = { kind: 'once', start: iso(START), end: iso(START + HOUR) };
  const old = { id: 'w', by: 'ann', changedAt: iso(START), name: 'old', targets: [alert], schedule, enabled: true };
  await app.store.atomically((tx) => tx.settings.put('alerting/maintenance', [old]));
  await app.stop();
  const again = await watched(clock, dataDir);
  await again.report({ b: renewed });
  expect(
    (await again.alerts()).map(({ metadata }) => [metadata?.silenced?.reason, metadata?.maintenance?.name]),
  ).toEqual([['known', 'old']]);
});

const labelsOf = (service: string, slot: number, task: string) => ({
  'com.docker.swarm.service.name': service,
  'com.docker.swarm.service.id': `id-${service}`,
  'com.docker.swarm.task.id': task,
  'com.docker.swarm.task.name': `${service}.${slot}.${task}`,
});
const task = (id: string, fields: Reported = {}, slot = 1) => ({
  [id]: { name: `web.${slot}.${id}`, restartPolicy: '', labels: labelsOf('web', slot, id), ...fields },
});
const ended = (exitCode: number, createdAt = '2026-01-01T00:00:00Z') => ({
  ...{ state: 'exited', exitCode, oomKilled: false, health: null, createdAt, finishedAt: createdAt },
});

test('the kept containers of finished tasks are no alerts while a task of their slot runs, and one when none does', async () => {
  const { report, alerts } = await watched();
  const corpses = {
    ...task('t1', ended(137)),
    ...task('t2', ended(0)),
    ...task('t3', ended(143)),
    ...task('t4', ended(1)),
  };
  for (let i = 0; i < 3; i++) await report({ ...task('now'), ...corpses });
  expect(await alerts()).toEqual([]);
  const last = task('now', ended(2, '2026-05-01T00:00:00Z'));
  for (let i = 0; i < 3; i++) await report({ ...corpses, ...last, ...task('other', {}, 2) });
  expect((await alerts()).map(({ resourceId, message }) => [resourceId, message])).toEqual([
    ['docker:engine-1/name:web.1', 'Container web.1.now has stopped with exit code 2.'],
  ]);
});
