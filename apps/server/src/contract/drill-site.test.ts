// A restore test of a guest of a site: the collector looks at the copy, and the server judges it as it does without one.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { addDrill, getDrill } from '@belfry/schema/http/drills';
import { addNode } from '@belfry/schema/http/nodes';
import { addSite } from '@belfry/schema/http/sites';
import { expect, onTestFinished, test } from 'vitest';
import { startCollector } from '../collector/collector.ts';
import { join } from '../collector/join.ts';
import { membershipIn } from '../collector/membership.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { noHistory } from '../history/no-history.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { archivesOf } from './testing/archives.ts';
import { configuredApp } from './testing/whole-app.ts';

const CALM = { interval: 500 };

test('a restore test of a guest behind a collector passes when everything was seen, and is done when the copy is gone', async () => {
  const lab = await startLab({ nodes: 2, guests: 20, seed: 11, version: 9.2, authDelayMs: 0, plain: true, calm: true });
  onTestFinished(() => lab.stop());
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const app = await configuredApp();
  const as = { headers: { 'x-api-token': app.token } };
  const site = (await app.call('POST', '/api/sites', { ...as, body: { name: 'Bern' } })).read(addSite.reply);
  const dataDir = tempDir();
  expect((await join({ url: `http://${app.host}`, token: site.token, dataDir, replace: false })).ok).toBe(true);
  const membership = membershipIn(dataDir);
  if (!membership) throw new Error('it has not joined');
  const parts = createParts({ onDefect: (error) => expect.fail(String(error)), clock: systemClock });
  const collector = startCollector({
    ...{ dataDir, membership, version: 'test', history: noHistory, uptime: () => performance.now(), parts },
    ...{ clock: systemClock, log: createLogger('silent') },
  });
  onTestFinished(collector.stop);
  const { user: _u, password: _p, ...host } = nodeConfig(instance);
  const body = { ...host, site: site.id };
  const { node } = (await app.call('POST', '/api/config/nodes', { ...as, body })).read(addNode.reply);

  const guest = lab
    .guests(instance.name)
    .find(({ kind, template, vmid }) => kind === 'lxc' && !template && lab.backupTimes(instance.name, vmid).length > 0);
  if (!guest) throw new Error('the lab has no container with a backup');
  const id = `${node.instance}-${guest.vmid}`;
  const hasBackup = async () =>
    (await archivesOf(app, as.headers)).storageBackups.some(({ vmid }) => vmid === guest.vmid);
  await expect.poll(hasBackup, CALM).toBe(true);
  const handed = await app.call('POST', '/api/drills', { ...as, body: { guest: id } });
  expect([handed.status, handed.json.error]).toEqual([201, undefined]);
  const { id: drill, target, backup } = handed.read(addDrill.reply);
  const seen = async () => (await app.call('GET', `/api/drills/${drill}`, as)).read(getDrill.reply).drill;

  const copy = { of: guest.vmid, vmid: target.vmid, node: target.node, seconds: 2, bootSeconds: 0 };
  lab.restoreGuest(instance.name, { ...copy, time: Date.parse(backup.time) / 1000 });
  await expect.poll(async () => (await seen()).seen.map(({ step }) => step), CALM).toContain('restoreEnded');
  lab.startGuest(instance.name, target.vmid);
  await expect.poll(async () => (await seen()).state, CALM).toBe('passed');
  lab.removeGuest(instance.name, target.vmid);
  await expect.poll(async () => (await seen()).state, CALM).toBe('done');
  expect(await seen()).toMatchObject({ restoreMs: expect.any(Number), archive: expect.any(String) });
});
