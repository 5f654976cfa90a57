// Updates on the whole server: status, instructions instead of an installation, history of versions.
import { listUpdates } from '@belfry/schema/http/updates';
import { expect, test } from 'vitest';
import { openApp } from '../../contract/testing/whole-app.ts';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { NO_FEED } from './updates.ts';

test('GET /api/version describes the running version completely', async () => {
  const app = await openApp();
  const reply = (await app.call('GET', '/api/version')).json;
  expect(reply).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    build: 'development',
    runtime: `node ${process.versions.node}`,
    channel: 'stable',
    isDocker: false,
    isDevelopment: true,
    deploymentType: 'development',
    updateAvailable: false,
    latestVersion: reply.version,
  });
  const docker = await openApp({ BELFRY_DOCKER: 'true' });
  expect((await docker.call('GET', '/api/version')).json).toMatchObject({ isDocker: true, deploymentType: 'docker' });
});

test('without a configured list of releases, every field of the status shows that', async () => {
  const app = await openApp();
  expect((await app.call('GET', '/api/updates/check')).json).toMatchObject({ available: false, warning: NO_FEED });
  expect((await app.call('GET', '/api/updates/status')).json).toEqual({
    status: 'idle',
    progress: 0,
    message: NO_FEED,
    error: '',
    updatedAt: expect.stringMatching(/^\d{4}-/),
    hasFeed: false,
    named: { id: 'noFeed', values: {} },
  });
});

test('an update call is refused with instructions for the kind of installation', async () => {
  const app = await openApp({ BELFRY_DOCKER: 'true' });
  const reply = await app.call('POST', '/api/updates/apply', { body: { version: '9.9.9' } });
  const { error, plan } = reply.json;
  expect([reply.status, plan]).toMatchObject([409, { canAutoUpdate: false }]);
  expect(error).toContain('Belfry does not replace itself');
  expect(plan).toHaveProperty('instructions.0', expect.stringMatching(/^Pull the image of version 9\.9\.9/));
  expect((await app.call('GET', '/api/updates/plan?version=v9.9.9')).json).toEqual(plan);
  expect((await app.call('GET', '/api/updates/plan')).status).toBe(400);
  for (const version of [
    'latest',
    '1.2',
    '1.2.3;reboot',
    '1.2.3 && reboot',
    `1.2.3-${'x'.repeat(64)}`,
    '1.2.3%0areboot',
  ]) {
    expect([version, (await app.call('GET', `/api/updates/plan?version=${version}`)).status]).toEqual([version, 400]);
    const applied = await app.call('POST', '/api/updates/apply', { body: { version } });
    expect([version, applied.status]).toEqual([version, 400]);
  }
  expect((await app.call('GET', '/api/updates/plan?version=1.2.3-rc.1&channel=nightly')).status).toBe(400);
});

test('the status can be asked for twice a second for two minutes by one client', async () => {
  const app = await openApp();
  const statuses = await Promise.all(Array.from({ length: 240 }, () => app.call('GET', '/api/updates/status')));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
});

test('the first start of a version is recorded once; the first version has no predecessor', async () => {
  const { versionChanges } = await tempStore();
  const starts: boolean[] = [];
  for (const [n, version] of ['1.0.0', '1.0.0', '1.1.0', '1.1.0', '1.0.0'].entries())
    starts.push(await versionChanges.started(version, 'docker', n));
  expect(starts).toEqual([false, false, true, false, true]);
  expect((await versionChanges.list(10)).map(({ at, versionFrom, versionTo }) => [at, versionFrom, versionTo])).toEqual(
    [
      [4, '1.1.0', '1.0.0'],
      [2, '1.0.0', '1.1.0'],
    ],
  );
  expect(await versionChanges.list(1)).toHaveLength(1);
});

test('the history lists every change with its details, and each change can be read by its id', async () => {
  const dataDir = tempDir();
  const before = await openApp({}, dataDir);
  await before.store.versionChanges.started('0.0.1', 'docker', 1000);
  await before.stop();
  const app = await openApp({}, dataDir);
  const history = await app.call('GET', '/api/updates/history?limit=5&status=success');
  const entries = history.read(listUpdates.reply);
  expect(entries[0]).toMatchObject({
    ...{ action: 'update', version_from: '0.0.1', status: 'success', deployment_type: 'development' },
  });
  expect(entries[1]).toMatchObject({ action: 'rollback', version_to: '0.0.1', deployment_type: 'docker' });
  const one = await app.call('GET', `/api/updates/history/entry?id=${entries[0]?.event_id}`);
  expect(one.json).toEqual(entries[0]);
  expect((await app.call('GET', '/api/updates/history?status=failed')).json).toEqual([]);
  expect((await app.call('GET', '/api/updates/history/entry?id=nobody')).status).toBe(404);
});
