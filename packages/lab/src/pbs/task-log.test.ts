// The task logs of a backup server have the format of a real server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type Row } from '../client.ts';
import { type BackupServer, startBackupServer } from './server.ts';

let lab: BackupServer;
beforeAll(async () => {
  lab = await startBackupServer({ seed: 3, snapshots: 60, authDelayMs: 0, clock: () => Date.UTC(2026, 0, 15, 12) });
});
afterAll(() => lab.stop());

const get = (path: string, role: Parameters<BackupServer['config']>[0] = 'audit') => {
  const { host, tokenName, tokenValue } = lab.config(role);
  return ask(host, path, { headers: { authorization: `PBSAPIToken=${tokenName}:${tokenValue}` } });
};
const logPath = (upid: unknown) => `/nodes/localhost/tasks/${encodeURIComponent(String(upid))}/log`;
const rows = async (path: string): Promise<Row[]> => JSON.parse((await get(path)).text).data;

test('the log of the last run of every job ends with its result, and the log of a killed run has none', async () => {
  const jobs = ['/admin/sync?sync-direction=all', '/admin/verify', '/admin/prune', '/admin/gc'].map(rows);
  const ran = (await Promise.all(jobs)).flat().filter((job) => job['last-run-upid'] !== undefined);
  expect(ran.length).toBeGreaterThan(5);
  for (const job of ran) {
    const { data, total } = JSON.parse((await get(logPath(job['last-run-upid']))).text);
    const state = String(job['last-run-state']);
    const last = data.at(-1).t;
    expect(data).toHaveLength(total);
    expect(last).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00: /);
    if (state === 'OK') expect(last).toMatch(/: TASK OK$/);
    else if (state === 'unknown') expect(last).not.toContain('TASK');
    else if (state.startsWith('WARNINGS')) expect(last).toContain(`: TASK ${state}`);
    else expect(last).toContain(`: TASK ERROR: ${state.replace('TASK ERROR: ', '')}`);
  }
});

test('a listed task has a log, and its lines can be read in parts', async () => {
  lab.verify('main');
  const [task] = await rows('/nodes/localhost/tasks?typefilter=verify');
  const all = await rows(logPath(task?.upid));
  expect(all.at(-1)?.t).toMatch(/: TASK OK$/);
  expect(await rows(`${logPath(task?.upid)}?start=1&limit=1`)).toEqual(all.slice(1, 2));
});

test('an invalid UPID and an unknown task are 400, other accounts may not read the log', async () => {
  expect(await get(logPath('nonsense'))).toMatchObject({ status: 400, text: expect.stringContaining('upid') });
  const [job] = await rows('/admin/prune');
  const upid = String(job?.['last-run-upid']);
  const unknown = await get(logPath(upid.replace('prunejob:', 'other:')));
  expect(unknown).toMatchObject({ status: 400, text: 'No such file or directory (os error 2)' });
  expect((await get(logPath(upid), 'datastores')).status).toBe(403);
});
