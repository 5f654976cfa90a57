// Opens a database of PostgreSQL for the stores. It is looked at first, and is changed only when the key fits.
import { hostname } from 'node:os';
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Backend } from '../backend.ts';
import { DatabaseTrouble } from '../database-trouble.ts';
import type { StoreOptions } from '../open-store.ts';
import type { Secrets } from '../secrets.ts';
import { openSetAside } from '../set-aside.ts';
import { createStore, type DatabaseServer, type Store } from '../store.ts';
import type { StoreError } from '../store-error.ts';
import { CHECK, checkOf, keyOf, type SealedRows } from '../store-key.ts';
import { createPostgresBackend } from './backend.ts';
import { takeOldJournal } from './old-journal.ts';
import { bringUpToDate, look, OLD_JOURNAL, rightsIn } from './schema.ts';
import { connectTo, type Session } from './session.ts';
import { reasonOf } from './trouble.ts';
import { createWatch } from './watch.ts';

export interface PostgresOptions extends StoreOptions {
  databaseUrl: string;
  /** So long a database that does not answer is asked again: it may start at the same time as Belfry. Default 20 s. */
  patienceMs?: number;
}

const PATIENCE_MS = 20_000;
const AGAIN_MS = 1000;
/** PostgreSQL says that something exists already. */
const EXISTS = new Set(['42P07', '42701', '42710']);

export interface OpenedPostgres {
  backend: Backend;
  server: DatabaseServer;
  sealing: Secrets;
}

/** Host, port and database of an address, without what must not be shown. */
export function nameOf(url: string): string {
  const { hostname: host, port, pathname } = new URL(url);
  return `${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

export const openPostgresStore = (
  options: PostgresOptions,
  changed = (backend: Backend) => backend,
): Promise<Result<Store, StoreError>> =>
  usePostgres(options, ({ backend, server, sealing }) =>
    createStore({ ...options, backend: changed(backend), server, sealing, setAside: openSetAside(options) }),
  );

export const openPostgres = (options: PostgresOptions) => usePostgres(options, async (opened) => opened);

/** `use` is a part of the opening: it runs again when the database goes away while it runs. */
async function usePostgres<T>(
  options: PostgresOptions,
  use: (opened: OpenedPostgres) => Promise<T>,
): Promise<Result<T, StoreError>> {
  const { databaseUrl, patienceMs = PATIENCE_MS, fence, clock, log } = options;
  const database = nameOf(databaseUrl);
  const watch = createWatch(database, clock);
  const troubled = (error: unknown): unknown => {
    const reason = reasonOf(error);
    return reason ? new DatabaseTrouble(database, reason, { cause: error }) : error;
  };
  const connect = async (): Promise<Session> => {
    try {
      return watch.over(await connectTo(databaseUrl));
    } catch (error) {
      throw troubled(error);
    }
  };
  /** A connection may be lost at any step, and each step can be taken again. */
  async function patiently<R>(work: () => Promise<R>): Promise<R> {
    for (let left = patienceMs; ; left -= AGAIN_MS) {
      try {
        return await work().catch((error: unknown) => {
          throw troubled(error);
        });
      } catch (error) {
        const mayStart = error instanceof DatabaseTrouble && error.reason.id === 'database.noAnswer';
        if (!mayStart || left <= 0) throw error;
        if (left === patienceMs) log.warn({ database }, `${error.message} Belfry waits for it.`);
        await new Promise<void>((done) => void clock.after(AGAIN_MS, done));
      }
    }
  }

  async function openedBy(session: Session): Promise<Result<OpenedPostgres, StoreError>> {
    const sealing = await prepare(session, { ...options, database });
    if (!sealing.ok) return sealing;
    const old = await session.query('SELECT name FROM belfry_facts WHERE name = $1', [OLD_JOURNAL]);
    if (old.rows.length > 0) {
      // a connection of its own: who only copies the data has no other one of the journal
      const journal = createPostgresBackend({ connect, troubled, part: 'journal', changes: 0, fence });
      try {
        await takeOldJournal(journal, options);
      } finally {
        await journal.close();
      }
    }
    const rows = await session.query('SELECT part, changes FROM belfry_parts', []);
    const changes = new Map(rows.rows.map((row) => [String(row.part), Number(row.changes)]));
    const backendOf = (part: string) =>
      createPostgresBackend({ connect, troubled, part, changes: changes.get(part) ?? 0, fence });
    const server = {
      ...{ alerts: backendOf('alerts'), exportQueue: backendOf('export-queue'), journal: backendOf('journal') },
      problems: watch.problems,
    };
    return ok({ backend: backendOf('belfry'), server, sealing: sealing.value });
  }

  try {
    return await patiently(async () => {
      const session = await connect();
      const opened = await openedBy(session).finally(session.close);
      return opened.ok ? ok(await use(opened.value)) : opened;
    });
  } catch (error) {
    const reason = error instanceof DatabaseTrouble ? error.reason : reasonOf(error);
    if (!reason) throw error;
    return fail(refused({ id: 'database.unusable', values: { database, reason } }));
  }
}

type Preparing = PostgresOptions & { database: string };

const placeOf = ({ dataDir, keyFile, encryptionKey }: StoreOptions) => ({
  file: keyFile ?? path.join(dataDir, 'keys', 'belfry.key'),
  fromEnv: encryptionKey,
});

/** What is there. `key`: undefined when nothing is sealed yet, so that any key fits. */
async function inspect(session: Session, options: Preparing) {
  const { database } = options;
  const found = await look(session, database);
  if (!found.ok) return fail(refused(found.error));
  const sealed = await sealedIn(session, found.value);
  const origin = await originIn(session, found.value);
  const place = placeOf(options);
  const key = () =>
    keyOf(place, sealed, {
      missing: () =>
        refused({ id: 'database.keyMissing', values: { database, file: place.file, origin } }, 'key_missing'),
      wrong: (where) => refused({ id: 'database.keyWrong', values: { database, where, origin } }, 'key_wrong'),
    });
  return ok({ versions: found.value, sealed, key });
}

/** Why this server could not open the database. Nothing is changed, and no key is made: a standby asks. */
export async function whyUnusable(
  session: Session,
  options: StoreOptions,
  url: string,
): Promise<StoreError | undefined> {
  const found = await inspect(session, { ...options, databaseUrl: url, database: nameOf(url) });
  if (!found.ok) return found.error;
  if (found.value.sealed.sealed === 0) return undefined;
  const key = found.value.key();
  return key.ok ? undefined : key.error;
}

async function prepare(session: Session, options: Preparing): Promise<Result<Secrets, StoreError>> {
  const { encryptionKey, database, log } = options;
  const place = placeOf(options);
  const looked = await inspect(session, options);
  if (!looked.ok) return looked;
  const { sealed, versions } = looked.value;
  const key = looked.value.key();
  if (!key.ok) return key;
  try {
    const steps = await bringUpToDate(session, versions);
    if (steps > 0) log.info({ database, steps }, 'database migrated');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && EXISTS.has(String(error.code)))) throw error;
    return fail(refused({ id: 'database.half', values: { database, missing: error.message } }));
  }
  const rights = await rightsIn(session, database);
  if (!rights.ok) return fail(refused(rights.error));
  if (sealed.check === undefined) await writeCheck(session, key.value, encryptionKey ? undefined : place.file);
  return key;
}

async function sealedIn(session: Session, versions: ReadonlyMap<string, number>): Promise<SealedRows> {
  if (!versions.get('belfry')) return { sealed: 0 };
  const { rows } = await session.query('SELECT owner, name, sealed FROM secrets', []);
  const check = rows.find(({ owner, name }) => owner === CHECK.owner && name === CHECK.name)?.sealed;
  return { sealed: rows.length, ...(check instanceof Uint8Array && { check }) };
}

/** Where the key was made, as host and file. */
async function originIn(session: Session, versions: ReadonlyMap<string, number>): Promise<Sentence> {
  if (versions.size > 0) {
    const { rows } = await session.query("SELECT value FROM belfry_facts WHERE name = 'key'", []);
    const [, host, file] = /^(\S+) (.+)$/.exec(String(rows[0]?.value ?? '')) ?? [];
    if (host !== undefined && file !== undefined) return { id: 'database.keyOrigin', values: { host, file } };
  }
  return { id: 'database.keyOfVariable' };
}

async function writeCheck(session: Session, sealing: Secrets, keyFile: string | undefined): Promise<void> {
  await session.query('INSERT INTO secrets (owner, name, sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    ...[CHECK.owner, CHECK.name, checkOf(sealing)],
  ]);
  if (keyFile === undefined) return;
  await session.query(
    "INSERT INTO belfry_facts VALUES ('key', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [`${hostname()} ${path.resolve(keyFile)}`],
  );
}

const refused = (sentence: Sentence, code: StoreError['code'] = 'database_refused'): StoreError => ({
  ...{ code, message: english(sentence), sentence },
});
