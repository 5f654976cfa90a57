// Two servers over a real PostgreSQL while connections are killed, a server is cut off from the database, the lease changes and processes crash.
// Both see the same alerts. BELFRY_STORE_RUNS=200 makes more runs; a failure names its seed, and BELFRY_STORE_SEED plays that one again.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Occurrence } from '../../../db/alerts-store.ts';
import { DatabaseTrouble } from '../../../db/database-trouble.ts';
import type { Fence } from '../../../db/postgres/fence.ts';
import { fenceStatement } from '../../../db/postgres/lease.ts';
import { openLeaseLine } from '../../../db/postgres/lease-line.ts';
import { occurrence } from '../../../db/testing/occurrences.ts';
import { noPostgres } from '../../../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../../../db/testing/postgres-databases.ts';
import { START, tempDir } from '../../../db/testing/temp-store.ts';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { forAll } from '../../../lib/for-all.ts';
import { destination, startOutbox } from '../../testing/outbox.ts';

const RUNS = Number(process.env.BELFRY_STORE_RUNS ?? (process.env.BELFRY_KILLS === undefined ? 60 : 3));
const FIRST = Number(process.env.BELFRY_STORE_SEED ?? Date.now() % 1e6);
const ACTS = 25;
const TO = ['webhook:a', 'email'];
const cluster = postgresDatabases();

/** Numbers that look random, and are the same for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The way of one server to the database. */
async function way(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const behind = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    drop,
    cut(is: boolean) {
      isCut = is;
      if (is) drop();
    },
    close() {
      drop();
      server.close();
    },
  };
}

type Received = {
  server: string;
  alert: string;
  to: string;
  kind: string;
  occurrence: string;
  key: string;
  isUnstored: boolean;
};

/** A server from its start as the active one to its end. */
async function started(name: string, epoch: number, url: string, dataDir: string, alerts: readonly string[]) {
  const fence: Fence = { statement: fenceStatement(name, epoch), isHeld: () => true, refused() {} };
  const { server } = await openedPostgres(url, { fence });
  const clock = fakeClock(START, (error) => {
    if (!(error instanceof DatabaseTrouble)) throw error;
  });
  const part = await startOutbox({
    dataDir,
    backend: server.alerts,
    clock,
    destinations: TO.map((id) => destination(id, { settings: id })),
  });
  const unsaved = new Map<string, Occurrence>();
  part.writes.occurrences({
    take() {
      const rows = [...unsaved.values()];
      return rows.length === 0 ? undefined : { rows, written: () => forAll(rows, ({ id }) => unsaved.delete(id)) };
    },
    refused() {},
  });
  const known = new Map((await part.file.alerts.open()).map(({ id, alert }) => [alert.id, id]));
  const told = new Set(part.outbox.notified.map((row) => `${row.destination} ${row.occurrence}`));
  let made = 0;
  function plan(): void {
    for (const alert of alerts) {
      const id = known.get(alert) ?? `${alert}/${name}${epoch}/${made++}`;
      if (!known.has(alert)) unsaved.set(id, occurrence(id, {}, { id: alert }));
      known.set(alert, id);
      for (const to of TO) if (!told.has(`${to} ${id}`)) part.queue(to, 'raised', id);
      for (const to of TO) told.add(`${to} ${id}`);
    }
  }
  return {
    ...part,
    plan,
    async seconds(count: number) {
      for (let n = 0; n < count; n++) {
        plan();
        await part.clock.advance(1000);
        await part.outbox.settled();
        await part.store.notified().catch(() => {});
      }
    },
    received: (): Received[] =>
      part.received.map(({ kind, key, occurrences: [of = ''], to }, n) => ({
        ...{ server: name, kind, key, to, occurrence: of, alert: of.split('/', 1)[0] ?? '' },
        isUnstored: part.notices[n]?.isUnstored === true,
      })),
  };
}
type Server = Awaited<ReturnType<typeof started>>;

async function play(seed: number): Promise<void> {
  const random = randomOf(seed);
  const { database, run, port } = await cluster();
  const direct = await database();
  const name = new URL(direct).pathname.slice(1);
  const sql = (text: string) => run(text, name);
  const line = openLeaseLine(direct);
  await line.prepare();
  const alerts: string[] = [];
  const received: Received[] = [];
  const names = ['a', 'b'];
  const ways = [await way(port), await way(port)];
  const dirs = [tempDir(), tempDir()];
  const running: (Server | undefined)[] = [undefined, undefined];
  const cut = [false, false];
  let holder = 0;

  async function end(which: number): Promise<void> {
    const server = running[which];
    running[which] = undefined;
    if (!server) return;
    await server.end();
    // What was on its way then may have left.
    received.push(...server.received());
  }
  async function begin(which: number): Promise<void> {
    await end(which);
    if (cut[which]) heal(which);
    await sql("UPDATE belfry_lease SET expires_at = now() - interval '1 s'");
    const own = names[which] ?? '';
    const epoch = await line.take({ name: own, id: own, address: '', version: '' }, 'takeover');
    if (epoch === undefined) throw new Error('the lease was not taken');
    const url = direct.replace(/:\d+\//, `:${ways[which]?.port}/`);
    running[which] = await started(own, epoch, url, dirs[which] ?? '', alerts);
    holder = which;
  }
  function heal(which: number): void {
    cut[which] = false;
    ways[which]?.cut(false);
  }
  const all = async (work: (server: Server) => Promise<unknown>) => {
    for (const server of running) if (server) await work(server);
  };
  const killed = () =>
    sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'belfry'",
    );

  const acts: [string, (which: number) => Promise<unknown>][] = [
    ['raise', async () => alerts.push(`${random(2) ? 'critical' : 'warning'}-${alerts.length}`)],
    [
      'raise and kill',
      async () => {
        alerts.push(`critical-${alerts.length}`);
        for (const server of running) server?.plan();
        await killed();
      },
    ],
    ['drop', async (which) => ways[which]?.drop()],
    [
      'cut',
      async (which) => {
        cut[which] = true;
        ways[which]?.cut(true);
      },
    ],
    ['heal', async (which) => heal(which)],
    ['take over', async () => begin(1 - holder)],
    ['crash', async (which) => (which === holder ? begin(which) : end(which))],
    ['seconds', async () => all((server) => server.seconds(random(40)))],
    ['a second', async () => all((server) => server.seconds(1))],
  ];
  try {
    await begin(0);
    for (let n = 0; n < ACTS; n++) await acts[random(acts.length)]?.[1](random(2));
    heal(0);
    heal(1);
    await begin(random(2));
    await expect
      .poll(async () => {
        await all((server) => server.seconds(10));
        return (await running[holder]?.store.open().catch(() => undefined))?.length;
      })
      .toBe(0);
    const stored = await sql(
      `SELECT occurrence, destination FROM delivery_alerts JOIN deliveries ON id = delivery WHERE state = 'sent'
        GROUP BY occurrence, destination HAVING count(*) > 1`,
    );
    expect(stored.rows).toEqual([]);
    await end(0);
    await end(1);
    // Whatever left without a mark was written under the fence first.
    const ids = new Set((await sql('SELECT id FROM deliveries')).rows.map(({ id }) => String(id)));
    expect(received.filter(({ key, isUnstored }) => !isUnstored && !ids.has(key))).toEqual([]);
  } finally {
    for (const server of running) await server?.end();
    for (const one of ways) one.close();
    await line.close();
  }
  const arrived = new Set(received.map(({ alert, to }) => `${alert} ${to}`));
  const due = alerts.flatMap((alert) => TO.map((to) => `${alert} ${JSON.stringify(to)}`));
  expect(due.filter((one) => !arrived.has(one))).toEqual([]);
  const ids = Map.groupBy(
    received.filter(({ isUnstored }) => !isUnstored),
    ({ occurrence: of, to, kind }) => `${of} ${to} ${kind}`,
  );
  const twice = [...ids].filter(([, sent]) => new Set(sent.map(({ key }) => key)).size > 1);
  expect(twice).toEqual([]);
}

test('whatever happens to two servers and their connections: every alert arrives, no decision has two ids, and what leaves unmarked was stored before', async ({
  skip,
}) => {
  if (noPostgres !== undefined) return skip(noPostgres);
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    try {
      await play(seed);
    } catch (error) {
      throw new Error(`BELFRY_STORE_SEED=${seed} BELFRY_STORE_RUNS=1`, { cause: error });
    }
  }
});
