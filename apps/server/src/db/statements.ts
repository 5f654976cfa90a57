// The statements of stores in SQLite. Each is prepared once.
import type { StatementSync } from 'node:sqlite';
import type { Dialect, Statements } from './backend.ts';
import type { Database } from './open.ts';
import { rawRows } from './query.ts';

const dialect: Dialect = { rowNumber: 'rowid', lineBreak: 'char(10)', position: 'instr' };
/** Filters make many different statements. */
const MAX_PREPARED = 200;

export function sqliteStatements(db: Database): Statements {
  const prepare = () => {
    const prepared = new Map<string, StatementSync>();
    return (sql: string): StatementSync => {
      let statement = prepared.get(sql);
      if (statement) return statement;
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      statement = db.prepare(sql);
      prepared.set(sql, statement);
      return statement;
    };
  };
  const [reading, writing] = [prepare(), prepare()];
  return {
    dialect,
    all: async (sql, ...values) => rawRows(reading(sql), ...values),
    async run(sql, ...values) {
      const statement = writing(sql);
      // Whatever the rows are, the number that SQLite gives a new one fits.
      statement.setReadBigInts(true);
      return Number(statement.run(...values).changes);
    },
  };
}
