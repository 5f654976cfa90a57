// What the hosts still have of the time in which Belfry did not run, through the whole server with a cluster of the lab.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { NodeConfig } from '@belfry/schema/config/node';
import { HistoryReply, HistoryStatusReply } from '@belfry/schema/http/history';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { openEngineHistory } from '../history/testing/engine-history.ts';
import { fastClock } from './testing/fast-clock.ts';
import { wholeApp } from './testing/whole-app.ts';

const [SECOND, MINUTE] = [1000, 60_000];

test('after a restart the gap has the samples of the hosts in steps of ten seconds, marked as theirs, with a call for each node and none for each guest', async () => {
  const clock = fastClock(Date.UTC(2026, 10, 18, 9, 0, 30), 20);
  const lab = await startLab({
    nodes: 2,
    guests: 8,
    seed: 3,
    authDelayMs: 0,
    version: 9.2,
    plain: true,
    clock: clock.now,
  });
  onTestFinished(async () => {
    await lab.stop();
    clock.stop();
  });
  const nodes = lab.instances.map((instance) => NodeConfig.parse(nodeConfig(instance)));
  const dataDir = tempDir();
  const kept = tempDir();
  const start = async () => {
    const history = await openEngineHistory({ now: clock.now, clock, dataDir: kept });
    const app = await wholeApp({ clock, env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, dataDir, history });
    const imported = async () => {
      const { json } = await app.call('GET', '/api/history/status');
      const [first] = HistoryStatusReply.parse(json).imports;
      return first && first.total > 0 && first.waiting === undefined && first.done === first.total ? first : undefined;
    };
    await expect.poll(imported, { interval: 20 }).toBeDefined();
    return { app, imported };
  };
  /** A node is asked once a minute for its pressure, which is only there. */
  const isPressure = (path: string) => /\/nodes\/[^/]+\/rrddata/.test(path);
  const calls = (part: string) =>
    lab.requests.recent().filter(({ path }) => path.includes(part) && !isPressure(path)).length;

  const first = await start();
  await clock.pass(MINUTE);
  await first.app.stop();
  const stoppedAt = clock.now();
  const [means, exports] = [calls('rrddata'), lab.requests.count({ path: '/cluster/metrics/export' })];
  expect(means).toBeGreaterThan(8);
  await clock.pass(3 * MINUTE);
  const startedAt = clock.now();
  const second = await start();
  expect(await second.imported()).toMatchObject({ done: 2, total: 2, failed: 0 });
  await clock.pass(MINUTE);
  expect([calls('rrddata'), lab.requests.count({ path: '/cluster/metrics/export' }) > exports]).toEqual([means, true]);

  const running = lab.guests(lab.instances[0]?.name ?? '').filter(({ power }) => power === 'running');
  const { json } = await second.app.call('GET', '/api/state');
  const state = json as { vms: { id: string; vmid: number }[]; containers: { id: string; vmid: number }[] };
  const ids = [...state.vms, ...state.containers].filter(({ vmid }) => running.some((guest) => guest.vmid === vmid));
  expect(ids.length).toBeGreaterThan(3);
  const [from, to] = [stoppedAt - 30 * SECOND, startedAt + 30 * SECOND];
  const query = `ids=${ids.map(({ id }) => encodeURIComponent(`guest/${id}`)).join(',')}&metrics=cpu&from=${from}&to=${to}&points=500`;
  const answer = await second.app.call('GET', `/api/history?${query}`);
  for (const { id, step, mean, parts } of HistoryReply.parse(answer.json).series) {
    expect([id, step]).toEqual([id, 10_000]);
    expect([id, mean.filter((value) => value === null).length]).toEqual([id, 0]);
    expect([id, parts.map(({ source }) => source)]).toEqual([id, ['belfry', 'proxmox', 'belfry']]);
    const gap = parts[1];
    expect((gap?.to ?? 0) - (gap?.from ?? 0)).toBeGreaterThanOrEqual(2.5 * MINUTE);
  }
});
