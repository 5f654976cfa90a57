// What Belfry does with a database of PostgreSQL that it cannot use, at its start and later.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { systemClock, type Task } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { noPostgres } from '../testing/postgres-cluster.ts';
import { postgresDatabases } from '../testing/postgres-databases.ts';
import { START, tempDir } from '../testing/temp-store.ts';
import { nameOf, openPostgresStore, type PostgresOptions } from './open-postgres.ts';
import { look } from './schema.ts';
import type { Session } from './session.ts';

const cluster = postgresDatabases();
const log = createLogger('silent');

async function opened(databaseUrl: string, more: Partial<PostgresOptions> = {}) {
  const options = { dataDir: tempDir(), clock: systemClock, log, patienceMs: 0, databaseUrl, ...more };
  const found = await openPostgresStore(options);
  if (found.ok) onTestFinished(found.value.close);
  return found;
}
async function store(databaseUrl: string, more: Partial<PostgresOptions> = {}) {
  const found = await opened(databaseUrl, more);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}
const refusal = async (databaseUrl: string, more: Partial<PostgresOptions> = {}) => {
  const found = await opened(databaseUrl, more);
  return found.ok ? 'it was opened' : found.error.message;
};
const databaseOf = (url: string) => new URL(url).pathname.slice(1);

/** A database that a server has used, and the data directory of that server. */
async function used() {
  const { database, run } = await cluster();
  const url = await database();
  const dataDir = tempDir();
  const first = await store(url, { dataDir });
  await first.settings.put('a', 'of the first server');
  await first.secrets.put('a', 'password', 'hush');
  await first.close();
  return { url, dataDir, run: (sql: string) => run(sql, databaseOf(url)) };
}
type Used = Awaited<ReturnType<typeof used>>;

/** Everything in a database, to see that nothing was changed. */
const contents = async ({ run }: Used) =>
  (
    await run(`SELECT table_name, query_to_xml('SELECT * FROM ' || quote_ident(table_name), true, false, '')::text
    FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`)
  ).rows;

describe('at its start', () => {
  beforeEach((context) => {
    if (noPostgres !== undefined) context.skip(noPostgres);
  });

  test.each<[string, (used: Used) => Promise<unknown>, RegExp]>([
    [
      'of a newer Belfry',
      ({ run }) => run(`UPDATE belfry_parts SET version = 99 WHERE part = 'alerts'`),
      /newer Belfry: its schema is 99/,
    ],
    [
      'with a lease of a newer Belfry',
      ({ run }) => run(`INSERT INTO belfry_parts VALUES ('lease', 99, 0)`),
      /newer Belfry: its schema is 99/,
    ],
    [
      'without a table',
      ({ run }) => run('DROP TABLE told'),
      /half migrated or half restored: told\.destination is missing/,
    ],
    [
      'without a column',
      ({ run }) => run('ALTER TABLE users DROP COLUMN role'),
      /half restored: users\.role is missing/,
    ],
    [
      'with tables of no known version',
      ({ run }) => run(`DELETE FROM belfry_parts WHERE part = 'alerts'`),
      /half migrated.*already exists/,
    ],
    [
      'that is read-only',
      ({ url, run }) => run(`ALTER DATABASE ${databaseOf(url)} SET default_transaction_read_only = on`),
      /read-only for this user/,
    ],
  ])('a database %s is refused with a sentence, and stays as it is', async (_, spoil, expected) => {
    const one = await used();
    await spoil(one);
    const before = await contents(one);
    expect(await refusal(one.url, { dataDir: one.dataDir })).toMatch(expected);
    expect(await contents(one)).toEqual(before);
  });

  test('a user without the right to make tables, or to use them, is told which right is missing', async () => {
    const one = await used();
    await one.run('CREATE ROLE ann LOGIN; CREATE ROLE bob LOGIN');
    const empty = await (await cluster()).database();
    const as = (url: string, user: string) => url.replace('belfry@', `${user}@`);
    expect(await refusal(as(empty, 'ann'))).toMatch(/lacks a right \(permission denied for schema public\)/);
    expect(await refusal(as(one.url, 'ann'), { dataDir: one.dataDir })).toMatch(
      /lacks a right \(permission denied for table/,
    );
    await one.run('GRANT SELECT ON ALL TABLES IN SCHEMA public TO bob');
    expect(await refusal(as(one.url, 'bob'), { dataDir: one.dataDir })).toMatch(/user bob may not use the table users/);
    await one.run('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO bob');
    const works = await store(as(one.url, 'bob'), { dataDir: one.dataDir });
    await works.settings.put('b', 'of bob');
  });

  test('a server that does not answer, a user and a database that do not exist are named without the password', async () => {
    const { port } = await cluster();
    expect(await refusal('postgres://ann:hush@127.0.0.1:1/belfry')).toMatch(
      /127\.0\.0\.1:1\/belfry cannot be used: it does not answer/,
    );
    expect(await refusal(`postgres://nobody:hush@127.0.0.1:${port}/postgres`)).toMatch(
      /refuses the connection \(role "nobody"/,
    );
    const missing = await refusal(`postgres://belfry:hush@127.0.0.1:${port}/nothing`);
    expect(missing).toMatch(/refuses the connection \(database "nothing" does not exist/);
    expect(missing).not.toContain('hush');
  });

  test('a connection that breaks anywhere in the opening is made again, and nothing is done by halves', async () => {
    const { database, run } = await cluster();
    const openedThrough = async (breaksAt?: number) => {
      const url = await database();
      const proxy = await slowProxy(Number(new URL(url).port), breaksAt);
      const through = url.replace(/:\d+\//, `:${proxy.port}/`);
      const clock = { ...systemClock, after: (_: number, task: Task) => systemClock.after(1, task) };
      const one = await store(through, { patienceMs: 5000, clock });
      const messages = proxy.messages();
      expect(one.settings.get('a', z.string())).toBeUndefined();
      const steps = await run('SELECT sum(version)::int AS n FROM belfry_parts', databaseOf(url));
      return { messages, steps: steps.rows };
    };
    const whole = await openedThrough();
    expect(whole.messages).toBeGreaterThan(10);
    for (let breaksAt = 2; breaksAt < whole.messages; breaksAt += 3)
      expect((await openedThrough(breaksAt)).steps, `broken at ${breaksAt}`).toEqual(whole.steps);
  });

  test('a machine without the key of the first server does not start, and says where that key is', async () => {
    const one = await used();
    const before = await contents(one);
    const message = await refusal(one.url);
    expect(message).toContain('keys/belfry.key does not exist on this machine');
    expect(message).toContain(`made on the machine ${hostname()} as ${path.join(one.dataDir, 'keys/belfry.key')}`);
    const wrong = { encryptionKey: '0'.repeat(64), dataDir: one.dataDir };
    expect(await refusal(one.url, wrong)).toMatch(/key in BELFRY_ENCRYPTION_KEY is not the one/);
    expect(await contents(one)).toEqual(before);
    const again = await store(one.url, { dataDir: one.dataDir });
    expect(again.secrets.read('a').values.get('password')).toBe('hush');
  });

  test('what one process writes, another one has after its next look', async () => {
    const { url, dataDir } = await used();
    const [one, other] = [await store(url, { dataDir }), await store(url, { dataDir })];
    await one.settings.put('a', 'new');
    await other.refresh();
    expect(other.settings.get('a', z.string())).toBe('new');
    await other.atomically(async (tx) => tx.settings.put('b', `${tx.settings.get('a', z.string())}er`));
    await one.settings.put('c', 'x');
    expect(one.settings.get('b', z.string())).toBe('newer');
  });

  test('a database that goes away is shown, Belfry goes on, and what can wait is written when it is back', async () => {
    const { url, dataDir } = await used();
    const { stop, start } = await cluster();
    const clock = fakeClock(START);
    const one = await store(url, { dataDir, clock });
    await stop();
    await expect(one.settings.put('a', 'lost')).rejects.toThrow(/does not answer/);
    await one.settings.keep('kept', 'for later');
    expect(one.disk.problems()).toMatchObject({
      database: { sentence: { id: 'database.unwritable', values: { reason: { id: 'database.noAnswer' } } } },
    });
    await start();
    while (Object.keys(one.disk.problems()).length > 0) await clock.advance(5000);
    const other = await store(url, { dataDir });
    expect([other.settings.get('a', z.string()), other.settings.get('kept', z.string())]).toEqual([
      'of the first server',
      'for later',
    ]);
  });

  test.each<[string, string[], string[], string, RegExp]>([
    [
      'is full',
      [
        `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
        'CREATE TRIGGER no_room BEFORE INSERT ON settings FOR EACH ROW EXECUTE FUNCTION no_room()',
      ],
      ['DROP TRIGGER no_room ON settings'],
      'database.full',
      /its disk is full/,
    ],
    [
      'becomes read-only',
      ['ALTER DATABASE :name SET default_transaction_read_only = on', ':restart'],
      ['ALTER DATABASE :name RESET default_transaction_read_only', ':restart'],
      'database.readOnly',
      /it is read-only/,
    ],
    [
      'takes a right away',
      ['REVOKE INSERT, UPDATE ON settings FROM carl'],
      ['GRANT INSERT, UPDATE ON settings TO carl'],
      'database.noRight',
      /lacks a right \(permission denied for table settings\)/,
    ],
  ])(
    'a database that %s while Belfry runs is shown with the reason, and the problem ends with it',
    async (...given) => {
      const [, spoil, mend, id, words] = given;
      const one = await used();
      await one.run(
        `DO $$ BEGIN CREATE ROLE carl LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO carl`,
      );
      const clock = fakeClock(START);
      const running = await store(one.url.replace('belfry@', 'carl@'), { dataDir: one.dataDir, clock });
      await running.settings.put('a', 'before');
      const restart =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'carl' AND datname = current_database()";
      const does = async (statements: readonly string[]) => {
        for (const sql of statements)
          if (sql.startsWith('ALTER')) await (await cluster()).run(sql.replace(':name', databaseOf(one.url)));
          else await one.run(sql === ':restart' ? restart : sql);
      };
      await does(spoil);
      // An ended connection is what is noticed first.
      await running.settings.put('a', 'lost').catch(() => {});
      await expect(running.settings.put('a', 'lost')).rejects.toThrow(words);
      await running.settings.keep('kept', 'for later');
      expect(JSON.stringify(running.disk.problems())).toContain(spoil.includes(':restart') ? 'database.' : id);
      expect([running.settings.get('a', z.string()), running.disk.awayMs()]).toEqual(['before', expect.any(Number)]);
      await does(mend);
      while (Object.keys(running.disk.problems()).length > 0) await clock.advance(5000);
      await running.settings.put('a', 'after');
      const other = await store(one.url, { dataDir: one.dataDir });
      expect([other.settings.get('a', z.string()), other.settings.get('kept', z.string())]).toEqual([
        'after',
        'for later',
      ]);
    },
  );

  test('a database that takes five seconds for an answer is shown until it has been quick for a minute', async () => {
    const { url, dataDir } = await used();
    const clock = fakeClock(START);
    const slow = await slowProxy(Number(new URL(url).port));
    const one = await store(url.replace(/:\d+\//, `:${slow.port}/`), { dataDir, clock });
    await one.settings.put('a', 'quick');
    expect(one.server?.problems()).toEqual({});
    slow.hold();
    const written = one.settings.put('a', 'slow');
    await slow.asked();
    await clock.advance(5000);
    slow.release();
    await written;
    const [problem] = Object.values(one.server?.problems() ?? {});
    expect(problem?.message).toBe(
      `The database ${nameOf(url).replace(/:\d+/, `:${slow.port}`)} answers slowly: one answer took 5 s.`,
    );
    for (let second = 0; second <= 62; second++) {
      await clock.advance(1000);
      // It waits for the look that is under way.
      await one.refresh();
    }
    expect(one.server?.problems()).toEqual({});
  });
});

/** In front of a database: it keeps what a client says until it is released. It breaks the connection of message number `breaksAt`. */
async function slowProxy(port: number, breaksAt?: number) {
  let messages = 0;
  let held: (() => void)[] | undefined;
  let noted: () => void = () => {};
  const server = createServer((client) => {
    const behind: Socket = connect(port, '127.0.0.1');
    client.on('data', (bytes) => {
      messages += 1;
      if (messages === breaksAt) client.destroy();
      else if (held) held.push(() => behind.write(bytes));
      else behind.write(bytes);
      if (held) noted();
    });
    behind.on('data', (bytes) => client.write(bytes));
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const)
      from.on('error', () => {}).on('close', () => to.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    messages: () => messages,
    hold() {
      held = [];
    },
    /** Something waits. */
    asked: () =>
      new Promise<void>((done) => {
        if (held?.length) done();
        noted = done;
      }),
    release() {
      for (const send of held ?? []) send();
      held = undefined;
    },
  };
}

test.each([
  [
    'of an old release',
    { number: '140009', version: '14.9', replica: 0, read_only: 'off' },
    { id: 'database.tooOld', values: { version: '14.9', oldest: 15 } },
  ],
  ['that is a replica', { number: '160002', version: '16.2', replica: 1, read_only: 'on' }, { id: 'database.replica' }],
])('a server %s is refused', async (_, facts, expected) => {
  const answers: Record<string, object> = { current_setting: facts, to_regclass: { name: null } };
  const session: Pick<Session, 'query'> = {
    async query(sql) {
      const row = Object.entries(answers).find(([word]) => sql.includes(word))?.[1];
      return { rows: row ? [{ ...row }] : [], changes: 0, done: 'SELECT' };
    },
  };
  expect(await look(session, 'db/belfry')).toMatchObject({ ok: false, error: expected });
});
