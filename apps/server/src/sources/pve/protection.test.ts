// Replication, backup coverage, HA and privileges, as hosts write them and as they should not.
import { PveCluster, ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRights } from '../proxmox-api/granted-rights.ts';
import { answersOf } from '../testing/own-answers.ts';
import { parseAvailability } from './availability.ts';
import { jobsByGuest, replicationJobs, uncovered } from './protection.ts';
import { agentPrivilege, mayAskAgents } from './rights.ts';
import { replication } from './testing/answers.ts';

const config = { id: '100-0', type: 'local', guest: 100, jobnum: 0, target: 'pve2', schedule: '*/15' };

test('a job is judged by its last run; before that nothing is known', () => {
  const judged = (status: object) => replicationJobs([config], [{ id: '100-0', ...status }])[0]?.job.result;
  expect(replicationJobs([config], [])[0]?.job.result).toBe('unknown');
  expect(judged({ last_sync: 0 })).toBe('unknown');
  expect(judged({ last_sync: 1_715_500_000, fail_count: 0 })).toBe('ok');
  expect(judged({ last_sync: 1_715_500_000, fail_count: 2 })).toBe('failed');
  expect(judged({ error: 'exit code 255' })).toBe('failed');
});

test('a job that never ran has no time of its next run: its node says some minutes after 1970', () => {
  const [never] = replicationJobs(
    [config],
    [{ id: '100-0', last_sync: 0, last_try: 0, next_sync: 900, fail_count: 0 }],
  );
  expect(never?.job).toMatchObject({ result: 'unknown', neverRan: true });
  expect(never?.job.nextSync).toBeUndefined();
  const [tried] = replicationJobs([config], [{ id: '100-0', last_sync: 0, last_try: 1_715_500_000, pid: 77 }]);
  expect(tried?.job).toMatchObject({ result: 'unknown', running: true });
  expect(tried?.job.neverRan).toBeUndefined();
  expect(replicationJobs([config], [])[0]?.job.neverRan).toBeUndefined();
});

test('old versions write numbers as text, and a job that is switched off says so', () => {
  const given = { ...config, guest: '100', disable: '1' };
  const [found] = replicationJobs(
    [given],
    [{ id: '100-0', last_sync: '1715500000', fail_count: '0', duration: '4.6' }],
  );
  expect(found).toEqual({
    vmid: 100,
    job: {
      id: '100-0',
      target: 'pve2',
      schedule: '*/15',
      disabled: true,
      result: 'ok',
      failCount: 0,
      lastSync: '2024-05-12T07:46:40.000Z',
      durationSeconds: 5,
    },
  });
});

test('a guest with several jobs has them in order', () => {
  const jobs = replicationJobs([{ ...config, id: '100-1', target: 'pve3' }, config], []);
  expect(
    jobsByGuest(jobs)
      .get(100)
      ?.map(({ id }) => id),
  ).toEqual(['100-0', '100-1']);
});

test('an empty list of guests without a job is an answer; something else is not', () => {
  expect(uncovered([])).toEqual(new Set());
  expect(uncovered([{ vmid: 101, type: 'qemu' }, { vmid: '102' }, null])).toEqual(new Set([101, 102]));
  expect(uncovered({})).toBeUndefined();
});

test('HA: the states of nodes and guests are taken out of what the host writes', () => {
  const rows = [
    { type: 'quorum', id: 'quorum', node: 'a', status: 'OK', quorate: 1 },
    { type: 'master', id: 'master', node: 'b', status: 'b (active, Sat Nov 21 07:00:00 2026)' },
    { type: 'lrm', id: 'lrm:a', node: 'a', status: 'a (maintenance mode, Sat Nov 21 07:00:00 2026)' },
    { type: 'lrm', id: 'lrm:b', node: 'b', status: 'b (old timestamp - dead?, Sat Nov 21 06:00:00 2026)' },
    { type: 'service', id: 'service:vm:100', sid: 'vm:100', node: 'a', state: 'started', crm_state: 'started' },
    { type: 'service', id: 'service:ct:101', node: 'a', crm_state: 'error' },
    { type: 'fencing', id: 'fencing', status: 'armed' },
  ];
  expect(parseAvailability(rows)).toEqual({
    status: 'OK',
    works: true,
    master: 'b',
    nodes: new Map([
      ['a', 'maintenance mode'],
      ['b', 'old timestamp - dead?'],
    ]),
    guests: new Map([
      [100, 'started'],
      [101, 'error'],
    ]),
  });
  const dead = [{ ...rows[1], status: 'b (old timestamp - dead?, Sat Nov 21 06:00:00 2026)' }];
  expect(parseAvailability(dead)?.status).toBe('master: b (old timestamp - dead?, Sat Nov 21 06:00:00 2026)');
});

test('a manager that died in maintenance is not in maintenance only', () => {
  const row = (node: string, state: string, timestamp: number) => ({
    type: 'lrm',
    id: `lrm:${node}`,
    node,
    status: `${node} (${state}, watchdog standby, …)`,
    timestamp,
  });
  const rows = [row('a', 'idle', 9000), row('b', 'maintenance mode', 8990), row('c', 'maintenance mode', 8000)];
  expect(parseAvailability(rows)?.nodes).toEqual(
    new Map([
      ['a', 'idle'],
      ['b', 'maintenance mode'],
      ['c', 'maintenance mode, old timestamp - dead?'],
    ]),
  );
});

test('privileges count wherever they are granted; agents are asked with one name before version 9 and another since', () => {
  expect(mayAskAgents(parseRights({ '/vms/100': { 'VM.Monitor': 0 } }))).toBe(true);
  expect(mayAskAgents(parseRights({ '/': { 'VM.Audit': 1 } }))).toBe(false);
  expect(mayAskAgents(undefined)).toBe(true);
  expect([agentPrivilege('8.4.1'), agentPrivilege('9.0.3'), agentPrivilege(undefined)]).toEqual([
    'VM.Monitor',
    'VM.GuestAgent.Audit',
    'VM.GuestAgent.Audit',
  ]);
});

test('privileges are read by their names', () => {
  const found = answersOf('pve', /^\/access\/permissions$/).map(({ body }) => parseRights(body.data));
  expect(found.length).toBeGreaterThan(0);
  const names = found.flatMap((rights) => [...(rights?.names() ?? [])]);
  expect(names).toContain('Sys.Audit');
  for (const name of names) expect(name).toMatch(/^[A-Z]\w+\.\w+(\.\w+)?$/);
});

test('a replication has its guest, its target and its last run', () => {
  const found = replicationJobs(replication, replication);
  expect(found).toMatchObject([{ vmid: 100, job: { id: '100-0', target: 'beta', result: 'ok' } }]);
});

test('for any answer of a host, these give valid entities or nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue())), (any, rows) => {
      for (const { job } of replicationJobs(rows, any)) expect(ReplicationJob.parse(job)).toEqual(job);
      for (const { job } of replicationJobs(rows, rows)) expect(ReplicationJob.parse(job)).toEqual(job);
      const seen = parseAvailability(rows);
      const cluster = { id: 'a', instance: 'a', name: 'a', quorate: true, nodes: 1, nodesOnline: 1 };
      PveCluster.parse({ ...cluster, haStatus: seen?.status, haMaster: seen?.master });
      parseAvailability(any);
      uncovered(any);
      parseRights(any);
    }),
  );
});
const keys = ['id', 'guest', 'target', 'last_sync', 'fail_count', 'error', 'type', 'status', 'node', 'sid', 'duration'];

test('high availability that is disarmed does not work, and is in the words of the host', () => {
  // As recorded on 9.2.11 with its real manager.
  const words = 'disarmed, resource mode: freeze (CRM watchdog released)';
  const quorum = { id: 'quorum', quorate: 1, node: 'a', type: 'quorum', status: 'OK' };
  const master = (status: string) => ({ id: 'master', node: 'a', type: 'master', status });
  const fencing = (state: string, status: string) => ({ type: 'fencing', node: 'a', 'armed-state': state, status });
  const active = master('a (active, Sat Nov 28 00:49:17 2026)');
  expect(parseAvailability([quorum, active, fencing('disarmed', words)])).toMatchObject({
    status: words,
    works: false,
  });
  expect(parseAvailability([quorum, active, fencing('armed', 'armed (CRM watchdog active)')])).toMatchObject({
    status: 'OK',
    works: true,
  });
  expect(parseAvailability([quorum, master('a (idle, Sat Nov 28 00:49:17 2026)')])).toMatchObject({ status: 'OK' });
});
