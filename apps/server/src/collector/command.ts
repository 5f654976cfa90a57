// The commands of a collector: join, run, status, leave.
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatBytes } from '@belfry/domain/format';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { ReportFiles } from '../composition/reports.ts';
import { version } from '../config/build.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { writePrivateFile } from '../db/private-file.ts';
import { createEmbeddedHistory } from '../history/embedded-history.ts';
import { createSystemClock, iso, stayAlive } from '../lib/clock.ts';
import { createDefects } from '../lib/defects.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { type CollectorStatus, startCollector } from './collector.ts';
import { join } from './join.ts';
import { membershipIn } from './membership.ts';
import type { OpenEntranceDeps } from './open-entrance.ts';
import { collectorLimits } from './own-history.ts';

const USAGE = `usage: belfry collector join ADDRESS TOKEN [--data-dir FOLDER] [--replace]
       belfry collector run [--data-dir FOLDER] [--status-port PORT] [--listen HOST:PORT [--tls]]
       belfry collector status [--data-dir FOLDER]
       belfry collector leave [--data-dir FOLDER]`;
const DATA_DIR = '/var/lib/belfry-collector';
const STATUS_MS = 5000;
const statusFile = (dataDir: string) => path.join(dataDir, 'status.json');

/** A text to print, or what went wrong. `run` settles when a signal ends it. */
export async function collectorCommand(words: readonly string[], files: ReportFiles): Promise<Result<string, string>> {
  let given: ReturnType<typeof read>;
  try {
    given = read(words);
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
  const {
    values: { 'data-dir': dataDir, 'status-port': port, replace, listen, tls },
    positionals: [word, url = '', token = '', ...more],
  } = given;
  if (more.length > 0) return fail(USAGE);
  if (word === 'join' && token !== '') return join({ url, token, dataDir, replace });
  if (url !== '') return fail(USAGE);
  if (word === 'run') return run(dataDir, port, listen === undefined ? undefined : { listen, isTls: tls, files });
  if (word === 'status') return status(dataDir);
  return word === 'leave' ? leave(dataDir) : fail(USAGE);
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

const notJoined = (dataDir: string): string =>
  `The folder ${dataDir} belongs to no site. Add a site in Settings → Sites, and run the command that it shows.`;

type Entrance = Pick<OpenEntranceDeps, 'listen' | 'isTls' | 'files'>;

async function run(
  dataDir: string,
  port: string | undefined,
  entrance: Entrance | undefined,
): Promise<Result<string, string>> {
  const membership = membershipIn(dataDir);
  if (!membership) return fail(notJoined(dataDir));
  const log = createLogger('info');
  const lock = lockDataDir({ dataDir, now: Date.now, log });
  if (!lock.ok) return lock;
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
  const write = () => writePrivateFile(statusFile(dataDir), JSON.stringify({ ...collector.status(), at: clock.now() }));
  clock.every(STATUS_MS, write);
  const page =
    port === undefined
      ? undefined
      : createServer((_, response) => response.end(textOf(collector.status()))).listen(Number(port), '127.0.0.1');
  page?.on('error', (error) => log.warn({ err: error }, 'the status page cannot be opened'));
  await new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop());
  });
  page?.close();
  await entered?.close();
  await collector.stop();
  lock.value.release();
  done();
  return ok('The collector has stopped.');
}

/** Most collectors have no port, and do not load what it needs. */
const open = async (deps: OpenEntranceDeps) => (await import('./open-entrance.ts')).openEntrance(deps);

const textOf = ({
  site,
  server,
  isOpen,
  since,
  refusal,
  instances,
  waiting,
  kept,
  history,
  isCatchingUp,
}: CollectorStatus): string =>
  [
    `Site: ${site}`,
    `Server: ${server}, ${isOpen ? 'connected' : 'not connected'} since ${iso(since)}`,
    ...(refusal === undefined ? [] : [`The server refused: ${refusal}`]),
    `Hosts: ${instances.length === 0 ? 'none' : instances.join(', ')}`,
    `Waiting: ${waiting}`,
    `History: ${formatBytes(history.bytes)}${isCatchingUp ? ', and what was measured during an outage is being sent' : ''}`,
    ...(history.problem === undefined ? [] : [`The history cannot be written: ${history.problem}`]),
    ...(kept === 0 ? [] : [`Reports of agents that are kept: ${kept}`]),
    '',
  ].join('\n');

function status(dataDir: string): Result<string, string> {
  if (!membershipIn(dataDir)) return fail(notJoined(dataDir));
  try {
    const last = JSON.parse(readFileSync(statusFile(dataDir), 'utf8')) as CollectorStatus & { at: number };
    const isOld = Date.now() - last.at > 4 * STATUS_MS;
    return ok(`${textOf(last)}${isOld ? `It does not run. This was at ${iso(last.at)}.\n` : ''}`);
  } catch {
    return fail('This collector has not run yet: belfry collector run');
  }
}

function leave(dataDir: string): Result<string, string> {
  const membership = membershipIn(dataDir);
  if (!membership) return fail(notJoined(dataDir));
  for (const file of ['collector.json', 'assignment.json', 'status.json'])
    rmSync(path.join(dataDir, file), { force: true });
  return ok(
    `The keys of this collector are removed. Revoke it in Settings → Sites too: the site "${membership.name}" is silent from now on.`,
  );
}
