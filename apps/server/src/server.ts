// The program in the role of a server. Environment → app → listen → stop on a signal. With a command after the program name: run the command
// and exit.

import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fail as failed, ok, type Result } from '@belfry/domain/result';
import { installationOf, KEY_FILE } from '@belfry/release/installation';
import { type Installation, UNIT_FOLDERS } from './admin/updates/staging.ts';
import { agentFiles } from './agent-files.ts';
import { createApp } from './composition/app.ts';
import { bannerLines } from './composition/banner.ts';
import { startDemo } from './composition/demo.ts';
import { employOperator, nightBefore } from './composition/demo-night.ts';
import { version } from './config/build.ts';
import { type Config, readEnv } from './config/env.ts';
import type { CertificateSource } from './config/tls.ts';
import { lockDataDir, waitForOldRelease } from './db/data-lock.ts';
import { whyUnwritable } from './db/disk.ts';
import { openStore } from './db/open-store.ts';
import type { Store } from './db/store.ts';
import type { StoreError } from './db/store-error.ts';
import { createEmbeddedHistory } from './history/embedded-history.ts';
import { newToken } from './lib/api-token.ts';
import { createSystemClock, stayAlive } from './lib/clock.ts';
import { createDefects, type OnDefect } from './lib/defects.ts';
import { createLogger } from './lib/logger.ts';
import { urlOf } from './lib/own-addresses.ts';
import { print, spoken } from './print.ts';
import { command } from './recovery/command.ts';
import type { Pair, Turn } from './servers/pair.ts';

/** A stop that takes longer is aborted. It is more than its parts may take (`lib/stop-budget.ts`), and less than ten seconds. */
const STOP_MS = 8000;

/** Where this program was unpacked or built. */
const home = path.join(import.meta.dirname, '../../..');
const webDir = path.join(import.meta.dirname, '../../web/dist');

function refuse(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** `words`: what follows the name of the program. `countedGuests`: see `AppDeps`. */
export async function serve(words: readonly string[], countedGuests: (guests: number) => void): Promise<void> {
  const config = readEnv();
  if (!config.ok) {
    const problems = config.error.map((p) => `  ${p.variable}: expected ${p.expected}; found ${p.found}`);
    return refuse(['Belfry does not start: the environment is not right.', ...problems]);
  }
  const done = stayAlive();
  if (words.length > 0) await obey(words, config.value).catch(fail).finally(done);
  else await run(config.value, countedGuests).catch(fail);
}

/** One sentence for a full disk; the whole error for everything else. */
function fail(error: unknown): never {
  if (whyUnwritable(error) === undefined) throw error;
  return refuse([doesNotStart(error)]);
}

async function configurationIn(file: string | undefined) {
  if (file === undefined) return ok(undefined);
  const { readConfiguration } = await import('./composition/file-at-start.ts');
  return readConfiguration(file);
}

function doesNotStart(error: unknown): string {
  const reason = whyUnwritable(error);
  return `Belfry does not start: ${reason === undefined ? String(error) : `it cannot write to its disk: ${reason}.`}`;
}

/** In the language of the machine, where there is a sentence for it. */
const refusalOf = async ({ message, sentence }: StoreError) =>
  sentence ? spoken({ id: 'database.noStart', values: { reason: sentence } }) : `Belfry does not start: ${message}`;

const obey = async (words: readonly string[], config: Config) => print(await command(words, config));

async function run(config: Config, countedGuests: (guests: number) => void): Promise<void> {
  const { dataDir, databaseUrl, access } = config;
  const log = createLogger(config.logLevel);
  const defects = createDefects({ log, now: Date.now });
  let store: Store | undefined;
  const onDefect: OnDefect = (error, where) => {
    if (!store?.disk.note(error)) defects.note(error, where);
  };
  const clock = createSystemClock(onDefect);
  const teardown = new AsyncDisposableStack();
  const giveUp = async (problem: string): Promise<never> => {
    await teardown.disposeAsync();
    return refuse([problem]);
  };
  const certificateOf = async (source: CertificateSource) => {
    const { openTls } = await import('./http/tls/tls.ts');
    return openTls({ source, dataDir, clock, log });
  };
  const demo = config.demo && (await startDemo(config.demo, log).catch((error: Error) => giveUp(error.message)));
  if (demo) teardown.defer(demo.stop);
  for (const warning of config.warnings) log.warn(warning);
  if (config.authDisabled) log.warn('BELFRY_AUTH_DISABLED is set: anybody who can reach this port may do anything');

  const read = await configurationIn(config.configFile);
  if (!read.ok) return giveUp(read.error);
  const configuration = read.value;
  const nodes = [...config.nodes, ...(demo?.nodes ?? [])];
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir({ dataDir, now: clock.now, log });
  if (!lock.ok) return giveUp(`Belfry does not start: ${lock.error}`);
  teardown.defer(lock.value.release);
  const free = await waitForOldRelease(dataDir, clock);
  if (!free.ok) return giveUp(`Belfry does not start: ${free.error}`);
  const certificate = config.tls && (await certificateOf(config.tls.source));
  if (certificate?.ok === false) return giveUp(`Belfry does not start: ${certificate.error}.`);
  const tls = certificate?.value;
  /** The app over the opened database. Two servers do this at each takeover. */
  async function compose(pair?: Pair): Promise<Result<Turn, string>> {
    const options = { dataDir, databaseUrl, encryptionKey: access.encryptionKey, fence: pair?.fence, clock, log };
    const opened = await openStore(options);
    if (!opened.ok) return failed(await refusalOf(opened.error));
    store = opened.value;
    const token = demo && (await demoToken(store));
    const history = createEmbeddedHistory({ dataDir, clock, log });
    const app = await createApp({
      config: { ...config, nodes },
      store,
      pair,
      clock,
      log,
      defects,
      tls,
      webDir,
      agentFiles,
      demoToken: token,
      history,
      installation: config.isDocker || config.demo ? undefined : installedAt(home),
      isArchive: process.execPath === path.join(home, 'runtime/node'),
      countedGuests,
      demoNight: demo?.cluster && nightBefore(demo.cluster, clock.now()),
    });
    const refused = await configuration?.applyWith(app.configure);
    if (refused !== undefined) {
      await app.stop();
      return failed(refused);
    }
    const more = new AsyncDisposableStack();
    more.defer(app.stop);
    return ok({
      stop: () => more.disposeAsync(),
      async start() {
        try {
          await app.start();
        } catch (error) {
          // A signal came before the start had finished.
          return more.disposed ? undefined : startProblem(error, config);
        }
        history.start();
        const address = app.http.server.address() as AddressInfo;
        const isEverywhere = config.host === '0.0.0.0' || config.host === '::';
        const url = urlOf(isEverywhere ? 'localhost' : config.host, address.port, tls !== undefined);
        if (token !== undefined) demo?.report(url, token);
        if (demo) more.defer(employOperator(app.alerts, clock));
        const fingerprint = tls?.isSelfSigned ? tls.fingerprint() : undefined;
        const banner = { version, url, ...app.serverAddresses(), setupToken: app.setupToken(), fingerprint };
        for (const line of bannerLines(banner)) process.stdout.write(`${line}\n`);
        return undefined;
      },
    });
  }

  const stop = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
    clock.after(STOP_MS, () => {
      log.error({ afterMs: STOP_MS }, 'the stop took too long and is aborted');
      process.exit(1);
    });
    teardown.disposeAsync().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'a part could not be stopped');
        process.exit(1);
      },
    );
  };
  const stopOnSignal = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  };
  // Once it serves, errors outside of timers are caught too: a listener that throws ends only its own work.
  const outlive = () => {
    process.on('uncaughtException', (error) => onDefect(error, 'a callback'));
    process.on('unhandledRejection', (reason) => onDefect(reason, 'a promise nobody waited for'));
  };
  if (databaseUrl !== undefined) {
    const { openServerLife } = await import('./servers/server-life.ts');
    const life = await openServerLife({ config: { ...config, databaseUrl }, tls, compose, clock, log });
    if (!life.ok) return giveUp(await refusalOf(life.error));
    teardown.defer(life.value.stop);
    stopOnSignal();
    const problem = await life.value.run(outlive).catch((error: unknown) => startProblem(error, config));
    return problem === undefined ? undefined : giveUp(problem);
  }
  const alone = await compose();
  if (!alone.ok) return giveUp(alone.error);
  teardown.defer(alone.value.stop);
  stopOnSignal();
  const problem = await alone.value.start();
  if (problem !== undefined) return giveUp(problem);
  outlive();
}

/** Where the installer installed this archive. */
function installedAt(folder: string): Installation | undefined {
  const root = installationOf(folder);
  return root === undefined ? undefined : { root, keyFile: KEY_FILE, unitFolders: UNIT_FOLDERS };
}

/**
 * For the Docker hosts of a demo, which accepts reports only from them. It has no other use and is new with each start.
 */
async function demoToken({ apiTokens }: Store): Promise<string> {
  const name = 'Docker hosts of the demo';
  const { token, hash, hint } = newToken();
  await apiTokens.removeNamed(name);
  await apiTokens.add({ name, hash, hint, scope: 'report', createdBy: 'demo', expiresAt: null });
  return token;
}

function startProblem(error: unknown, { host, port: own }: Config): string {
  const { code, message, syscall, port = own } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Set BELFRY_PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} on ${host} is not ours to use. Set BELFRY_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `BELFRY_HOST ${host} is no address of this machine.`;
  return syscall === 'listen' ? `Belfry cannot listen on ${host}, port ${port}: ${message}` : doesNotStart(error);
}
