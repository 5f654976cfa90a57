// Without a privilege only its own data is missing, and the privilege is named until it is granted.

import { expect, test } from 'vitest';
import { REFUSED_REST_MS } from '../proxmox-api/denials.ts';
import type { Emitted } from '../source.ts';
import { watchLab } from './testing/watched.ts';

const all = ['nodes', 'storage', 'physical-disks', 'backups', 'availability', 'protection', 'rights'];

test.each([
  [
    'Sys.Audit',
    ['vms', 'storage'],
    {
      cluster: 'Sys.Audit on /',
      'node status': 'Sys.Audit on /nodes/pve-east-01',
      'ZFS pools': 'Sys.Audit on /',
      'physical disks': 'Sys.Audit on /nodes/pve-east-01',
      'high availability': 'Sys.Audit on /',
      'backup jobs': 'Sys.Audit on /',
      'backup tasks': 'Sys.Audit on /nodes',
      'time zone': 'Sys.Audit on /nodes/pve-east-01',
    },
  ],
  ['Datastore.Audit Datastore.AllocateSpace', ['vms', 'nodes'], { storages: 'Datastore.Audit on /storage' }],
  [
    'Datastore.Allocate',
    ['vms', 'storage'],
    { 'backups on storages': 'Datastore.AllocateSpace on /storage and VM.Backup on /vms' },
  ],
  ['VM.Audit', ['nodes', 'storage'], { guests: 'VM.Audit on /vms' }],
] as const)(
  'without %s only its own data is missing, and the missing privilege is named',
  async (lack, there, gaps) => {
    await using dc = await watchLab({ nodes: 3, guests: 30, everything: true, lacks: lack.split(' ') });
    const seen = await dc.poll('resources', ...all);
    for (const slice of there) expect(seen[slice]?.length, slice).toBeGreaterThan(0);
    const found = all.flatMap((poll) => dc.gaps(poll));
    expect(Object.fromEntries(found.map(({ part, needs }) => [part, needs]))).toEqual(gaps);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['forbidden']));
  },
);

test('refused data is requested again after ten minutes, and the gap disappears when the privilege is granted', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 10, lacks: ['Sys.Audit'] });
  const asked = () => dc.lab.requests.count({ path: '/cluster/ha/status/current' });
  for (let run = 0; run < 5; run++) await dc.poll('resources', 'availability');
  expect(asked()).toBe(1);
  expect(dc.gaps('availability')).toHaveLength(1);

  dc.token.lacks.delete('Sys.Audit');
  await dc.clock.advance(REFUSED_REST_MS - 1000);
  await dc.poll('availability');
  expect(dc.gaps('availability')).toHaveLength(1);
  await dc.clock.advance(1000);
  await dc.poll('nodes', 'availability');
  expect(asked()).toBe(2);
  expect(dc.gaps('availability')).toEqual([]);
  expect((await dc.poll('resources')).nodes?.every((n) => n.haState !== undefined)).toBe(true);
});

test('with few privileges, a large cluster gets a few refused calls of each kind and one log line per privilege, and the gaps stay visible', async () => {
  const lines: string[] = [];
  const lacks = [
    'Sys.Audit',
    'VM.GuestAgent.Audit',
    'Datastore.Audit',
    'Datastore.Allocate',
    'Datastore.AllocateSpace',
  ];
  await using dc = await watchLab({ nodes: 20, guests: 400, lacks }, {}, (line) => lines.push(line));
  const observed = new Map<string, Emitted>();
  const polling = dc.start((o) => observed.set(o.poll, o));
  await dc.pass(70);
  const refused = dc.lab.requests.recent().filter(({ status }) => status === 403);
  const kinds = new Set(refused.map(({ path }) => path));
  expect(kinds.size).toBeGreaterThan(4);
  // Three answers prove it, and two more calls may be under way by then.
  expect(refused.length).toBeLessThanOrEqual(kinds.size * 5);
  expect(lines.filter((line) => line.includes('may not be seen'))).toHaveLength(4);
  const gaps = [...observed.values()].flatMap(({ outcome }) => (outcome.ok ? (outcome.value.gaps ?? []) : []));
  expect(gaps.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['cluster', 'node status', 'guest agents', 'physical disks', 'storages']),
  );

  // Rights that are granted later are seen within minutes.
  dc.token.lacks.clear();
  await dc.pass(360);
  const left = [...observed.values()].flatMap(({ outcome }) => (outcome.ok ? (outcome.value.gaps ?? []) : []));
  expect(left).toEqual([]);
  await polling.stop();
});

test('an account with all privileges has no gaps', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 20, everything: true });
  await dc.poll('resources', ...all);
  expect(all.flatMap((poll) => dc.gaps(poll))).toEqual([]);
});
