// While the database is away: which messages leave, and what becomes of them when it is back.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wordsIn } from '@belfry/domain/sentences/words';
import { languages } from '@belfry/schema/languages/languages';
import { expect, onTestFinished, test } from 'vitest';
import type { Backend } from '../../db/backend.ts';
import { DatabaseTrouble } from '../../db/database-trouble.ts';
import type { Fence } from '../../db/postgres/fence.ts';
import { fenceStatement } from '../../db/postgres/lease.ts';
import { openLeaseLine } from '../../db/postgres/lease-line.ts';
import { occurrence } from '../../db/testing/occurrences.ts';
import { noPostgres } from '../../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../../db/testing/postgres-databases.ts';
import { START, tempDir } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { type OutboxSetup, startOutbox } from '../testing/outbox.ts';
import { summaryOf } from '../text/title.ts';

const cluster = postgresDatabases();
const tolerant = () =>
  fakeClock(START, (error) => {
    if (!(error instanceof DatabaseTrouble)) throw error;
  });
const FILE = 'sent-without-database.jsonl';

/** A file that plays a server. */
function played(dataDir = tempDir()) {
  const state: { reason: 'database.noAnswer' | 'database.readOnly' | 'database.notHolder' | undefined } = {
    reason: undefined,
  };
  const refuse = () => {
    if (state.reason === 'database.noAnswer')
      throw new DatabaseTrouble('played', { id: state.reason, values: { words: 'gone' } });
    if (state.reason !== undefined) throw new DatabaseTrouble('played', { id: state.reason });
  };
  const change = (backend: Backend): Backend => ({
    ...backend,
    async begin() {
      refuse();
      await backend.begin();
    },
  });
  const setup: OutboxSetup = { dataDir, change, isServer: true, clock: tolerant() };
  return { state, setup };
}
type Part = Awaited<ReturnType<typeof startOutbox>>;

/** Answers of the database take their own time: a question that comes after those of this second has its answer last. */
async function seconds({ clock, outbox, store }: Part, count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await clock.advance(1000);
    await outbox.settled();
    await store.notified().catch(() => {});
  }
}
const sent = ({ received, notices }: Part) =>
  received.map(({ occurrences, second }, n) => ({
    about: occurrences.join(),
    second,
    isUnstored: notices[n]?.isUnstored,
  }));
const aboutOf = (part: Part) => sent(part).map(({ about }) => about);

interface Kind {
  name: string;
  reason?: string | undefined;
  begin(): Promise<{ setup: OutboxSetup; leave(): Promise<void>; comeBack(): Promise<void> }>;
}
const kinds: Kind[] = [
  ...(['database.noAnswer', 'database.readOnly'] as const).map((reason) => ({
    name: `played, ${reason}`,
    async begin() {
      const { state, setup } = played();
      const leave = async () => {
        state.reason = reason;
      };
      const comeBack = async () => {
        state.reason = undefined;
      };
      return { setup, leave, comeBack };
    },
  })),
  {
    name: 'PostgreSQL, stopped',
    reason: noPostgres,
    async begin() {
      const { database, stop, start } = await cluster();
      const { server } = await openedPostgres(await database());
      return { setup: { backend: server.alerts, clock: tolerant() }, leave: stop, comeBack: start };
    },
  },
  {
    name: 'PostgreSQL with a lease, which cannot be renewed while it is stopped',
    reason: noPostgres,
    async begin() {
      const { database, stop, start } = await cluster();
      const url = await database();
      const line = openLeaseLine(url);
      onTestFinished(line.close);
      await line.prepare();
      await line.take({ name: 'a', id: 'a', address: '', version: '' }, 'start');
      let isHeld = true;
      const fence: Fence = { statement: fenceStatement('a', 1), isHeld: () => isHeld, refused() {} };
      const { server } = await openedPostgres(url, { fence });
      const leave = async () => {
        await stop();
        isHeld = false;
      };
      const comeBack = async () => {
        await start();
        isHeld = (await line.renew('a', 1)) !== undefined;
      };
      return { setup: { backend: server.alerts, clock: tolerant() }, leave, comeBack };
    },
  },
  {
    name: 'PostgreSQL with a lease, which is read-only',
    reason: noPostgres,
    async begin() {
      const { database, run } = await cluster();
      const url = await database();
      const name = new URL(url).pathname.slice(1);
      const line = openLeaseLine(url);
      onTestFinished(line.close);
      await line.prepare();
      await line.take({ name: 'a', id: 'a', address: '', version: '' }, 'start');
      const fence: Fence = { statement: fenceStatement('a', 1), isHeld: () => true, refused() {} };
      const { server } = await openedPostgres(url, { fence });
      const set = async (what: string) => {
        await run(`ALTER DATABASE ${name} ${what}`);
        await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      };
      const comeBack = async () => {
        await set('RESET default_transaction_read_only');
        await run("UPDATE belfry_lease SET expires_at = now() + interval '1 day'", name);
      };
      const leave = () => set('SET default_transaction_read_only = on');
      return { setup: { backend: server.alerts, clock: tolerant() }, leave, comeBack };
    },
  },
];

test.for(kinds)(
  'over $name: for 30 s nothing leaves, then critical alerts alone, marked; when it is back the others leave, and all is written',
  async ({ begin, reason }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const { setup, leave, comeBack } = await begin();
    const part = await startOutbox(setup);
    await leave();
    part.queue('webhook:a', 'raised', 'critical-1');
    part.queue('webhook:a', 'raised', 'warning-1');
    await seconds(part, 28);
    expect(sent(part)).toEqual([]);
    await seconds(part, 40);
    expect(sent(part)).toMatchObject([{ about: 'critical-1', isUnstored: true }]);
    part.queue('email', 'raised', 'warning-2', 'critical-2');
    await seconds(part, 10);
    expect(sent(part).slice(1)).toMatchObject([{ about: 'warning-2,critical-2', isUnstored: true }]);
    expect(readFileSync(path.join(part.dataDir, FILE), 'utf8')).toContain('critical-1');
    await comeBack();
    await expect
      .poll(async () => {
        await seconds(part, 1);
        return (await part.states().catch(() => [])).toSorted();
      })
      .toEqual(['sent 1', 'sent 1', 'sent 1']);
    expect(sent(part).slice(2)).toMatchObject([{ about: 'warning-1', isUnstored: undefined }]);
    expect(readdirSync(part.dataDir)).not.toContain(FILE);
  },
);

test('a crash while the database is away: the next start knows what was sent, sends it to nobody twice, and goes on with the end', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  const rows = new Map([['critical-1', occurrence('critical-1')]]);
  part.writes.occurrences({
    take: () => (rows.size === 0 ? undefined : { rows: [...rows.values()], written: () => rows.clear() }),
    refused() {},
  });
  state.reason = 'database.noAnswer';
  part.queue('webhook:a', 'raised', 'critical-1');
  part.queue('email', 'raised', 'critical-1');
  await seconds(part, 40);
  expect(aboutOf(part)).toEqual(['critical-1', 'critical-1']);
  await part.end();
  state.reason = undefined;
  const next = await startOutbox({ ...setup });
  await seconds(next, 10);
  expect([aboutOf(next), await next.states()]).toEqual([[], ['sent 1', 'sent 1']]);
  expect(next.outbox.notified.map(({ destination, occurrence: of }) => `${destination} ${of}`).toSorted()).toEqual([
    ...['email critical-1', 'webhook:a critical-1'],
  ]);
  expect((await next.file.alerts.open()).map(({ id }) => id)).toEqual(['critical-1']);
  expect(next.outbox.withdraw('critical-1', 'webhook:a')).toBe('notified');
  expect(readdirSync(next.dataDir)).not.toContain(FILE);
});

test('what another server has said meanwhile stays as it is, and the double is removed', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  const told = [occurrence('critical-1'), occurrence('critical-3')];
  await part.file.alerts.save(told);
  state.reason = 'database.noAnswer';
  for (const id of ['critical-1', 'critical-2', 'critical-3']) part.queue('webhook:a', 'raised', id);
  part.far.play = ({ notice }) =>
    notice.alerts.some(({ occurrence: of }) => of === 'critical-3')
      ? { ok: false, status: 500, words: 'no' }
      : { ok: true, status: 200, words: '' };
  await seconds(part, 60);
  expect(aboutOf(part)).toEqual(expect.arrayContaining(['critical-1', 'critical-2', 'critical-3']));
  await part.end();
  const local = readFileSync(path.join(part.dataDir, FILE), 'utf8');
  // The other server: it knows the first, it has ended the third, and the second began as another occurrence there.
  const other = await startOutbox({ dataDir: part.dataDir, clock: tolerant() });
  other.queue('webhook:a', 'raised', 'critical-1');
  await other.file.alerts.save([{ ...(told[1] ?? occurrence('')), resolvedAt: START + 1000 }]);
  await seconds(other, 2);
  expect(aboutOf(other)).toEqual(['critical-1']);
  await other.end();
  expect(readFileSync(path.join(part.dataDir, FILE), 'utf8')).toBe(local);
  state.reason = undefined;
  const next = await startOutbox(setup);
  await seconds(next, 10);
  expect(aboutOf(next)).toEqual([]);
  const log = (await next.log()).map(({ alerts, state: of }) => `${alerts[0]?.occurrence} ${of}`);
  expect(log.toSorted()).toEqual(['critical-1 sent', 'critical-2 sent', 'critical-3 given-up']);
  expect((await next.file.alerts.open()).map(({ id }) => id)).toEqual(['critical-1']);
});

test('a critical message does not overtake what was said before about its alert', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  state.reason = 'database.noAnswer';
  part.queue('webhook:a', 'raised', 'o1');
  await seconds(part, 40);
  expect(sent(part)).toEqual([]);
  part.queueLevel('webhook:a', 'level', 'o1', 'critical');
  await seconds(part, 10);
  expect(part.received.map(({ kind }) => kind)).toEqual(['raised', 'level']);
});

test('a server that hears that it lost the lease sends nothing more, also when the database was away before', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  state.reason = 'database.noAnswer';
  part.queue('webhook:a', 'raised', 'critical-1');
  await seconds(part, 25);
  state.reason = 'database.notHolder';
  await seconds(part, 60);
  expect(sent(part)).toEqual([]);
  state.reason = 'database.noAnswer';
  await seconds(part, 25);
  expect(sent(part)).toEqual([]);
});

test('a place in the data directory that takes no file holds up no critical message', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  mkdirSync(path.join(part.dataDir, FILE));
  state.reason = 'database.noAnswer';
  part.queue('webhook:a', 'raised', 'critical-1');
  await seconds(part, 45);
  expect(aboutOf(part)).toEqual(['critical-1']);
  expect(part.lines.filter((line) => line.includes('not on the disk either'))).toHaveLength(1);
});

test('lines of that file that cannot be read cost no other line, and no start', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  state.reason = 'database.noAnswer';
  part.queue('webhook:a', 'raised', 'critical-1');
  await seconds(part, 45);
  await part.end();
  const file = path.join(part.dataDir, FILE);
  const lines = readFileSync(file, 'utf8');
  writeFileSync(file, `{"row":{}}\nnot JSON\n${lines}${lines.slice(0, 200)}`);
  state.reason = undefined;
  const next = await startOutbox(setup);
  expect((await next.log()).map(({ state: of }) => of)).toEqual(['sent']);
});

test('the mark is a sentence in the language of the reader', async () => {
  const { state, setup } = played();
  const part = await startOutbox(setup);
  state.reason = 'database.noAnswer';
  part.queue('webhook:a', 'raised', 'critical-1');
  await seconds(part, 45);
  const [notice] = part.notices;
  if (!notice) throw new Error('nothing was sent');
  expect(summaryOf(notice)).toMatch(/Sent without the database: this message may come twice\.$/);
  expect(summaryOf({ ...notice, words: wordsIn(await languages.de.load()) })).toMatch(
    /Ohne die Datenbank gesendet: Diese Nachricht kommt vielleicht zweimal\.$/,
  );
  expect(summaryOf({ ...notice, isUnstored: false })).not.toContain('twice');
});
