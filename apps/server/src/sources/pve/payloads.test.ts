// All data of recorded answers must be read; an invalid part of an answer must not affect the rest.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answersOf } from '../testing/own-answers.ts';
import type { Recording } from '../testing/recordings.ts';
import { parseResources } from './payloads.ts';
import { oldContainers } from './testing/answers.ts';

type Row = Record<string, unknown>;
const rowsOf = ({ body }: Recording): Row[] => body.data as Row[];
const qemu: Row = {
  id: 'qemu/100',
  type: 'qemu',
  vmid: 100,
  node: 'pve1',
  name: 'web',
  status: 'running',
  cpu: 0.5,
  maxcpu: 4,
  mem: 1e9,
  maxmem: 2e9,
  disk: 0,
  maxdisk: 3e10,
  uptime: 60,
  netin: 1,
  netout: 2,
  diskread: 3,
  diskwrite: 4,
  tags: 'a;b',
  template: 0,
};
const lxc: Row = { ...qemu, id: 'lxc/101', type: 'lxc', vmid: 101, name: 'db', disk: 5e9 };
const node: Row = {
  id: 'node/pve1',
  type: 'node',
  node: 'pve1',
  status: 'online',
  cpu: 0.1,
  maxcpu: 8,
  mem: 1,
  maxmem: 2,
};
const storage: Row = {
  id: 'storage/pve1/local',
  type: 'storage',
  storage: 'local',
  node: 'pve1',
  status: 'available',
  plugintype: 'dir',
  content: 'iso,backup',
  shared: 0,
  disk: 1,
  maxdisk: 2,
};
const junk = fc.oneof(
  fc.anything(),
  fc.constantFrom<unknown>(null, '', ' ', 'NaN', '1e30', -1, 1e30, Number.NaN, Infinity, [], {}, true, '\u0000'),
);

describe('recorded answers', () => {
  const lists = answersOf('pve', /^\/cluster\/resources$/);

  test('every guest, node and storage of every recorded list is found, once, with nothing dropped', () => {
    expect(lists.length).toBeGreaterThan(0);
    for (const recording of lists) {
      const rows = rowsOf(recording);
      const found = parseResources(rows);
      const of = (...types: string[]) => rows.filter((r) => types.includes(String(r.type)) && r.template !== 1);
      expect(
        found?.guests.map((g) => g.vmid),
        recording.file,
      ).toEqual(of('qemu', 'lxc').map((r) => r.vmid));
      expect(
        found?.nodes.map((n) => n.name),
        recording.file,
      ).toEqual(of('node').map((r) => r.node));
      expect(
        found?.storages.map((s) => s.name),
        recording.file,
      ).toEqual(of('storage').map((r) => r.storage));
      expect(found?.dropped, recording.file).toEqual([]);
    }
  });

  test('the figures of recorded nodes are fractions, bytes and seconds, as sent', () => {
    const recordings = answersOf('pve', /^\/nodes$/);
    expect(recordings.length).toBeGreaterThan(0);
    for (const recording of recordings)
      for (const [i, row] of rowsOf(recording).entries()) {
        const { cpu, cpus, mem, maxmem, uptime } = parseResources([{ type: 'node', ...row }])?.nodes[0] ?? {};
        expect({ cpu, cpus, mem, maxmem, uptime }, `${recording.file}, row ${i}`).toEqual({
          cpu: row.cpu,
          cpus: row.maxcpu,
          mem: row.mem,
          maxmem: row.maxmem,
          uptime: row.uptime,
        });
      }
  });

  test('numbers that old versions send as text are numbers', () => {
    const found = parseResources(oldContainers.map((row) => ({ ...row, node: 'pve' })));
    expect(found?.guests.map((g) => [g.vmid, g.disk, g.maxdisk])).toEqual(
      oldContainers.map((row) => [Number(row.vmid), Number(row.disk), Number(row.maxdisk)]),
    );
  });

  test('no field of a recorded row can be lost or turned to junk so that other rows disappear', () => {
    for (const recording of lists) {
      const rows = rowsOf(recording);
      const spoil = fc.record({
        at: fc.nat(rows.length - 1),
        key: fc.constantFrom(...new Set(rows.flatMap(Object.keys))),
        junk,
      });
      fc.assert(
        fc.property(spoil, fc.boolean(), ({ at, key, junk }, remove) => {
          const spoiled = rows.map((row, i) => (i === at ? { ...row, [key]: junk } : row));
          if (remove) delete spoiled[at]?.[key];
          expectOthersKept(rows, spoiled, at);
        }),
        { numRuns: 200 },
      );
    }
  });
});

/** One spoiled row may vanish or change, or take the place of one other by pretending its id; it harms no more. */
function expectOthersKept(rows: Row[], spoiled: Row[], at: number): void {
  const count = (list: Row[]) => {
    const found = parseResources(list);
    return found ? found.guests.length + found.nodes.length + found.storages.length : -1;
  };
  const others = rows.filter((_, i) => i !== at);
  expect(count(spoiled)).toBeGreaterThanOrEqual(count(others));
  expect(count(spoiled)).toBeLessThanOrEqual(count(others) + 1);
}

test('for any content of a row, the other rows are read', () =>
  fc.assert(
    fc.property(junk, (row) => {
      const found = parseResources([row, qemu, lxc, node, storage]);
      expect(found?.guests.length).toBeGreaterThanOrEqual(2);
      expect(found?.nodes.map((n) => n.name)).toContain('pve1');
      expect(found?.storages.map((s) => s.name)).toContain('local');
    }),
  ));

test('any figures of a guest are read as usable numbers or not at all', () =>
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(qemu).filter((k) => k !== 'template')), junk),
      (spoiled) => {
        for (const guest of parseResources([{ ...qemu, ...spoiled }])?.guests ?? []) {
          const { counters, cpu, mem, maxmem, uptime, disk, maxdisk, cpus } = guest;
          for (const value of [cpu, mem, maxmem, uptime, disk, maxdisk, cpus, ...Object.values(counters)])
            expect(value === undefined || (value >= 0 && value <= 1e18)).toBe(true);
          expect(Number.isInteger(guest.vmid) && guest.vmid > 0).toBe(true);
        }
      },
    ),
  ));

test('an answer that is not a list does not count as an empty list', () =>
  fc.assert(
    fc.property(junk, (data) => {
      expect(parseResources(data) === undefined).toBe(!Array.isArray(data));
    }),
  ));

test('a malformed guest is dropped and named; templates and rows of unknown types are skipped in silence', () => {
  const found = parseResources([
    { type: 'qemu', id: 'qemu/x' },
    { ...qemu, template: 1 },
    { type: 'sdn', id: 'sdn/zone' },
    { type: 'hologram', id: 'hologram/1' },
    lxc,
    lxc,
    42,
  ]);
  expect(found?.guests.map((g) => g.vmid)).toEqual([101]);
  expect(found?.dropped).toEqual([
    'a guest without vmid or node (qemu/x)',
    'a second row of guest 101',
    'a row that is no object',
  ]);
});

test('a row without its type or number is known by its id', () => {
  const { type: _, vmid: __, ...anonymous } = qemu;
  expect(parseResources([anonymous])?.guests).toEqual(parseResources([qemu])?.guests);
});

test.each([
  ['a;b', ['a', 'b']],
  ['a,b', ['a', 'b']],
  ['a b', ['a', 'b']],
  [' ', []],
  ['', []],
  [undefined, []],
  ['a;a', ['a']],
])('tags %j are %j', (tags, expected) => {
  expect(parseResources([{ ...qemu, tags }])?.guests[0]?.tags).toEqual(expected);
});
