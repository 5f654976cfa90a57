// What the file of alerts guarantees beyond its stores: updates from the first release and the way back, rows that cannot be read, newer
// files, and one transaction for alerts and messages.
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createAlertWrites } from './alert-writes.ts';
import { type AlertsFile, openAlertsFile } from './alerts-file.ts';
import { WITHOUT_WAITING } from './alerts-schema.ts';
import { copyDatabase } from './backup/database-copy.ts';
import { openExportQueue } from './export-queue-file.ts';
import { openDatabase } from './open.ts';
import { openStore } from './open-store.ts';
import { openSetAside } from './set-aside.ts';
import { notifiedRow, openDelivery } from './testing/deliveries.ts';
import { writeAsFirstRelease } from './testing/first-release.ts';
import { occurrence } from './testing/occurrences.ts';
import { START, tempDir } from './testing/temp-store.ts';

const log = createLogger('silent');
const clock = fakeClock(START);

function start(dataDir: string) {
  const setAside = openSetAside({ dataDir, clock, log });
  const file = openAlertsFile({ dataDir, setAside, clock, log });
  onTestFinished(file.close);
  return { ...file, setAside, copies: () => linesIn(path.join(dataDir, 'set-aside.jsonl')) };
}
const linesIn = (file: string): { what: string; content: { entry?: string } }[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
const contents = async ({ alerts, outbox }: Pick<AlertsFile, 'alerts' | 'outbox'>) => ({
  active: (await alerts.open()).map(({ id }) => id),
  waiting: (await outbox.open()).map(({ delivery }) => delivery.id),
  told: (await outbox.notified()).map(({ notified, reached }) => `${notified.occurrence} ${reached}`),
  log: (await outbox.find({}, 100, 0)).map(({ id, state }) => `${id} ${state}`),
});
function change(dataDir: string, sql: string): void {
  const db = openDatabase(path.join(dataDir, 'alerts.db'));
  db.exec(sql);
  db.close();
}

const sent = openDelivery('first', { occurrences: ['o1'], state: 'sent', attempts: 1, endedAt: iso(START) });
const earlier = {
  occurrences: [occurrence('o1', { notified: true }), occurrence('o2'), occurrence('past', { resolvedAt: START })],
  deliveries: [sent, openDelivery('waits', { occurrences: ['o2'], state: 'failed', attempts: 3 })],
  told: [notifiedRow('o1', 'webhook:a', { reached: true }), notifiedRow('o2')],
};
const expected = {
  ...{ active: ['o1', 'o2'], waiting: ['waits'], told: ['o1 true', 'o2 false'] },
  log: ['waits failed', 'first sent'],
};

test('an update from the first release keeps active alerts, told messages and the full outbox; nothing is set aside', async () => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  const file = start(dataDir);
  expect(await contents(file)).toEqual(expected);
  expect([file.problems(), file.setAside.problems()]).toEqual([{}, {}]);
  expect(readdirSync(path.join(dataDir, 'backups')).sort()).toEqual([
    'alerts-20260102T030405Z-v1.db',
    'outbox-20260102T030405Z-v1.db',
  ]);
  file.close();
  expect(await contents(start(dataDir))).toEqual(expected);
});

test('the first release finds all of it again under the name it knows, and what it writes is there after the next update', async () => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  const file = start(dataDir);
  await file.save({
    occurrences: [occurrence('o3')],
    messages: {
      put: [openDelivery('third', { occurrences: ['o3'] })],
      updated: [],
      notified: [notifiedRow('o3')],
      forgotten: [],
    },
  });
  // Not closed: it was killed.
  const old = openDatabase(path.join(dataDir, 'outbox.db'));
  expect(old.prepare('SELECT id FROM deliveries WHERE ended_at IS NULL ORDER BY number').all()).toEqual([
    { id: 'waits' },
    { id: 'third' },
  ]);
  old.close();
  file.close();
  writeAsFirstRelease(dataDir, { told: [notifiedRow('o2', 'webhook:a', { reached: true })] });
  const again = await contents(start(dataDir));
  expect(again.told).toEqual(['o1 true', 'o2 true', 'o3 false']);
  expect([again.waiting, again.active]).toEqual([
    ['waits', 'third'],
    ['o1', 'o2', 'o3'],
  ]);
});

test('an outbox that the first release began anew is taken over too, also when that was interrupted', async () => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  start(dataDir).close();
  rmSync(path.join(dataDir, 'outbox.db'));
  writeAsFirstRelease(dataDir, {
    deliveries: [openDelivery('waits', { occurrences: ['o2'], state: 'sent', attempts: 4, endedAt: iso(START) })],
    told: [notifiedRow('o2', 'webhook:a', { reached: true })],
  });
  // The rows were taken over, and the process was killed before it renamed the file.
  const other = path.join(dataDir, 'other.db');
  start(dataDir).close();
  renameSync(path.join(dataDir, 'backups', 'outbox-20260102T030405Z-v1.db'), other);
  rmSync(path.join(dataDir, 'outbox.db'));
  renameSync(other, path.join(dataDir, 'outbox.db'));
  const file = start(dataDir);
  expect(await contents(file)).toEqual({
    ...{ active: ['o1', 'o2'], waiting: [], told: ['o1 true', 'o2 true'] },
    log: ['waits sent', 'first sent'],
  });
  expect(lstatSync(path.join(dataDir, 'outbox.db')).isSymbolicLink()).toBe(true);
});

test('a damaged outbox of the first release is set aside, and the alerts stay', async () => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  writeFileSync(path.join(dataDir, 'outbox.db'), 'no database, but longer than a header'.repeat(100));
  const file = start(dataDir);
  expect((await contents(file)).active).toEqual(['o1', 'o2']);
  expect(file.problems().outbox?.message).toContain('outbox-damaged-20260102T030405Z.db');
});

test.for<[string, string, string, Partial<typeof expected>]>([
  [
    'an active alert',
    `UPDATE occurrences SET entry = json_remove(entry, '$.alert.level') WHERE id = 'o1'`,
    'the active alert o1 of mail',
    { active: ['o2'] },
  ],
  [
    'a message that waited',
    `UPDATE deliveries SET notice = '{}' WHERE id = 'waits'`,
    'a message that waited to webhook:a',
    { waiting: [], log: ['first sent'] },
  ],
  [
    'what was told',
    `UPDATE told SET entry = 'no JSON' WHERE occurrence = 'o2'`,
    'what was told about alert o2 to webhook:a',
    { told: ['o1 true'] },
  ],
])('%s that cannot be read is set aside as a row, once, and costs nothing else', async ([, sql, what, rest]) => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  start(dataDir).close();
  change(dataDir, sql);
  const file = start(dataDir);
  expect(await contents(file)).toEqual({ ...expected, ...rest });
  expect(file.problems()).toEqual({});
  expect(file.copies().map((copy) => copy.what)).toEqual([what]);
  expect(file.setAside.problems()['set-aside']?.message).toContain(`1 stored row and works without: ${what}`);
  file.close();
  const again = start(dataDir);
  expect(await contents(again)).toEqual({ ...expected, ...rest });
  expect(again.copies()).toHaveLength(1);
  expect(again.setAside.problems()['set-aside']?.message).toContain(what);
});

test('an alert and what was told about it are kept where only details cannot be read, so that nothing is sent again', async () => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  start(dataDir).close();
  change(
    dataDir,
    `UPDATE occurrences SET entry = json_set(entry, '$.changes', 'of a newer version') WHERE id = 'o1';
    UPDATE told SET entry = json_remove(entry, '$.escalation') WHERE occurrence = 'o1'`,
  );
  const file = start(dataDir);
  expect(await contents(file)).toEqual(expected);
  expect(file.copies().map(({ what }) => what)).toEqual([
    'the active alert o1 of mail',
    'what was told about alert o1 to webhook:a',
  ]);
});

test('a copy for a backup has what was told, and no message that waits: an alert that none had reached is told anew', async () => {
  const dataDir = tempDir();
  writeAsFirstRelease(dataDir, earlier);
  start(dataDir).close();
  const restored = tempDir();
  await copyDatabase(path.join(dataDir, 'alerts.db'), path.join(restored, 'alerts.db'), WITHOUT_WAITING);
  const { active } = expected;
  expect(await contents(start(restored))).toEqual({ active, waiting: [], told: ['o1 true'], log: ['first sent'] });
});

test('a file of a newer Belfry is refused before anything is changed, and the sentence says what to do', async () => {
  const dataDir = tempDir();
  start(dataDir).close();
  change(dataDir, 'PRAGMA user_version = 99');
  const before = readdirSync(dataDir);
  const refused = await openStore({ dataDir, clock, log });
  expect(refused).toMatchObject({ ok: false, error: { code: 'schema_newer' } });
  expect(refused.ok || refused.error.message).toMatch(
    /alerts\.db was written by a newer Belfry \(schema 99, .* Install that version/,
  );
  expect(() => openAlertsFile({ dataDir, clock, log })).toThrow('newer Belfry');
  expect(readdirSync(dataDir)).toEqual(before);
});

test('a newer queue of exports stays as it is: values wait in memory, and the message says so', async () => {
  const dataDir = tempDir();
  openExportQueue({ dataDir, clock, log }).close();
  const place = path.join(dataDir, 'export-queue.db');
  const db = openDatabase(place);
  db.exec('PRAGMA user_version = 99');
  db.close();
  const before = readFileSync(place);
  const queue = openExportQueue({ dataDir, clock, log });
  onTestFinished(queue.close);
  await queue.add('a', [{ at: START, values: 1, body: new Uint8Array(1) }]);
  expect((await queue.size('a')).batches).toBe(1);
  expect(queue.problems()['export-queue']?.message).toMatch(/newer Belfry .* only in memory/);
  expect(readFileSync(place).equals(before)).toBe(true);
});

test('a mistake in a statement is no damage: the file stays', async () => {
  const dataDir = tempDir();
  const { alerts, problems } = start(dataDir);
  await alerts.save([occurrence('a')]);
  const wrong = Object.assign(occurrence('b'), { openedAt: { no: 'number' } });
  await expect(alerts.save([wrong])).rejects.toThrow();
  expect([(await alerts.open()).length, problems()]).toEqual([1, {}]);
});

test('alerts, messages and what was told are written together or not at all', async () => {
  const dataDir = tempDir();
  const file = start(dataDir);
  const defects: unknown[] = [];
  const attempt = async (work: () => Promise<void>) => {
    await work();
    return true;
  };
  const writes = createAlertWrites({
    file,
    disk: { attempt, awayMs: () => undefined },
    onDefect: (error) => void defects.push(error),
  });
  let waits = true;
  const written = () => {
    waits = false;
  };
  const part = <Rows>(rows: Rows) => ({
    take: () => (waits ? { rows, written } : undefined),
    refused() {},
  });
  writes.occurrences(part([occurrence('o1')]));
  writes.messages(
    part({
      put: [openDelivery('first', { occurrences: ['o1'] })],
      updated: [],
      notified: [notifiedRow('o1')],
      forgotten: [],
    }),
  );
  const other = openDatabase(path.join(dataDir, 'alerts.db'));
  onTestFinished(() => other.close());
  other.exec(`CREATE TRIGGER full BEFORE INSERT ON told BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  expect(await writes.write()).toBe('defect');
  expect([defects.length, await contents(file)]).toEqual([1, { active: [], waiting: [], told: [], log: [] }]);
  other.exec('DROP TRIGGER full');
  expect(await writes.write()).toBe('stored');
  expect(await contents(file)).toEqual({
    ...{ active: ['o1'], waiting: ['first'], told: ['o1 false'], log: ['first queued'] },
  });
});

test('alerts about containers that an earlier version stored by the id of the engine get the name, once', async () => {
  const dataDir = tempDir();
  const of = (id: string, engineId: string, fields: Parameters<typeof occurrence>[1] = {}) =>
    occurrence(id, fields, {
      ...{ id: `docker-container-health-docker:nas/1/${engineId}`, resourceId: `docker:nas/1/${engineId}` },
      resourceName: 'web',
    });
  const rows = [
    of('past', 'c0', { resolvedAt: START }),
    of('first', 'c1'),
    of('second', 'c2', { openedAt: START + 1 }),
    occurrence('guest'),
  ];
  writeAsFirstRelease(dataDir, { occurrences: rows, told: [notifiedRow('second')] });
  const id = 'docker-container-health-docker:nas/1/name:web';
  for (let nth = 0; nth < 2; nth++) {
    const { alerts, outbox, close } = start(dataDir);
    const open = await alerts.open();
    expect(open.map((row) => [row.id, row.alert.id])).toEqual([
      ['guest', 'alert of guest'],
      ['second', id],
    ]);
    const all = await alerts.find({ resource: 'docker:nas/1/name:web' }, 10, 0);
    expect(all.map((row) => [row.id, row.alert.id, row.reason])).toEqual([
      ['second', id, undefined],
      ['past', id, undefined],
      ['first', id, 'gone'],
    ]);
    expect((await alerts.newest(id))?.id).toBe('second');
    expect((await outbox.notified()).map(({ notified }) => notified.alert.id)).toEqual([id]);
    await close();
  }
});
