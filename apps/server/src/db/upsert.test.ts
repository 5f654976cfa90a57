import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteStatements } from './statements.ts';
import { upsert } from './upsert.ts';

function setUp() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec(
    'CREATE TABLE things (number INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT, b TEXT, text TEXT, UNIQUE (a, b)) STRICT',
  );
  const put = upsert(sqliteStatements(db), 'things', ['a', 'b', 'text'], 2);
  return { put, stored: () => db.prepare('SELECT a, b, text FROM things ORDER BY number').all() };
}

test.each([0, 1, 49, 50, 51, 237])(
  '%i rows are all written, in their order, and replaced the next time',
  async (count) => {
    const { put, stored } = setUp();
    const rows = (text: string) => Array.from({ length: count }, (_, n) => [`a${n}`, 'b', `${text} ${n}`]);
    for (const text of ['first', 'second']) {
      await put(rows(text));
      expect(stored().map((row) => Object.values(row))).toEqual(rows(text));
    }
  },
);

test('of rows with the same key the last one is stored, wherever it stands', async () => {
  const { put, stored } = setUp();
  await put(Array.from({ length: 120 }, (_, n) => [`a${n % 40}`, n % 2 === 0 ? 'even' : 'odd', `${n}`]));
  expect(stored()).toHaveLength(40);
  expect(stored().map(({ text }) => Number(text))).toEqual(Array.from({ length: 40 }, (_, n) => 80 + n));
});
