import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, schemaVersion } from './migrate.ts';
import { openDatabase } from './open.ts';
import { tempDir } from './testing/temp-store.ts';

const steps = ['CREATE TABLE a (n INTEGER)', 'ALTER TABLE a ADD COLUMN t TEXT', 'CREATE TABLE b (n INTEGER)'];

function setUp() {
  const dir = tempDir();
  const db = openDatabase(path.join(dir, 'x.db'));
  onTestFinished(() => db.close());
  const backups = path.join(dir, 'backups');
  return {
    db,
    backups,
    run: (migrations: string[], at: number) => migrate(db, { name: 'belfry', migrations, backups, at }),
  };
}

test('a new database needs no copy, a full one gets one copy of its content before the first of all steps', () => {
  const { db, backups, run } = setUp();
  expect(run(steps.slice(0, 1), 0)).toBe(1);
  db.exec('INSERT INTO a VALUES (42)');
  expect(run(steps, 1000)).toBe(2);
  expect(run(steps, 2000)).toBe(0);
  const copies = readdirSync(backups).sort();
  expect(copies).toEqual(['belfry-19700101T000001Z-v1.db']);
  for (const name of copies) expect(statSync(path.join(backups, name)).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(path.join(backups, copies[0] ?? ''), { readOnly: true });
  onTestFinished(() => copy.close());
  expect(copy.prepare('SELECT * FROM a').all()).toEqual([{ n: 42 }]);
});

test('only the copies of the newest versions are kept, whichever times they have', () => {
  const { backups, run } = setUp();
  const many = Array.from({ length: 13 }, (_, i) => `CREATE TABLE t${i} (n INTEGER)`);
  for (let n = 1; n <= many.length; n++) run(many.slice(0, n), 0);
  const versions = readdirSync(backups).map((name) => Number(/-v(\d+)\.db$/.exec(name)?.[1]));
  expect(versions.sort((a, b) => a - b)).toEqual([8, 9, 10, 11, 12]);
});

test('a copy that cannot be made leaves no partial copy and no changed database', () => {
  const { db, backups, run } = setUp();
  run(steps.slice(0, 1), 0);
  db.exec('INSERT INTO a VALUES (42)');
  // a folder in the place of the copy: it cannot be written
  const place = path.join(backups, 'belfry-19700101T000001Z-v1.db');
  mkdirSync(path.join(place, 'x'), { recursive: true });
  expect(() => run(steps, 1000)).toThrow();
  expect(schemaVersion(db)).toBe(1);
  expect(readdirSync(backups)).toEqual([path.basename(place)]);
});

test('a step that fails changes nothing in the database', () => {
  const { db, run } = setUp();
  run(steps.slice(0, 1), 0);
  expect(() => run([steps[0] ?? '', 'CREATE TABLE half (n INTEGER); CREATE TABLE half (n INTEGER)'], 1)).toThrow(
    /half/,
  );
  expect(schemaVersion(db)).toBe(1);
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
});
