// The lease: which of the servers with this database is the active one. Its times are those of the database alone, and its epoch only rises.
import * as z from 'zod';
import type { Session } from './session.ts';

/** So long after its last renewal another server may take it. */
const LEASE_S = 12;
const NAME = 'belfry';
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name of a server, the data directory it runs with, where it is reached, and its version. */
export interface ServerFacts {
  name: string;
  id: string;
  address: string;
  version: string;
}

/** Why the lease was taken. */
export type Reason = 'start' | 'takeover' | 'planned' | 'drill';

/** What `ask` has written, as it is read back. */
export const wishIn = (wish: string): 'planned' | 'drill' =>
  wish === ('drill' satisfies Reason) ? 'drill' : 'planned';

const Row = z.object({
  holder: z.string(),
  id: z.string(),
  address: z.string(),
  version: z.string(),
  epoch: z.number(),
  renewals: z.number(),
  next: z.string(),
  /** Why `next` was named. */
  wish: z.string(),
  /** Epoch ms by the database. */
  since: z.number(),
  /** Seconds until it runs out, by the database; negative: since then. */
  left: z.number(),
});
export type LeaseRow = z.infer<typeof Row>;
const Other = z.object({ name: z.string(), address: z.string(), version: z.string(), age: z.number() });
/** `age`: seconds since it was last heard. */
export type OtherServer = z.infer<typeof Other>;
const Switch = z.object({ epoch: z.number(), at: z.number(), holder: z.string(), reason: z.string() });
export type LeaseSwitch = z.infer<typeof Switch>;
const Next = z.object({ next: z.string() });
const Taken = z.object({ epoch: z.number() });
const Renewed = z.object({ next: z.string(), wish: z.string(), now: z.number() });
export type Renewal = z.infer<typeof Renewed>;

/** What a standby has seen unchanged for longer than the lease lasts, by its own clock. */
export type Seen = Pick<LeaseRow, 'epoch' | 'renewals'>;

const MS = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const LASTING = `interval '${LEASE_S} s'`;

/** The statement of `Fence`. A renewal does not wait for it, because it changes no column of a key; whoever raises the epoch does. */
export const fenceStatement = (name: string, epoch: number): string =>
  `SELECT epoch FROM belfry_lease WHERE name = '${NAME}' AND holder = ${quoted(name)} AND epoch = ${epoch} AND expires_at > now() FOR KEY SHARE`;

export function leaseOver({ query }: Pick<Session, 'query'>) {
  const one = async <S extends z.ZodType>(shape: S, sql: string, values: (string | number)[]) => {
    const [row] = (await query(sql, values)).rows;
    return row === undefined ? undefined : shape.parse(row);
  };
  const many = async <S extends z.ZodType>(shape: S, sql: string, values: (string | number)[] = []) =>
    z.array(shape).parse((await query(sql, values)).rows);
  return {
    /** The new epoch. Undefined: another server holds it. A process with the same data directory is the same server, started again. */
    async take(own: ServerFacts, reason: Reason, seen?: Seen): Promise<number | undefined> {
      const taken = await one(
        Taken,
        `WITH taken AS (
           UPDATE belfry_lease SET holder = $1, id = $2, address = $3, version = $4, epoch = epoch + 1, renewals = 0,
             next = '', wish = '', since = now(), expires_at = now() + ${LASTING}
           WHERE name = '${NAME}' AND (
             (id = $2 AND next IN ('', $1))
             OR (expires_at <= now() AND (next IN ('', $1) OR expires_at <= now() - ${LASTING}))
             OR (expires_at > now() + ${LASTING} AND epoch = $6 AND renewals = $7))
           RETURNING epoch, holder),
         noted AS (INSERT INTO belfry_switches (epoch, at, holder, reason) SELECT epoch, now(), holder, $5 FROM taken),
         forgotten AS (DELETE FROM belfry_switches WHERE epoch < (SELECT epoch FROM taken) - 100)
         SELECT epoch FROM taken`,
        [own.name, own.id, own.address, own.version, reason, seen?.epoch ?? -1, seen?.renewals ?? -1],
      );
      return taken?.epoch;
    },
    /** Undefined: another server has taken it. */
    renew: (name: string, epoch: number): Promise<Renewal | undefined> =>
      one(
        Renewed,
        `UPDATE belfry_lease SET expires_at = now() + ${LASTING}, renewals = renewals + 1
         WHERE name = '${NAME}' AND holder = $1 AND epoch = $2 RETURNING next, wish, ${MS('clock_timestamp()')} AS now`,
        [name, epoch],
      ),
    /** The holder ends, and another server may begin at once. */
    release: async (name: string, epoch: number): Promise<void> =>
      void (await query(
        `UPDATE belfry_lease SET expires_at = now() WHERE name = '${NAME}' AND holder = $1 AND epoch = $2`,
        [name, epoch],
      )),
    /** Asks the holder to give it to another server. */
    ask: async (next: string, wish: Reason): Promise<void> =>
      void (await query(`UPDATE belfry_lease SET next = $1, wish = $2 WHERE name = '${NAME}'`, [next, wish])),
    /** The name of the server that the holder is asked to give it to; empty: none. Cheaper than a renewal. */
    next: async (): Promise<string> =>
      (await one(Next, `SELECT next FROM belfry_lease WHERE name = '${NAME}'`, []))?.next ?? '',
    read: (): Promise<LeaseRow | undefined> =>
      one(
        Row,
        `SELECT holder, id, address, version, epoch, renewals, next, wish, ${MS('since')} AS since,
           extract(epoch FROM expires_at - now())::float8 AS left FROM belfry_lease WHERE name = '${NAME}'`,
        [],
      ),
    /** A server says that it is there. */
    greet: async ({ name, address, version }: ServerFacts): Promise<void> =>
      void (await query(
        `INSERT INTO belfry_servers (name, address, version, seen_at) VALUES ($1, $2, $3, now())
         ON CONFLICT (name) DO UPDATE SET address = excluded.address, version = excluded.version, seen_at = excluded.seen_at`,
        [name, address, version],
      )),
    /** All but this one, that which was heard last first. */
    others: (name: string): Promise<OtherServer[]> =>
      many(
        Other,
        `SELECT name, address, version, extract(epoch FROM now() - seen_at)::float8 AS age FROM belfry_servers
         WHERE name <> $1 ORDER BY seen_at DESC`,
        [name],
      ),
    /** False: there was none with this name. */
    forget: async (name: string): Promise<boolean> =>
      (await query('DELETE FROM belfry_servers WHERE name = $1', [name])).changes > 0,
    /** Whether a server has ever used this database. */
    isPrepared: async (): Promise<boolean> =>
      (await query("SELECT to_regclass('belfry_lease')::text AS name", [])).rows[0]?.name !== null,
    /** Newest first. */
    switches: (limit: number): Promise<LeaseSwitch[]> =>
      many(
        Switch,
        `SELECT epoch, ${MS('at')} AS at, holder, reason FROM belfry_switches ORDER BY epoch DESC LIMIT ${limit}`,
      ),
  };
}
export type Lease = ReturnType<typeof leaseOver>;

/** In order. Its version stands in `belfry_parts` beside those of the stores. */
const migrations: readonly string[] = [
  `CREATE TABLE belfry_lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, id TEXT NOT NULL, address TEXT NOT NULL, version TEXT NOT NULL,
     epoch BIGINT NOT NULL, renewals BIGINT NOT NULL, next TEXT NOT NULL, wish TEXT NOT NULL, since TIMESTAMPTZ NOT NULL,
     expires_at TIMESTAMPTZ NOT NULL, UNIQUE (name, epoch));
   CREATE TABLE belfry_servers (name TEXT PRIMARY KEY, address TEXT NOT NULL, version TEXT NOT NULL, seen_at TIMESTAMPTZ NOT NULL);
   CREATE TABLE belfry_switches (epoch BIGINT PRIMARY KEY, at TIMESTAMPTZ NOT NULL, holder TEXT NOT NULL, reason TEXT NOT NULL);
   INSERT INTO belfry_lease VALUES ('${NAME}', '', '', '', '', 0, 0, '', '', now(), now() - interval '1 day')`,
];

/** The version of the tables of the lease that this Belfry knows. */
export const leasePart = { name: 'lease', known: migrations.length };

/** PostgreSQL says that another server has just made the same. */
const MADE = new Set(['23505', '42P07', '42710']);
const TRIES = 5;

/** Makes the tables of the lease. */
export async function prepareLease(session: Session, facts: string): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      if ((await versionOf(session)) >= migrations.length) return;
      await session.script(`BEGIN; ${facts} LOCK TABLE belfry_parts IN EXCLUSIVE MODE`);
      const steps = migrations.slice(await versionOf(session));
      for (const step of steps) await session.script(step);
      await session.script(
        `INSERT INTO belfry_parts VALUES ('lease', ${migrations.length}, 0)
           ON CONFLICT (part) DO UPDATE SET version = excluded.version; COMMIT`,
      );
      return;
    } catch (error) {
      await session.script('ROLLBACK').catch(() => {});
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!MADE.has(code) || left <= 0) throw error;
    }
  }
}

async function versionOf({ query }: Pick<Session, 'query'>): Promise<number> {
  const [table] = (await query("SELECT to_regclass('belfry_parts')::text AS name", [])).rows;
  if (table?.name === null || table === undefined) return 0;
  const [row] = (await query("SELECT version FROM belfry_parts WHERE part = 'lease'", [])).rows;
  return Number(row?.version ?? 0);
}
