// The lease of two servers over a real PostgreSQL: who does not hold it writes nothing, and its epoch only rises.
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noPostgres } from '../testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../testing/postgres-databases.ts';
import type { Fence } from './fence.ts';
import { fenceStatement } from './lease.ts';
import { openLeaseLine } from './lease-line.ts';

const cluster = postgresDatabases();

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

const facts = (name: string, id = name) => ({ name, id, address: `http://${name}`, version: '1' });

async function lines(names: readonly string[]) {
  const { database, run } = await cluster();
  const url = await database();
  const opened = names.map(() => openLeaseLine(url));
  onTestFinished(async () => {
    for (const line of opened) await line.close();
  });
  await Promise.all(opened.map((line) => line.prepare()));
  const sql = (text: string) => run(text, new URL(url).pathname.slice(1));
  const runOut = () => sql("UPDATE belfry_lease SET expires_at = now() - interval '1 s'");
  return { url, opened, sql, runOut };
}

const heldFence = (name: string, epoch: number, refused = () => {}): Fence => ({
  statement: fenceStatement(name, epoch),
  isHeld: () => true,
  refused,
});

/** The stores of a server with a lease, and a write of it. */
async function storesOf(url: string, fence: Fence) {
  const { backend, server } = await openedPostgres(url, { fence });
  onTestFinished(async () => {
    for (const one of [backend, server.alerts, server.exportQueue]) await one.close();
  });
  const write = async (text: string, meanwhile = async () => {}) => {
    try {
      await backend.begin();
      await backend.run('INSERT INTO settings (key, value, changed_at) VALUES (?, ?, 0)', text, '1');
      await meanwhile();
      await backend.commit();
      return true;
    } catch {
      await backend.rollback();
      return false;
    }
  };
  return { write };
}

test('one of two servers gets the lease; the other gets it when it has run out or was released, and each time the epoch rises', async () => {
  const { opened, runOut } = await lines(['a', 'b']);
  const [a, b] = opened;
  if (!a || !b) throw new Error('no lines');
  expect(await a.take(facts('a'), 'start')).toBe(1);
  expect(await b.take(facts('b'), 'start')).toBeUndefined();
  expect(await a.renew('a', 1)).toMatchObject({ next: '' });
  expect(await a.take(facts('a'), 'start')).toBe(2);
  expect(await a.renew('a', 1)).toBeUndefined();
  await runOut();
  expect(await b.take(facts('b'), 'takeover')).toBe(3);
  expect(await a.renew('a', 2)).toBeUndefined();
  await b.release('b', 3);
  expect(await a.take(facts('a'), 'takeover')).toBe(4);
  expect((await a.switches(10)).map(({ epoch, holder }) => [epoch, holder])).toEqual([
    [4, 'a'],
    [3, 'b'],
    [2, 'a'],
    [1, 'a'],
  ]);
});

test('a planned switch gives the lease to the server that was named, and not back to the one that ends', async () => {
  const { opened } = await lines(['a', 'b']);
  const [a, b] = opened;
  if (!a || !b) throw new Error('no lines');
  await a.take(facts('a'), 'start');
  await b.ask('b', 'planned');
  expect(await a.renew('a', 1)).toMatchObject({ next: 'b', wish: 'planned' });
  await a.release('a', 1);
  expect(await a.take(facts('a'), 'start')).toBeUndefined();
  expect(await b.take(facts('b'), 'planned')).toBe(2);
  expect((await a.read())?.next).toBe('');
});

test('a server that slept while another one took the lease writes nothing, also in all parts, and hears that it was refused', async () => {
  const { url, opened, runOut, sql } = await lines(['a', 'b']);
  const [a, b] = opened;
  if (!a || !b) throw new Error('no lines');
  await a.take(facts('a'), 'start');
  let refusals = 0;
  const fence = heldFence('a', 1, () => refusals++);
  const { write } = await storesOf(url, fence);
  expect(await write('awake')).toBe(true);
  await runOut();
  expect(await write('asleep')).toBe(false);
  await b.take(facts('b'), 'takeover');
  expect(await write('taken')).toBe(false);
  expect(refusals).toBe(2);
  const { rows } = await sql("SELECT key FROM settings WHERE key IN ('awake', 'asleep', 'taken')");
  expect(rows).toEqual([{ key: 'awake' }]);
});

test('nobody takes the lease while a transaction of its holder is open, and a renewal does not wait for it', async () => {
  const { url, opened, sql } = await lines(['a', 'b']);
  const [a, b] = opened;
  if (!a || !b) throw new Error('no lines');
  await a.take(facts('a'), 'start');
  const { write } = await storesOf(url, heldFence('a', 1));
  const order: string[] = [];
  let taking: Promise<unknown> = Promise.resolve();
  const written = await write('slow', async () => {
    expect(await a.renew('a', 1)).toBeDefined();
    await sql("UPDATE belfry_lease SET expires_at = now() - interval '1 s'");
    taking = b.take(facts('b'), 'takeover').then((epoch) => order.push(`taken ${epoch}`));
    await sql('SELECT pg_sleep(0.2)');
    order.push('commits');
  });
  await taking;
  expect([written, order]).toEqual([true, ['commits', 'taken 2']]);
});

test('a clock of the database that was set back by a day does not keep the lease from a server that has seen nobody renew it', async () => {
  const { opened, sql } = await lines(['a', 'b']);
  const [a, b] = opened;
  if (!a || !b) throw new Error('no lines');
  await a.take(facts('a'), 'start');
  await sql("UPDATE belfry_lease SET expires_at = now() + interval '1 day'");
  const seen = await b.read();
  expect(await b.take(facts('b'), 'takeover')).toBeUndefined();
  expect(await b.take(facts('b'), 'takeover', { epoch: 1, renewals: 7 })).toBeUndefined();
  expect(await b.take(facts('b'), 'takeover', seen)).toBe(2);
});

test('whatever three servers do in whatever order, the epoch never falls, one of them holds it at most, and a former holder writes nothing', async () => {
  const names = ['a', 'b', 'c'];
  const { url, opened, runOut, sql } = await lines(names);
  const act = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom('take', 'renew', 'release', 'run out', 'write', 'ask'),
    other: fc.nat(2),
  });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const epochs: (number | undefined)[] = [undefined, undefined, undefined];
      await sql("UPDATE belfry_lease SET next = '', expires_at = now() - interval '1 day'");
      let highest = Number((await opened[0]?.read())?.epoch);
      for (const { who, what, other } of acts) {
        const [line, name] = [opened[who], names[who] ?? ''];
        if (!line) continue;
        const own = epochs[who];
        if (what === 'run out') await runOut();
        else if (what === 'ask') await line.ask(names[other] ?? '', 'planned');
        else if (what === 'take') {
          const taken = await line.take(facts(name), 'start');
          if (taken !== undefined) {
            expect(taken).toBe(highest + 1);
            [highest, epochs[who]] = [taken, taken];
          }
        } else if (own !== undefined) {
          const row = await line.read();
          const isHolder = row?.holder === name && row.epoch === own;
          if (what === 'renew') expect((await line.renew(name, own)) !== undefined).toBe(isHolder);
          else if (what === 'release') await line.release(name, own);
          else {
            const { write } = await storesOf(url, heldFence(name, own));
            const isAwake = isHolder && Number(row?.left) > 0;
            expect(await write(`n${number++}`)).toBe(isAwake);
          }
        }
        expect((await line.read())?.epoch).toBe(highest);
      }
    }),
    { numRuns: 20 },
  );
});
