import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../db/testing/postgres-databases.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import type { Journal } from './journal.ts';
import { begin, HOUR_MS, START, task } from './testing/begun-journal.ts';

const cluster = postgresDatabases();

describe('the journal of changes', () => {
  it('has a change once, with the interval between the two readings', async () => {
    const { read, lines, clock } = begin();
    read({ memory: '4096' });
    await clock.advance(HOUR_MS);
    read({ memory: '8192' });
    await clock.advance(HOUR_MS);
    read({ memory: '8192' });
    expect(await lines()).toEqual(['04:04:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192']);
  });

  it('does not call it a change when other fields are looked at, and shows nothing of which fields those are', async () => {
    const { read, lines, clock, journal } = begin();
    read({ memory: '4096', old: 'x' }, { shape: 'a' });
    await clock.advance(HOUR_MS);
    read({ memory: '8192', cores: '2' }, { shape: 'b' });
    await clock.advance(HOUR_MS);
    read({ memory: '8192', cores: '4' }, { shape: 'b' });
    expect(await lines()).toEqual([
      '04:04:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192',
      '05:04:05 since 04:04:05 changed by ? (readings) cores: 2 → 4',
    ]);
    expect((await journal.known('lab', 'lab-100')).map(({ settings }) => settings)).toEqual([
      { memory: '8192', cores: '4' },
    ]);
  });

  it('names who made a change by the task of the host, at the time of the task', async () => {
    const { read, lines, clock } = begin();
    const before = task(clock.now() - 1000, { user: 'somebody@pve' });
    read({ memory: '4096' }, { tasks: [before] });
    await clock.advance(60_000);
    const tasks = [before, task(clock.now() - 20_000)];
    read({ memory: '8192' }, { tasks });
    await clock.advance(60_000);
    read({ memory: '8192', cores: '4' }, { tasks });
    expect(await lines()).toEqual([
      '03:04:45 changed by root@pam (task) memory: 4096 → 8192',
      '03:06:05 since 03:05:05 changed by ? (readings) cores: null → 4',
    ]);
  });

  it('says of two edits within a second what both changed and who made them', async () => {
    const { read, lines, clock } = begin();
    read({ memory: '4096', cores: '1' });
    await clock.advance(60_000);
    const at = clock.now() - 10_000;
    read({ memory: '8192', cores: '2' }, { tasks: [task(at), task(at + 400, { user: 'eve@pve', id: 'second' })] });
    expect(await lines()).toEqual(['03:04:55 changed by root@pam, eve@pve (task) cores: 1 → 2, memory: 4096 → 8192']);
  });

  it('has an edit and what undid it as two changes', async () => {
    const { read, lines, clock } = begin();
    for (const memory of ['4096', '8192', '4096']) {
      read({ memory });
      await clock.advance(60_000);
    }
    expect(await lines()).toEqual([
      '03:05:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192',
      '03:06:05 since 03:05:05 changed by ? (readings) memory: 8192 → 4096',
    ]);
  });

  it('gives the task that resized a disk nothing but the disk', async () => {
    const { read, lines, clock } = begin();
    read({ memory: '4096', 'scsi0.size': '8G', 'scsi0.file': 'a' });
    await clock.advance(60_000);
    const tasks = [task(clock.now() - 5000, { touches: 'disks' })];
    read({ memory: '8192', 'scsi0.size': '16G', 'scsi0.file': 'a' }, { tasks });
    expect((await lines()).sort()).toEqual([
      '03:05:00 changed by root@pam (task) scsi0.size: 8G → 16G',
      '03:05:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192',
    ]);
  });

  it('has a guest that was removed and made again under its number as two guests', async () => {
    const { read, lines, clock } = begin();
    read({ memory: '4096' });
    await clock.advance(60_000);
    const removal = task(clock.now() - 30_000, { touches: 'removal' });
    const creation = task(clock.now() - 10_000, { touches: 'creation', user: 'eve@pve' });
    read({ memory: '512' }, { tasks: [removal, creation] });
    await clock.advance(60_000);
    read({ memory: '1024' }, { tasks: [removal, creation] });
    expect(await lines()).toEqual([
      '03:04:35 removed by root@pam (task)',
      '03:04:55 created by eve@pve (task) memory: null → 512',
      '03:06:05 since 03:05:05 changed by ? (readings) memory: 512 → 1024',
    ]);
  });

  it('has a guest that came later as created, and one that is gone as removed', async () => {
    const { read, lines, clock } = begin();
    read({ memory: '512' }, { isNew: true, tasks: [task(clock.now() - 10_000, { touches: 'creation' })] });
    await clock.advance(60_000);
    read(null);
    await clock.advance(60_000);
    read(null);
    expect(await lines()).toEqual([
      '03:03:55 created by root@pam (task) memory: null → 512',
      '03:05:05 since 03:04:05 removed by ? (readings)',
    ]);
  });

  it('tells two guests with one number apart by their birth', async () => {
    const { read, lines, clock } = begin();
    read({ memory: '512' }, { born: '1' });
    await clock.advance(60_000);
    read({ memory: '512' }, { born: '2' });
    expect(await lines()).toEqual([
      '03:05:05 since 03:04:05 removed by ? (readings)',
      '03:05:05 since 03:04:05 created by ? (readings) memory: null → 512',
    ]);
  });

  it('finds over a restart what changed meanwhile, and nothing twice', async () => {
    const first = begin();
    first.read({ memory: '4096' });
    await first.clock.advance(60_000);
    first.read({ memory: '8192' });
    await first.journal.stop();
    await first.clock.advance(HOUR_MS);
    const second = begin({ dataDir: first.dataDir }, first.clock);
    second.read({ memory: '8192' });
    await first.clock.advance(60_000);
    second.read({ memory: '2048' });
    expect(await second.lines()).toEqual([
      '03:05:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192',
      '04:06:05 since 04:05:05 changed by ? (readings) memory: 8192 → 2048',
    ]);
  });

  it('goes on over PostgreSQL on another machine, whatever the first one did last', async ({ skip }) => {
    if (noPostgres !== undefined) return skip(noPostgres);
    const url = await (await cluster()).database();
    const machine = async () => ({ backend: (await openedPostgres(url)).server.journal });
    const first = begin(await machine());
    first.read({ memory: '4096' });
    await first.clock.advance(60_000);
    first.read({ memory: '8192' });
    await first.lines();
    // It is not asked to stop.
    const second = begin(await machine(), first.clock);
    await first.clock.advance(60_000);
    second.read({ memory: '2048' });
    expect(await second.lines()).toEqual([
      '03:05:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192',
      '03:06:05 since 03:05:05 changed by ? (readings) memory: 8192 → 2048',
    ]);
    expect([...first.defects, ...second.defects]).toEqual([]);
  });

  it('writes when each of ten thousand resources was read with two rows in a second at most', async () => {
    let rows = 0;
    const { journal, clock, lines } = begin({
      change: (backend) => ({
        ...backend,
        run(sql, ...values) {
          if (sql.startsWith('INSERT INTO readings')) rows += values.length / 2;
          return backend.run(sql, ...values);
        },
      }),
    });
    const [count, parts] = [10_000, 60];
    const hour = async () => {
      for (let part = 0; part < parts; part++) {
        const settings = Array.from({ length: count / parts }, (_, n) => ({
          ...{ resource: `lab-${part}-${n}`, kind: 'guest' as const, name: 'web01', settings: {}, tasks: [] },
        }));
        const instance = { id: 'lab', kind: 'pve' as const, name: 'lab', host: 'https://lab' };
        journal.learn({ instance, at: clock.now(), outcome: { ok: true, value: { slices: {}, settings } } });
        await lines();
        await clock.advance(HOUR_MS / 2 / parts);
      }
    };
    await hour();
    rows = 0;
    for (let n = 0; n < 4; n++) await hour();
    expect(rows / (4 * 1800)).toBeLessThan(2.1);
    expect(rows).toBeGreaterThan(0);
  });

  it('takes a disk that is full, or a database that is away, for no fault of the program', async () => {
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
    const refused: unknown[] = [];
    const { read, lines, defects } = begin({
      isRefusal: (error) => refused.push(error) > 0,
      change: (backend) => ({ ...backend, commit: () => Promise.reject(full) }),
    });
    read({ memory: '4096' });
    expect(await lines()).toEqual([]);
    expect([refused, defects]).toEqual([[full], []]);
  });

  it('has a change again at the next reading when the disk refused it', async () => {
    let isFull = false;
    const { read, lines, clock, defects } = begin({
      change: (backend) => ({
        ...backend,
        async commit() {
          if (isFull) throw new Error('no room');
          await backend.commit();
        },
      }),
    });
    read({ memory: '4096' });
    await lines();
    isFull = true;
    read({ memory: '8192' });
    expect(await lines()).toEqual([]);
    expect(defects).toHaveLength(1);
    isFull = false;
    await clock.advance(HOUR_MS);
    read({ memory: '8192' });
    expect(await lines()).toEqual(['04:04:05 since 03:04:05 changed by ? (readings) memory: 4096 → 8192']);
  });

  it('gives the change of a part to what it is a part of, and forgets the parts of what is gone', async () => {
    const { read, lines, journal, clock } = begin();
    const firewall = { resource: 'lab-100/firewall', kind: 'firewall' as const, about: 'lab-100' };
    read({ memory: '512' });
    read({ 'options.enable': '1' }, firewall);
    await clock.advance(60_000);
    read({ 'options.enable': '0' }, firewall);
    await journal.page({}, 1);
    expect((await journal.page({ resource: 'lab-100' }, 10)).entries).toMatchObject([
      { kind: 'firewall', name: 'web01' },
    ]);
    read(null);
    await clock.advance(60_000);
    // Another guest with its number.
    read({ memory: '64' });
    read({ 'options.enable': '1' }, firewall);
    expect(await lines()).toEqual([
      '03:05:05 since 03:04:05 changed by ? (readings) options.enable: 1 → 0',
      '03:05:05 since 03:04:05 removed by ? (readings)',
    ]);
  });

  it('does not lose when something was read while another reading is on its way to the disk', async () => {
    const { read, lines, clock } = begin();
    const other = { resource: 'lab-101', name: 'db01' };
    read({ memory: '1' });
    read({ memory: '1' }, other);
    await lines();
    await clock.advance(60_000);
    // Both wait for the disk at the same time.
    read({ memory: '1' });
    read({ memory: '1' }, other);
    await lines();
    await clock.advance(60_000);
    read({ memory: '2' });
    read({ memory: '2' }, other);
    expect(await lines()).toEqual([
      '03:06:05 since 03:05:05 changed by ? (readings) memory: 1 → 2',
      '03:06:05 since 03:05:05 changed by ? (readings) memory: 1 → 2',
    ]);
  });

  it('starts empty with a damaged file, and says so', async () => {
    const dataDir = tempDir();
    writeFileSync(path.join(dataDir, 'journal.db'), 'no database at all, '.repeat(500));
    const { read, lines, journal, clock } = begin({ dataDir });
    expect(Object.values(journal.problems())[0]?.message).toContain('journal of changes was damaged');
    read({ memory: '4096' });
    await clock.advance(60_000);
    read({ memory: '8192' });
    expect(await lines()).toHaveLength(1);
  });

  it('forgets nothing that was written of an instance that is gone', async () => {
    const { read, lines, journal, clock } = begin();
    read({ memory: '4096' });
    await clock.advance(60_000);
    read({ memory: '8192' });
    journal.forget('lab');
    read({ memory: '1024' });
    expect(await lines()).toHaveLength(1);
  });

  it('keeps two years, and no more than its bound', async () => {
    const { read, lines, clock } = begin({ keep: { keptMs: 100 * HOUR_MS, entries: 5 } });
    for (let memory = 0; memory < 12; memory++) {
      read({ memory: String(memory) });
      await lines();
      await clock.advance(HOUR_MS);
    }
    await clock.advance(HOUR_MS);
    const kept = await lines();
    expect(kept).toHaveLength(5);
    expect(kept.at(-1)).toContain('memory: 10 → 11');
    await clock.advance(200 * HOUR_MS);
    expect(await lines()).toEqual([]);
  });

  it('pages from the newest to the oldest, by resource, kind, person and time', async () => {
    const { read, journal, clock } = begin();
    for (let memory = 0; memory < 6; memory++) {
      read({ memory: String(memory) });
      const user = memory % 2 === 0 ? 'root@pam' : 'eve@pve';
      const tasks = memory === 0 ? [] : [task(clock.now(), { user })];
      read({ memory: String(memory) }, { resource: 'lab-101', tasks });
      await clock.advance(60_000);
    }
    const fields = async (filter: Parameters<Journal['page']>[0]) =>
      (await journal.page(filter, 100)).entries.map(({ resource, changes }) => `${resource} ${changes[0]?.after}`);
    const first = await journal.page({}, 3);
    expect(first.entries.map(({ changes }) => changes[0]?.after)).toEqual(['5', '5', '4']);
    const second = await journal.page({ before: first.next }, 100);
    expect(second.entries).toHaveLength(7);
    expect(second.next).toBeUndefined();
    expect(await fields({ resource: 'lab-100', kind: 'guest' })).toHaveLength(5);
    expect(await fields({ kind: 'storage' })).toEqual([]);
    expect(await fields({ by: 'eve@pve' })).toEqual(['lab-101 5', 'lab-101 3', 'lab-101 1']);
    expect(await fields({ q: 'LAB-101' })).toHaveLength(5);
    expect(await fields({ q: 'eve@' })).toHaveLength(3);
    expect(await fields({ q: 'cores' })).toEqual([]);
    expect(await fields({ from: START + 240_000 })).toEqual(['lab-101 5', 'lab-100 5', 'lab-101 4', 'lab-100 4']);
    expect(await fields({ to: START + 60_000 })).toEqual(['lab-101 1', 'lab-100 1']);
  });
});

it('gives a migration that ran beside an edit no part of the edit', async () => {
  const { read, lines, clock } = begin();
  read({ memory: '4096', 'scsi0.size': '8G' });
  await clock.advance(60_000);
  const migration = task(clock.now() - 5000, { touches: 'disks', user: 'eve@pve' });
  read({ memory: '8192', 'scsi0.size': '8G' }, { tasks: [migration, task(clock.now() - 4000)] });
  expect(await lines()).toEqual(['03:05:01 changed by root@pam (task) memory: 4096 → 8192']);
});

it('searches for a text among some entries at once, and the next page goes on', async () => {
  const { read, journal, clock } = begin({ searchedAtOnce: 3 });
  for (let memory = 0; memory < 9; memory++) {
    read({ memory: String(memory) });
    await clock.advance(60_000);
  }
  const pages: (string | null | undefined)[][] = [];
  let before: Parameters<Journal['page']>[0]['before'];
  do {
    const { entries, next } = await journal.page({ q: '2', before }, 100);
    pages.push(entries.map(({ changes }) => changes[0]?.after));
    before = next;
  } while (before);
  // 8 changes in pages of 3: the last but one changed 2 into 3, and the last one 1 into 2.
  expect(pages).toEqual([[], ['3'], ['2']]);
});

it('knows the last change of a resource or of its node before an alert, and none after it', async () => {
  const { read, journal, clock } = begin();
  const node = { resource: 'lab-pve1', name: 'pve1' };
  read({ memory: '4096' });
  read({ dns: '10.0.0.1' }, node);
  await clock.advance(60_000);
  read({ memory: '8192' }, { tasks: [task(clock.now() - 5000)] });
  await clock.advance(60_000);
  read({ dns: '10.0.0.2' }, node);
  const alert = { resourceId: 'lab-100', node: 'pve1', metadata: { instanceId: 'lab' } };
  const before = async (ms: number) =>
    (await journal.before({ ...alert, startTime: Number.isNaN(ms) ? '' : new Date(ms).toISOString() }))?.resource;
  expect(await before(START)).toBeUndefined();
  expect(await before(START + 61_000)).toBe('lab-100');
  expect(await before(clock.now() + 1000)).toBe('lab-pve1');
  expect(await before(clock.now() + 5 * HOUR_MS)).toBeUndefined();
  expect(await before(Number.NaN)).toBeUndefined();
});
