// What was done to guests is read from the list of tasks that is read for backups, without further calls.
import { finish } from '@belfry/lab/world/task';
import { expect, test } from 'vitest';
import { guestTasks } from './tasks.ts';
import { watchLab } from './testing/watched.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const startOf = now / 1000 - 60;
const task = (fields: object) => ({
  upid: 'UPID:a',
  node: 'pve1',
  id: '101',
  user: 'ana@pve',
  starttime: startOf,
  ...fields,
});

test('tasks that changed a guest are kept with their user, end and failure; a console is not one', () => {
  const data = [
    task({ upid: 'UPID:1', type: 'qmigrate', endtime: startOf + 30, status: 'OK' }),
    task({ upid: 'UPID:2', type: 'vzreboot' }),
    task({ upid: 'UPID:3', type: 'qmstart', endtime: startOf + 1, status: 'no such volume' }),
    task({ upid: 'UPID:4', type: 'stopall', id: '', endtime: startOf + 9, status: 'WARNINGS: 1' }),
    task({ upid: 'UPID:5', type: 'vncproxy', endtime: startOf + 1, status: 'OK' }),
    task({ upid: 'UPID:6', type: 'constructor' }),
    task({ upid: 'UPID:7', type: 'qmstop', starttime: 0 }),
    'damaged',
  ];
  expect(
    guestTasks(data, 'dc', 'pve1', now).map(({ kind, vmid, error, endTime }) => [kind, vmid, error, endTime]),
  ).toEqual([
    ['migrated', 101, undefined, '2026-11-20T23:59:30.000Z'],
    ['rebooted', 101, undefined, undefined],
    ['started', 101, 'no such volume', '2026-11-20T23:59:01.000Z'],
    ['allStopped', undefined, undefined, '2026-11-20T23:59:09.000Z'],
  ]);
});

test('a migration is there after the poll of the backups, with one call to each node; a task that runs is read until it ended', async () => {
  await using dc = await watchLab({ nodes: 2, guests: 10 });
  const [cluster] = dc.lab.clusters;
  const guest = cluster && [...cluster.guests.values()].find(({ kind }) => kind === 'qemu');
  if (!cluster || !guest) throw new Error('no guest');
  const at = Math.floor(dc.clock.now() / 1000);
  finish(cluster, guest, 'qmigrate', at - 5, at + 100);
  const calls = () => dc.lab.requests.count({ path: '/nodes/{node}/tasks' });
  const migration = async () => {
    const { tasks = [] } = await dc.poll('resources', 'backups');
    return tasks.find(({ kind, vmid }) => kind === 'migrated' && vmid === guest.vmid);
  };
  expect(await migration()).toMatchObject({ node: guest.node, user: 'operator@pve' });
  expect(await migration()).not.toHaveProperty('endTime');
  const before = calls();
  await dc.clock.advance(300_000);
  expect(await migration()).toHaveProperty('endTime');
  expect(calls() - before).toBe(2);
});
