// The guarantees of every database for the stores: tested with SQLite and with PostgreSQL.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import type { Backend } from './backend.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { openDatabase } from './open.ts';
import { createSecrets } from './secrets.ts';
import { openSetAside } from './set-aside.ts';
import { createSqliteBackend } from './sqlite.ts';
import { createStore, type Stores } from './store.ts';
import { fill, hashOf, session } from './testing/filled-stores.ts';
import { noPostgres } from './testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from './testing/postgres-databases.ts';
import { START, tempDir } from './testing/temp-store.ts';

const setAsideIn = (dataDir: string) => openSetAside({ dataDir, clock: fakeClock(START), log: createLogger('silent') });

interface Kind {
  name: string;
  /** Why it cannot be tested here. */
  reason?: string | undefined;
  /** A new database: what opens it each time. */
  make(): Promise<() => Promise<Backend>>;
}

const cluster = postgresDatabases();

const kinds: Kind[] = [
  {
    name: 'SQLite',
    async make() {
      const file = path.join(tempDir(), 'belfry.db');
      return async () => {
        const db = openDatabase(file);
        migrate(db, { name: 'belfry', migrations, backups: tempDir(), at: START });
        return createSqliteBackend(db);
      };
    },
  },
  {
    name: 'PostgreSQL',
    reason: noPostgres,
    async make() {
      const url = await (await cluster()).database();
      return async () => (await openedPostgres(url)).backend;
    },
  },
];

const Text = z.string();
/** What `fill` wrote, as names. */
async function contents(stores: Stores) {
  const hosts: string[] = [];
  for await (const row of stores.dockerHosts.load())
    hosts.push('host' in row ? `${row.host.id} ${row.host.lastSeen}` : '');
  return {
    users: stores.users.list().map(({ name }) => name),
    sessions: stores.sessions.list().map(({ id }) => id),
    apiTokens: stores.apiTokens.list().map(({ name }) => name),
    settings: ['ann', 'kept ann', 'bob', 'kept bob'].map((key) => stores.settings.get(key, Text)).filter(Boolean),
    secrets: ['ann', 'bob'].flatMap((owner) => [...stores.secrets.read(owner).values.values()]),
    instances: stores.instances.list().instances.map(({ config: { name, password } }) => `${name} ${password}`),
    metadata: (await stores.metadata.list()).map(({ description, tags }) => `${description} ${tags}`),
    exclusions: stores.protection.exclusions().map(({ guest, note, by }) => `${guest} ${note} ${by}`),
    assignments: stores.protection.assignments().map(({ group, guest, by }) => `${group} ${guest} ${by}`),
    restoreTests: stores.protection.restoreTests().map(({ guest, note, by }) => `${guest} ${note} ${by}`),
    drills: stores.drills.list().map(({ name, seen }) => `${name} ${seen.length}`),
    baselines: stores.baselines.list().map(({ name, parts }) => `${name} ${parts.length}`),
    versionChanges: (await stores.versionChanges.list(9)).map(({ versionTo }) => versionTo),
    hosts,
    audit: (await stores.audit.list(9)).map(({ user }) => user),
  };
}
const ofAnn = {
  ...{
    users: ['ann'],
    sessions: ['ann'],
    apiTokens: ['ann'],
    settings: ['ann', 'ann'],
    versionChanges: ['ann'],
    audit: ['ann'],
  },
  drills: ['ann 1'],
  baselines: ['ann 1'],
  ...{ exclusions: ['ann ann ann'], assignments: ['ann ann ann'], restoreTests: ['ann ann ann'] },
  ...{ secrets: ['secret of ann'], instances: ['ann pw'], metadata: ['ann x'], hosts: ['ann 5'] },
};

describe.each(kinds)('over $name', ({ reason, make }) => {
  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason);
  });
  async function setUp(change: (backend: Backend) => Backend = (backend) => backend) {
    const open = await make();
    const sealing = createSecrets(randomBytes(32));
    const clock = fakeClock(START);
    const start = async (backend: Backend) => {
      const dataDir = tempDir();
      const setAside = setAsideIn(dataDir);
      const log = createLogger('silent');
      const store = await createStore({ backend, sealing, setAside, dataDir, clock, log });
      onTestFinished(store.close);
      return store;
    };
    const store = await start(change(await open()));
    return {
      ...{ store, clock },
      async restarted() {
        await store.close();
        return start(await open());
      },
    };
  }

  test('written data can be read at once and after a restart', async () => {
    const { store, restarted } = await setUp();
    await fill(store, 'ann');
    expect(await contents(store)).toEqual(ofAnn);
    expect(await contents(await restarted())).toEqual(ofAnn);
  });

  test('a failed transaction changes nothing in memory or on disk, and a successful one changes everything', async () => {
    const { store, restarted } = await setUp();
    await store.atomically((tx) => fill(tx, 'ann'));
    const failing = store.atomically(async (tx) => {
      await fill(tx, 'bob');
      await tx.users.removeOthers('bob');
      await tx.sessions.removeWhere(() => true);
      await tx.instances.replaceAll([]);
      expect(tx.users.list().map(({ name }) => name)).toEqual(['bob']);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await contents(store)).toEqual(ofAnn);
    expect(await contents(await restarted())).toEqual(ofAnn);
  });

  test('a commit that fails changes nothing in memory', async () => {
    let isFull = false;
    const { store } = await setUp((backend) => ({
      ...backend,
      commit: () => (isFull ? Promise.reject(new Error('no room')) : backend.commit()),
    }));
    await store.settings.put('a', 'old');
    isFull = true;
    await expect(store.settings.put('a', 'new')).rejects.toThrow('no room');
    await expect(store.sessions.add(session('s'), hashOf('s'))).rejects.toThrow('no room');
    expect([store.settings.get('a', Text), store.sessions.list()]).toEqual(['old', []]);
    isFull = false;
    await store.settings.put('b', 'x');
    expect(store.sessions.list()).toEqual([]);
  });

  test('a transaction sees its own writes; no other reader sees them before it ends', async () => {
    const { store } = await setUp();
    const seen: unknown[] = [];
    await store.atomically(async (tx) => {
      await tx.users.put({ name: 'ann', passwordHash: 'h', role: 'admin' });
      await tx.sessions.add(session('s'), hashOf('s'));
      seen.push(tx.users.byName('ann')?.name, tx.sessions.byTokenHash(hashOf('s'))?.id, store.users.byName('ann'));
      await tx.sessions.remove('s');
      seen.push(tx.sessions.byTokenHash(hashOf('s')));
    });
    expect(seen).toEqual(['ann', 's', undefined, undefined]);
    expect([store.users.byName('ann')?.name, store.sessions.list()]).toEqual(['ann', []]);
  });

  test('transactions are isolated: no transaction loses the writes of another one', async () => {
    const { store } = await setUp();
    const count = (stores: Stores) => stores.settings.get('count', z.number()) ?? 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.atomically(async (tx) => {
          const before = count(tx);
          await tx.audit.list(1);
          await tx.settings.put('count', before + 1);
        }),
      ),
    );
    expect(count(store)).toBe(20);
  });

  test('a separate write waits for a transaction that has begun, and remains when that transaction fails', async () => {
    const { store, restarted } = await setUp();
    const failing = store.atomically(async (tx) => {
      await tx.settings.put('a', 'of the block');
      throw new Error('changed its mind');
    });
    const plain = store.settings.put('b', 'plain');
    await expect(failing).rejects.toThrow('changed its mind');
    await plain;
    const again = await restarted();
    expect([again.settings.get('a', Text), again.settings.get('b', Text)]).toEqual([undefined, 'plain']);
  });

  test('a store used within its own transaction throws instead of waiting for ever, and so does one used after its transaction', async () => {
    const { store } = await setUp();
    await expect(store.atomically(() => store.settings.put('a', 1))).rejects.toThrow(/within its own `atomically`/);
    await expect(store.atomically(() => store.audit.list(1))).rejects.toThrow(/within its own `atomically`/);
    const late = await store.atomically(async (tx) => tx.settings);
    await expect(late.put('a', 1)).rejects.toThrow(/after its block had ended/);
    expect(store.settings.get('a', z.number())).toBeUndefined();
  });

  test('an ended credential is announced after the commit, and not when the transaction fails', async () => {
    const { store } = await setUp();
    await store.sessions.add(session('s'), hashOf('s'));
    const announced: (string | undefined)[] = [];
    store.revocations.listen(() => announced.push(store.sessions.get('s')?.id));
    const failing = store.atomically(async (tx) => {
      await tx.sessions.remove('s');
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow();
    expect([announced, store.sessions.get('s')?.id]).toEqual([[], 's']);
    await store.atomically((tx) => tx.sessions.remove('s'));
    expect(announced).toEqual([undefined]);
  });

  test('a session is added only if its credential is unchanged after all earlier writes', async () => {
    const { store } = await setUp();
    await store.users.put({ name: 'ann', passwordHash: 'old', role: 'admin' });
    const isStillRight = () => store.users.byName('ann')?.passwordHash === 'old';
    const [, , isAdded] = await Promise.all([
      store.users.setPassword('ann', 'new'),
      store.sessions.removeWhere(() => true),
      store.sessions.add(session('s'), hashOf('s'), isStillRight),
    ]);
    expect([isAdded, store.sessions.list()]).toEqual([false, []]);
  });

  test('of many best-effort writes of one key at once the newest remains, in memory and on disk', async () => {
    const { store, restarted } = await setUp();
    const writes = Array.from({ length: 10 }, (_, n) => store.settings.keep('a', `value ${n}`));
    expect(store.settings.get('a', Text)).toBe('value 9');
    await Promise.all([...writes, store.settings.keep('b', 'x'), store.settings.keep('b', undefined)]);
    expect(store.settings.get('a', Text)).toBe('value 9');
    const again = await restarted();
    expect([again.settings.get('a', Text), again.settings.get('b', Text)]).toEqual(['value 9', undefined]);
  });

  test('a recorded use does not restore a session or token that has ended', async () => {
    const { store, restarted } = await setUp();
    await store.sessions.add(session('s'), hashOf('s'));
    const { id } = await store.apiTokens.add({
      ...{ name: 't', scope: 'read', hash: hashOf('t'), hint: '', createdBy: 'ann', expiresAt: null },
    });
    store.sessions.touch('s', START + 5);
    store.apiTokens.touch(id);
    const ended = [store.sessions.remove('s'), store.apiTokens.remove(id)];
    await Promise.all([store.sessions.flush(), store.apiTokens.flush(), ...ended]);
    const again = await restarted();
    expect([again.sessions.list(), again.apiTokens.list()]).toEqual([[], []]);
  });

  test('closing waits for writes in progress', async () => {
    const { store, restarted } = await setUp();
    const writes = [
      store.settings.put('a', 'x'),
      store.audit.append({ event: 'login', success: true, user: 'ann', method: '', ip: '', path: '' }),
    ];
    const again = await restarted();
    await Promise.all(writes);
    expect([again.settings.get('a', Text), (await again.audit.list(9)).length]).toEqual(['x', 1]);
  });
});
