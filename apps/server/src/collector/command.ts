// The commands of a collector: join, run, status, leave.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import { wordsIn } from '@belfry/domain/sentences/words';
import { languages } from '@belfry/schema/languages/languages';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { ReportFiles } from '../composition/reports.ts';
import { version } from '../config/build.ts';
import { readLanguage } from '../config/user-language.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { createEmbeddedHistory } from '../history/embedded-history.ts';
import { createSystemClock, iso, stayAlive } from '../lib/clock.ts';
import { createDefects } from '../lib/defects.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { type CollectorStatus, startCollector } from './collector.ts';
import { join } from './join.ts';
import { leaveSite, membershipIn } from './membership.ts';
import type { OpenEntranceDeps } from './open-entrance.ts';
import { collectorLimits } from './own-history.ts';
import { createStatusFile } from './status-file.ts';

const usage: Sentence = { id: 'collector.usage' };
const DATA_DIR = '/var/lib/belfry-collector';
const STATUS_MS = 5000;

/** What to print, or what went wrong. `run` settles when a signal ends it. */
export async function collectorCommand(
  words: readonly string[],
  files: ReportFiles,
): Promise<Result<Sentence, Sentence>> {
  if (words.includes('--help') || words.includes('-h')) return ok(usage);
  let given: ReturnType<typeof read>;
  try {
    given = read(words);
  } catch (error) {
    return fail({ id: 'collector.wrongOption', values: { reason: (error as Error).message, usage } });
  }
  const {
    values: { 'data-dir': dataDir, 'status-port': port, replace, listen, tls },
    positionals: [word, url = '', token = '', ...more],
  } = given;
  if (more.length > 0) return fail(usage);
  if (word === 'join' && token !== '') return join({ url, token, dataDir, replace });
  if (url !== '') return fail(usage);
  if (word === 'run') return run(dataDir, port, listen === undefined ? undefined : { listen, isTls: tls, files });
  if (word === 'status') return status(dataDir);
  return word === 'leave' ? leave(dataDir) : fail(usage);
}

const read = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string', default: DATA_DIR },
      'status-port': { type: 'string' },
      listen: { type: 'string' },
      tls: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  });

const notJoined = (folder: string): Sentence => ({ id: 'collector.notJoined', values: { folder } });

type Entrance = Pick<OpenEntranceDeps, 'listen' | 'isTls' | 'files'>;

async function run(
  dataDir: string,
  port: string | undefined,
  entrance: Entrance | undefined,
): Promise<Result<Sentence, Sentence>> {
  const membership = membershipIn(dataDir);
  if (!membership) return fail(notJoined(dataDir));
  const log = createLogger('info');
  const lock = lockDataDir({ dataDir, givenBy: '--data-dir', now: Date.now, log });
  if (!lock.ok) return fail(otherWords(lock.error));
  const done = stayAlive();
  const defects = createDefects({ log, now: Date.now });
  const clock = createSystemClock(defects.note);
  process.on('uncaughtException', (error) => defects.note(error, 'a callback'));
  process.on('unhandledRejection', (reason) => defects.note(reason, 'a promise nobody waited for'));
  const parts = createParts({ onDefect: defects.note, clock });
  const history = createEmbeddedHistory({ dataDir, limits: collectorLimits, clock, log });
  history.start();
  const collector = startCollector({
    ...{ dataDir, membership, version, history, parts, clock, log },
    uptime: () => performance.now(),
  });
  const opened = entrance && (await open({ ...entrance, dataDir, collector, site: membership.name, clock, log }));
  if (opened?.ok === false) {
    await collector.stop();
    lock.value.release();
    done();
    return opened;
  }
  const entered = opened?.value;
  if (entered)
    log.info({ address: entered.address, fingerprint: entered.fingerprint }, 'machines of the site may report');
  const file = createStatusFile(dataDir);
  let isUnwritable = false;
  const write = () => {
    try {
      file.write({ ...collector.status(), at: clock.now() });
      isUnwritable = false;
    } catch (error) {
      if (!isUnwritable) log.warn({ err: error }, 'the state of this collector cannot be written');
      isUnwritable = true;
    }
  };
  write();
  clock.every(STATUS_MS, write);
  const { say } = wordsIn(await languages[readLanguage()].load());
  const page =
    port === undefined
      ? undefined
      : createServer((_, response) => response.end(`${say(stateOf(collector.status()))}\n`)).listen(
          Number(port),
          '127.0.0.1',
        );
  page?.on('error', (error) => log.warn({ err: error }, 'the status page cannot be opened'));
  await new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop());
  });
  page?.close();
  await entered?.close();
  await collector.stop();
  lock.value.release();
  done();
  return ok({ id: 'collector.stopped' });
}

/** Most collectors have no port, and do not load what it needs. */
const open = async (deps: OpenEntranceDeps) => (await import('./open-entrance.ts')).openEntrance(deps);

/** `seenAt` ISO: it does not run, and this was its last state. */
function stateOf(status: CollectorStatus, seenAt?: string): Sentence {
  const { site, server, isOpen, since, refusal, notTaken, instances, waiting, kept, history, edges, isCatchingUp } =
    status;
  return {
    id: 'collector.status',
    values: {
      ...{ site, waiting },
      line: { id: isOpen ? 'collector.connected' : 'collector.notConnected', values: { server, at: iso(since) } },
      refusal: refusal ? { id: 'collector.statusRefused', values: { reason: refusal as Sentence } } : '',
      notTaken: notTaken ? { id: 'collector.statusNotTaken', values: { reason: notTaken as Sentence } } : '',
      hosts: instances.length === 0 ? { id: 'collector.noHosts' } : instances,
      history: { id: isCatchingUp ? 'collector.catchingUp' : 'collector.history', values: { size: history.bytes } },
      problem: history.problem
        ? {
            id: history.isFull ? 'collector.historyProblem' : 'collector.historyDamaged',
            values: { reason: history.problem },
          }
        : '',
      dropped: edges.dropped ? { id: 'collector.changesDropped', values: { count: edges.dropped } } : '',
      changes: edges.problem ? { id: 'collector.changesProblem', values: { reason: edges.problem } } : '',
      kept: kept === 0 ? '' : { id: 'collector.kept', values: { kept } },
      old: seenAt ? { id: 'collector.notRunning', values: { at: seenAt } } : '',
    },
  };
}

function status(dataDir: string): Result<Sentence, Sentence> {
  if (!membershipIn(dataDir)) return fail(notJoined(dataDir));
  try {
    const last = createStatusFile(dataDir).read() as CollectorStatus & { at: number };
    const isOld = Date.now() - last.at > 4 * STATUS_MS;
    return ok(stateOf(last, isOld ? iso(last.at) : undefined));
  } catch {
    return fail({ id: 'collector.neverRan' });
  }
}

function leave(dataDir: string): Result<Sentence, Sentence> {
  const membership = membershipIn(dataDir);
  if (!membership) return fail(notJoined(dataDir));
  // One that runs has the keys in its memory, and would go on.
  const lock = lockDataDir({ dataDir, now: Date.now, log: createLogger('warn') });
  if (!lock.ok) return fail({ id: 'collector.runs', values: { folder: dataDir } });
  leaveSite(dataDir);
  lock.value.release();
  return ok({ id: 'collector.left', values: { name: membership.name } });
}
