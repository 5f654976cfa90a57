import { readdirSync, statSync } from 'node:fs';
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
  return { db, backups, run: (migrations: string[], at: number) => migrate(db, { migrations, backups, at }) };
}

test('a new database needs no copy, a full one gets a copy of its content before each step', () => {
  const { db, backups, run } = setUp();
  expect(run(steps.slice(0, 1), 0)).toBe(1);
  db.exec('INSERT INTO a VALUES (42)');
  expect(run(steps, 1000)).toBe(2);
  expect(run(steps, 2000)).toBe(0);
  const copies = readdirSync(backups).sort();
  expect(copies).toEqual(['belfry-19700101T000001Z-v1.db', 'belfry-19700101T000001Z-v2.db']);
  for (const name of copies) expect(statSync(path.join(backups, name)).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(path.join(backups, copies[0] ?? ''), { readOnly: true });
  onTestFinished(() => copy.close());
  expect(copy.prepare('SELECT * FROM a').all()).toEqual([{ n: 42 }]);
});

test('only the last copies are kept', () => {
  const { backups, run } = setUp();
  const many = Array.from({ length: 9 }, (_, i) => `CREATE TABLE t${i} (n INTEGER)`);
  for (let n = 1; n <= many.length; n++) run(many.slice(0, n), n * 86_400_000);
  const copies = readdirSync(backups).sort();
  expect(copies.length).toBe(5);
  expect(copies.at(-1)).toBe('belfry-19700110T000000Z-v8.db');
});

test('a step that fails leaves the database as it was before that step', () => {
  const { db, run } = setUp();
  run(steps.slice(0, 1), 0);
  expect(() => run([steps[0] ?? '', 'CREATE TABLE half (n INTEGER); CREATE TABLE half (n INTEGER)'], 1)).toThrow(
    /half/,
  );
  expect(schemaVersion(db)).toBe(1);
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
});
