// The life of a server whose database others may share: standby until it has the lease, active while it holds it, and then standby again. The
// process goes on.
import { fail, ok, type Result } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { createListening } from '../composition/listening.ts';
import { about, version } from '../config/build.ts';
import type { Config } from '../config/env.ts';
import { DatabaseTrouble } from '../db/database-trouble.ts';
import { type LeaseLine, openLeaseLine } from '../db/postgres/lease-line.ts';
import { nameOf, whyUnusable } from '../db/postgres/open-postgres.ts';
import { reasonOf } from '../db/postgres/trouble.ts';
import type { StoreError } from '../db/store-error.ts';
import type { Tls } from '../http/tls/tls.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { createHolding, type Ended } from './holding.ts';
import { ownServer } from './own-server.ts';
import type { Pair, Turn } from './pair.ts';
import { createPairWatch } from './pair-watch.ts';
import { createStandbyServer, standbyLine } from './standby-server.ts';
import { createSteady } from './steady.ts';
import { createWaiting, type Lead } from './waiting.ts';

/** A database may start at the same time as Belfry. */
const PATIENCE_MS = 20_000;
const AGAIN_MS = 1000;
/** After a takeover that failed. */
const FAILED_MS = 5000;

export interface LifeDeps {
  config: Config & { databaseUrl: string };
  tls: Tls | undefined;
  compose(pair: Pair): Promise<Result<Turn, string>>;
  clock: Clock;
  log: Logger;
}

export interface ServerLife {
  /** Until it is stopped. Returns what went wrong in the first start. `serves`: called when the first server listens. */
  run(serves: () => void): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Looks at the database first, and refuses one that this server could not use, as a single server does. */
export async function openServerLife(deps: LifeDeps): Promise<Result<ServerLife, StoreError>> {
  const { config, clock, log } = deps;
  const { databaseUrl: url, dataDir, access } = config;
  const line = openLeaseLine(url);
  const options = { dataDir, encryptionKey: access.encryptionKey, clock, log };
  const whyNot = async () => whyUnusable(await line.session(), options, url);
  try {
    const refusal = await patiently(deps, async () => {
      const found = await whyNot();
      if (!found) await line.prepare();
      return found;
    });
    if (refusal) {
      await line.close();
      return fail(refusal);
    }
  } catch (error) {
    await line.close();
    const reason = reasonOf(error);
    if (!reason) throw error;
    const sentence: Sentence = { id: 'database.unusable', values: { database: nameOf(url), reason } };
    return fail({ code: 'database_refused', message: english(sentence), sentence });
  }
  return ok(createServerLife(deps, line, whyNot));
}

async function patiently<T>({ config, clock, log }: LifeDeps, ask: () => Promise<T>): Promise<T> {
  for (let left = PATIENCE_MS; ; left -= AGAIN_MS) {
    try {
      return await ask();
    } catch (error) {
      if (reasonOf(error)?.id !== 'database.noAnswer' || left <= 0) throw error;
      if (left === PATIENCE_MS) log.warn({ database: nameOf(config.databaseUrl) }, 'Belfry waits for its database');
      await new Promise<void>((done) => void clock.after(AGAIN_MS, done));
    }
  }
}

function createServerLife(deps: LifeDeps, line: LeaseLine, whyNot: () => Promise<StoreError | undefined>): ServerLife {
  const { config, tls, compose, clock, log } = deps;
  const own = ownServer(config, version);
  const steady = createSteady();
  const stopping = Promise.withResolvers<'stopped'>();
  const finished = Promise.withResolvers<void>();
  let isStopped = false;
  let waiting = waitAgain();
  let standby: AsyncDisposable | undefined;

  function waitAgain() {
    return createWaiting({ lease: line, own, whyUnusable: whyNot, steady, clock, log });
  }
  async function openStandby(): Promise<void> {
    if (standby) return;
    const http = createStandbyServer({
      ...{ own: own.name, standing: () => waiting.standing(), about: about(config), clock, log },
      ...{ tls: tls?.options(), below: config.access.prefix },
    });
    standby = await createListening({ config, tls }).start(http);
    process.stdout.write(`${standbyLine(version, own.name, own.address, waiting.standing())}\n`);
  }
  async function closeStandby(): Promise<void> {
    const closing = standby;
    standby = undefined;
    await closing?.[Symbol.asyncDispose]();
  }
  /** Until another server has the lease, or this one is stopped. Returns why it did not begin. */
  async function lead({ epoch, taken }: Lead, serves: () => void): Promise<string | undefined> {
    const ended = Promise.withResolvers<Ended>();
    const holding = createHolding({
      ...{ lease: line, name: own.name, epoch, steady, taken, clock, log },
      ended: (how) => ended.resolve(how),
    });
    log.info({ epoch, server: own.name }, 'this server is active');
    const watch = createPairWatch({ lease: line, holding, own, database: nameOf(config.databaseUrl), clock });
    let turn: Turn | undefined;
    try {
      const composed = await compose(watch);
      if (!composed.ok) return composed.error;
      turn = composed.value;
      await closeStandby();
      const problem = holding.isOver() || isStopped ? undefined : await turn.start();
      if (problem !== undefined) return problem;
      serves();
      const how = await Promise.race([ended.promise, stopping.promise]);
      log.info({ epoch, server: own.name, how }, 'this server is not active any more');
      return undefined;
    } finally {
      watch.stop();
      await turn?.stop().catch((error: unknown) => log.error({ err: error }, 'a part could not be stopped'));
      await holding.release().catch((error: unknown) => log.warn({ err: error }, 'the lease could not be given back'));
    }
  }
  async function go(first: () => void): Promise<string | undefined> {
    let isServing = false;
    const serves = () => {
      if (!isServing) first();
      isServing = true;
    };
    while (!isStopped) {
      let taken = await waiting.first();
      if (!taken && !isStopped) {
        await openStandby();
        serves();
        taken = await waiting.lead();
      }
      if (!taken) break;
      let isTrouble = false;
      const problem = await lead(taken, serves).catch((error: unknown) => {
        isTrouble = error instanceof DatabaseTrouble;
        if (!isServing) throw error;
        return String(error);
      });
      if (problem !== undefined && !isServing) return problem;
      // The database went away, or another server took the lease meanwhile: whoever waits looks at it at once.
      if (isTrouble) log.warn({ problem }, 'this server could not become active');
      else if (problem !== undefined) {
        log.error({ problem }, 'this server could not become active, and waits');
        await Promise.race([stopping.promise, new Promise<void>((done) => void clock.after(FAILED_MS, done))]);
      }
      if (!isStopped) waiting = waitAgain();
    }
    await closeStandby();
    return undefined;
  }
  return {
    run: (serves) => go(serves).finally(() => finished.resolve()),
    async stop() {
      isStopped = true;
      waiting.stop();
      stopping.resolve('stopped');
      await finished.promise;
      await line.close();
    },
  };
}
