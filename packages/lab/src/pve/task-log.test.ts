// The task logs have the format of a real host.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, fetchRows, instanceOf, otherToken, type Row, token } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';

let lab: Lab;
let node = '';
const now = Date.UTC(2026, 0, 15, 12);
beforeAll(async () => {
  lab = await startLab({ nodes: 6, guests: 300, seed: 4, authDelayMs: 0, version: 9.2, clock: () => now });
});
afterAll(() => lab.stop());

type Log = { data: { n: number; t: string }[]; total: number };
const get = (path: string, headers: Record<string, string> = token(instanceOf(lab))) =>
  ask(instanceOf(lab).host, path, { headers });
async function logOf(upid: unknown, query = ''): Promise<Log> {
  const got = await get(`/nodes/${String(upid).split(':')[1]}/tasks/${upid}/log${query}`);
  expect(got.status).toBe(200);
  return JSON.parse(got.text);
}
/** All finished tasks of all nodes. */
async function tasks(): Promise<Row[]> {
  const lists = instanceOf(lab).members.map((m) => fetchRows(instanceOf(lab), `/nodes/${m.node}/tasks?limit=500`));
  return (await Promise.all(lists)).flat();
}
const result = (status: string): string => {
  if (status === 'OK') return 'TASK OK';
  return status.startsWith('WARNINGS') ? `TASK ${status}` : `TASK ERROR: ${status}`;
};

test('every log ends with the result of its task, and all results occur', async () => {
  const seen = new Set<string>();
  for (const { upid, status } of await tasks()) {
    const { data, total } = await logOf(upid, '?limit=0');
    expect(data.map(({ n }) => n)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    expect(data.at(-1)?.t).toBe(result(String(status)));
    seen.add(String(status));
  }
  expect(seen).toEqual(new Set(['OK', 'job errors', 'WARNINGS: 2', "command 'apt-get update' failed: exit code 100"]));
});

test('the log of a failed backup job names the guest that failed and the reason, and the other guests are finished', async () => {
  const failed = (await tasks()).find(({ type, status }) => type === 'vzdump' && status === 'job errors');
  const lines = (await logOf(failed?.upid, '?limit=0')).data.map(({ t }) => t);
  const broken = lines.flatMap((line) => /^ERROR: Backup of VM (\d+) failed - .+/.exec(line)?.[1] ?? []);
  const finished = lines.flatMap((line) => /^INFO: Finished Backup of VM (\d+) /.exec(line)?.[1] ?? []);
  const begun = lines.flatMap((line) => /^INFO: Starting Backup of VM (\d+) /.exec(line)?.[1] ?? []);
  expect(broken.length).toBeGreaterThan(0);
  expect(begun.toSorted()).toEqual([...broken, ...finished].toSorted());
});

test('a log has fifty lines by default, and can be read from any line on', async () => {
  const [backup] = (await tasks()).filter(({ type }) => type === 'vzdump');
  const { data: all, total } = await logOf(backup?.upid, '?limit=0');
  expect(total).toBeGreaterThan(60);
  expect(await logOf(backup?.upid)).toEqual({ data: all.slice(0, 50), total });
  expect(await logOf(backup?.upid, '?start=7&limit=3')).toEqual({ data: all.slice(7, 10), total });
});

test('a running task has a log without a result', async () => {
  const guest = lab.guests(instanceOf(lab).name).find((g) => g.power === 'running');
  node = guest?.node ?? '';
  const to = instanceOf(lab).members.find((m) => m.node !== node)?.node ?? '';
  lab.migrateGuest(instanceOf(lab).name, guest?.vmid ?? 0, to);
  const [running] = await fetchRows(instanceOf(lab), `/nodes/${node}/tasks?source=active&vmid=${guest?.vmid}`);
  expect((await logOf(running?.upid)).data.map(({ t }) => t).join('\n')).not.toContain('TASK');
});

test('an invalid UPID is 400 with the name of the parameter, and the log of an unknown task is one line that says so', async () => {
  const path = `/nodes/${instanceOf(lab).members[0]?.node}/tasks`;
  const wrong = await get(`${path}/nonsense/log`);
  expect(wrong.status).toBe(400);
  expect(JSON.parse(wrong.text).errors).toEqual({ upid: 'unable to parse worker upid' });
  const unknown = `UPID:${instanceOf(lab).members[0]?.node}:00000001:00000002:00000003:vzdump::root@pam:`;
  expect(await logOf(unknown)).toEqual({
    data: [{ n: 1, t: expect.stringMatching(/^unable to open file/) }],
    total: 1,
  });
  expect(await get(`${path}/${unknown}/status`)).toMatchObject({ status: 500, reason: 'no such task' });
});

test('a limit below zero is 400, a log of somebody else needs Sys.Audit', async () => {
  const [{ upid } = {}] = await fetchRows(instanceOf(lab), `/nodes/${instanceOf(lab).members[0]?.node}/tasks`);
  const path = `/nodes/${instanceOf(lab).members[0]?.node}/tasks/${upid}/log`;
  expect(JSON.parse((await get(`${path}?limit=-1`)).text).errors).toEqual({
    limit: 'value must have a minimum value of 0',
  });
  expect((await get(path, otherToken(lab.tokenWithout('Sys.Audit')))).status).toBe(403);
});
