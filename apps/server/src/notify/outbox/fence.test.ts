// Two servers with one database: nothing leaves that was not written under the fence, and no decision is sent with two ids.
import { expect, onTestFinished, test } from 'vitest';
import type { Backend } from '../../db/backend.ts';
import { DatabaseTrouble } from '../../db/database-trouble.ts';
import type { Fence } from '../../db/postgres/fence.ts';
import { fenceStatement } from '../../db/postgres/lease.ts';
import { openLeaseLine } from '../../db/postgres/lease-line.ts';
import { noPostgres } from '../../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../../db/testing/postgres-databases.ts';
import { START, tempDir } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { startOutbox } from '../testing/outbox.ts';

const cluster = postgresDatabases();
/** What the fence refuses to the removal of old rows ends that alone. */
const tolerant = () =>
  fakeClock(START, (error) => {
    if (!(error instanceof DatabaseTrouble)) throw error;
  });

/** What a server of two has: whether it holds the lease, and its rows. */
interface Server {
  held: { is: boolean };
  setup(): Promise<{ dataDir: string; backend?: Backend; change?(backend: Backend): Backend }>;
}
interface Kind {
  name: string;
  reason?: string | undefined;
  /** Servers with the same database. The first one holds the lease. */
  servers(): Promise<{ servers: [Server, Server]; takeOver(): Promise<void> }>;
}

const refusing = (held: { is: boolean }) => (backend: Backend) => ({
  ...backend,
  async begin() {
    if (!held.is) throw new DatabaseTrouble('played', { id: 'database.notHolder' });
    await backend.begin();
  },
});

const kinds: Kind[] = [
  {
    name: 'SQLite, with a fence that a test plays',
    async servers() {
      const dataDir = tempDir();
      const server = (is: boolean): Server => {
        const held = { is };
        return { held, setup: async () => ({ dataDir, change: refusing(held) }) };
      };
      const servers: [Server, Server] = [server(true), server(false)];
      const takeOver = async () => {
        [servers[0].held.is, servers[1].held.is] = [false, true];
      };
      return { servers, takeOver };
    },
  },
  {
    name: 'PostgreSQL, with a lease',
    reason: noPostgres,
    async servers() {
      const { database, run } = await cluster();
      const url = await database();
      const line = openLeaseLine(url);
      onTestFinished(line.close);
      await line.prepare();
      const facts = (name: string) => ({ name, id: name, address: '', version: '' });
      await line.take(facts('a'), 'start');
      const server = (name: string, epoch: number): Server => {
        const fence: Fence = { statement: fenceStatement(name, epoch), isHeld: () => true, refused() {} };
        return {
          held: { is: true },
          async setup() {
            const { server } = await openedPostgres(url, { fence });
            return { dataDir: tempDir(), backend: server.alerts };
          },
        };
      };
      const sql = (text: string) => run(text, new URL(url).pathname.slice(1));
      const takeOver = async () => {
        await sql("UPDATE belfry_lease SET expires_at = now() - interval '1 s'");
        expect(await line.take(facts('b'), 'takeover')).toBe(2);
      };
      return { servers: [server('a', 1), server('b', 2)], takeOver };
    },
  },
];

const occurrencesOf = ({ received }: { received: readonly { occurrences: string[] }[] }) =>
  received.map(({ occurrences }) => occurrences.join());

test.for(kinds)(
  'over $name: a server that lost the lease sends nothing, not from memory and not later, and the other one goes on',
  async ({ reason, servers }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const { servers: both, takeOver } = await servers();
    const first = await startOutbox({ ...(await both[0].setup()), clock: tolerant() });
    first.queue('webhook:a', 'raised', 'o1');
    await expect.poll(() => occurrencesOf(first)).toEqual(['o1']);
    await first.outbox.settled();
    await takeOver();
    first.queue('webhook:a', 'raised', 'o2');
    expect(await first.outbox.settled()).toBe('lease');
    for (let n = 0; n < 3; n++) {
      await first.clock.advance(60_000);
      await first.outbox.settled();
    }
    expect(occurrencesOf(first)).toEqual(['o1']);
    expect(first.lines.filter((line) => line.includes('No notification is sent'))).toHaveLength(1);
    const second = await startOutbox({ ...(await both[1].setup()), clock: tolerant() });
    expect(second.outbox.notified.map(({ occurrence }) => occurrence)).toEqual(['o1']);
    second.queue('webhook:a', 'raised', 'o2');
    await expect.poll(() => occurrencesOf(second)).toEqual(['o2']);
    expect(await second.states()).toEqual(['sent 1', 'sent 1']);
  },
);

test('a message that the fence refused is as it was, and leaves once when the server holds the lease again', async () => {
  const held = { is: true };
  const { queue, received, clock, states } = await startOutbox({ change: refusing(held), clock: tolerant() });
  held.is = false;
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(20_000);
  expect(received).toEqual([]);
  held.is = true;
  await clock.advance(10_000);
  expect(received).toHaveLength(1);
  expect(await states()).toEqual(['sent 1']);
});

test('a message that the fence holds back is withdrawn when its alert ends', async () => {
  const held = { is: true };
  const { queue, outbox, received, clock } = await startOutbox({ change: refusing(held), clock: tolerant() });
  held.is = false;
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(20_000);
  expect(outbox.withdraw('o1', 'webhook:a')).toBe('withdrawn');
  held.is = true;
  await clock.advance(60_000);
  expect(received).toEqual([]);
});

const open: Pick<Kind, 'name' | 'reason'>[] = [{ name: 'SQLite' }, { name: 'PostgreSQL', reason: noPostgres }];

test.for(open)(
  'over $name: two servers that decide the same send it once, and the other one knows that it was sent',
  async ({ name, reason }, { skip }) => {
    if (reason !== undefined) return skip(reason);
    const dataDir = tempDir();
    const url = name === 'SQLite' ? undefined : await (await cluster()).database();
    const start = async () =>
      startOutbox({ dataDir, backend: url === undefined ? undefined : (await openedPostgres(url)).server.alerts });
    const [one, other] = [await start(), await start()];
    const sent = async () => {
      for (const part of [one, other]) await part.clock.advance(100);
      return [...occurrencesOf(one), ...occurrencesOf(other)].sort();
    };
    one.queue('webhook:a', 'raised', 'o1', 'o2');
    await expect.poll(one.states).toEqual(['sent 1']);
    other.queue('webhook:a', 'raised', 'o1', 'o2');
    await other.outbox.settled();
    other.queue('webhook:a', 'raised', 'o3', 'o4');
    await expect.poll(sent).toEqual(['o1,o2', 'o3,o4']);
    expect((await other.log()).map(({ state, alertCount }) => [state, alertCount])).toEqual([
      ['sent', 2],
      ['sent', 2],
    ]);
    expect(other.lines.some((line) => line.includes('decided before'))).toBe(true);
    // So its end is sent, and not withdrawn.
    expect(other.outbox.withdraw('o1', 'webhook:a')).toBe('notified');
    one.queue('webhook:a', 'raised', 'o5');
    await expect.poll(one.states).toEqual(['sent 1', 'sent 1', 'sent 1']);
    other.queue('webhook:a', 'raised', 'o5', 'o6');
    await expect.poll(sent).toEqual([...['o1,o2', 'o3,o4', 'o5', 'o6']]);
  },
);
