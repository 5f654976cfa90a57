// An update from the request of an administrator to its result, with a restart in the middle. The server downloads the release and
// checks it; the updater, which runs as root, does the rest.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '@belfry/domain/result';
import { type UpdateText, updateText } from '@belfry/domain/update-text';
import {
  MAX_ARCHIVE_BYTES,
  MAX_LIST_BYTES,
  type Outcome,
  type Stage,
  signatureFile,
  stages,
  sumsFile,
  type UpdaterStatus,
} from '@belfry/release/exchange';
import { platform, WATCHER } from '@belfry/release/installation';
import { archiveName, checkRelease } from '@belfry/release/release-files';
import { isCandidate } from '@belfry/release/version';
import type { UpdateStatus } from '@belfry/schema/http/updates';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import type { Download } from './download.ts';
import type { Release } from './releases.ts';
import type { Run, Runs } from './runs.ts';
import type { Installation, Staging } from './staging.ts';

const LOOK_MS = 1_000;
/** Without a word of the updater for this long, there is none. */
const SILENCE_MS = 120_000;
/** How long the result is the status, for a page that is loaded again. */
const SHOWN_MS = 10 * 60_000;
/** A message at every step of this size. */
const STEP_PERCENT = 5;

export interface InstallerDeps {
  installation: Installation;
  staging: Staging;
  download: Download;
  runs: Runs;
  version: string;
  deployment: string;
  tell(status: UpdateStatus): void;
  clock: Clock;
}

export type Starter = Pick<Run, 'by' | 'initiatedBy' | 'via'>;

export type Installer = ReturnType<typeof createInstaller>;

const filesOf = ({ version, files }: Release) => {
  const archive = archiveName(version, platform);
  const missing = [archive, sumsFile, signatureFile].find((name) => !files.has(name));
  const urlOf = (name: string) => files.get(name)?.url ?? '';
  return { archive, missing, urlOf, size: files.get(archive)?.size };
};

export function createInstaller(deps: InstallerDeps) {
  const { installation, staging, download, runs, version, deployment, tell, clock } = deps;
  let status: UpdateStatus | undefined;
  let endedAt: number | undefined;
  let running: Run | undefined;
  let stopLooking: Cancel = () => {};
  let isStopped = false;

  function say(run: Run, rest: Pick<UpdateStatus, 'status' | 'progress' | 'message'> & Partial<UpdateStatus>): void {
    status = { error: '', updatedAt: iso(clock.now()), version: run.to, ...rest };
    tell(status);
  }
  const stage = (run: Run, name: Stage, words: UpdateText, progress: number = stages[name]) =>
    say(run, { status: name, progress, ...words });

  type Words = Pick<UpdateStatus, 'message' | 'named'>;
  async function end(run: Run, outcome: Outcome, words: Words, error: string, backupPath = ''): Promise<void> {
    const { message, named } = words;
    stopLooking();
    running = undefined;
    endedAt = clock.now();
    const isGood = outcome === 'success';
    const rolledBack = outcome === 'rolled_back';
    say(run, { status: isGood ? 'completed' : 'error', progress: isGood ? 100 : 0, message, named, error, rolledBack });
    await runs.put({ ...run, status: outcome, error, backupPath, durationMs: Math.max(0, endedAt - run.at) });
  }

  /** The three files of the release, checked. The number of bytes. */
  async function fetchRelease(run: Run, release: Release): Promise<Result<number, string>> {
    const { archive, urlOf, size } = filesOf(release);
    await staging.clear();
    stage(run, 'downloading', updateText('downloading'));
    for (const name of [sumsFile, signatureFile]) {
      const list = await download({ url: urlOf(name), file: staging.fileOf(name), maxBytes: MAX_LIST_BYTES });
      if (!list.ok) return list;
    }
    let told = 0;
    const progress = (bytes: number) => {
      const share = size ? Math.min(1, bytes / size) : 0;
      const percent = stages.downloading + Math.floor(share * (stages.verifying - stages.downloading));
      if (percent < told + STEP_PERCENT) return;
      told = percent;
      const megabytes = `${Math.round(bytes / 1e6)} MB`;
      stage(run, 'downloading', updateText('downloadingSize', { size: megabytes }), percent);
    };
    const maxBytes = Math.min(size ?? MAX_ARCHIVE_BYTES, MAX_ARCHIVE_BYTES);
    const file = staging.fileOf(archive);
    const received = await download({ url: urlOf(archive), file, maxBytes, progress });
    if (!received.ok) return received;
    stage(run, 'verifying', updateText('checking'));
    const checked = await checkRelease({
      publicKey: readFileSync(installation.keyFile, 'utf8'),
      sums: readFileSync(staging.fileOf(sumsFile)),
      signature: readFileSync(staging.fileOf(signatureFile), 'utf8'),
      version: release.version,
      platform,
      archive: file,
    });
    return checked.ok ? ok(received.value) : checked;
  }

  async function carryOut(run: Run, release: Release): Promise<void> {
    try {
      const fetched = await fetchRelease(run, release);
      if (!fetched.ok) return await giveUp(run, fetched.error);
      const whole = { ...run, bytes: fetched.value };
      running = whole;
      await runs.put(whole);
      const { id, from, to, at, by } = whole;
      stage(run, 'verifying', updateText('handedOver'));
      await staging.ask({ id, version: to, previous: from, requestedAt: iso(at), by: by.slice(0, 256) });
      watch(whole);
    } catch (error) {
      await giveUp(run, (error as Error).message);
    }
  }

  async function giveUp(run: Run, error: string): Promise<void> {
    // the next start says that it was interrupted
    if (isStopped) return;
    stopLooking();
    await staging.withdraw().catch(() => undefined);
    await end(run, 'failed', updateText('failed'), error);
  }

  function watch(run: Run): void {
    let heard = clock.monotonic();
    let last = '';
    const follow = async (found: UpdaterStatus): Promise<void> => {
      const { outcome, message, named, error, backupPath, updatedAt } = found;
      if (outcome) return end(run, outcome, found, error, backupPath);
      if (updatedAt + found.status === last) return;
      last = updatedAt + found.status;
      heard = clock.monotonic();
      if (found.status !== 'completed' && found.status !== 'error')
        say(run, { status: found.status, progress: found.progress, message, named });
    };
    const look = async (): Promise<void> => {
      if (running?.id !== run.id) return;
      const found = staging.statusOf(run.id);
      if (found) await follow(found);
      if (running?.id === run.id && clock.monotonic() - heard >= SILENCE_MS)
        await giveUp(
          run,
          `The updater did not answer. See: systemctl status ${WATCHER} and journalctl -u belfry-update`,
        );
    };
    stopLooking();
    stopLooking = clock.every(LOOK_MS, look);
  }

  return {
    /** What keeps this release from being installed. Empty: nothing. */
    async problems(release: Release | undefined): Promise<UpdateText[]> {
      const files = release && filesOf(release);
      const missing = files?.missing;
      const named =
        missing === undefined
          ? []
          : [
              updateText('missingFile', {
                name: missing,
              }),
            ];
      return [...named, ...(await staging.problems(files?.size))];
    },
    isBusy: (): boolean => running !== undefined,
    /** Resolves when the run is in the history; the update goes on. */
    async begin(release: Release, by: Starter): Promise<Run> {
      const run: Run = {
        ...{ id: randomUUID(), at: clock.now(), from: version, to: release.version, deployment, ...by },
        ...{ channel: isCandidate(release.version) ? 'rc' : 'stable', status: 'in_progress' },
        ...{ durationMs: 0, error: '', backupPath: '', bytes: 0 },
      };
      running = run;
      endedAt = undefined;
      stage(run, 'downloading', updateText('starting'));
      await runs.put(run);
      void carryOut(run, release);
      return run;
    },
    /** While an update runs, and for some minutes after it. */
    status: (): UpdateStatus | undefined =>
      running || (endedAt !== undefined && clock.now() - endedAt < SHOWN_MS) ? status : undefined,
    /** Takes up the update that caused this start. */
    async start() {
      const run = runs.all().find((each) => each.status === 'in_progress');
      if (!run) return;
      const found = staging.statusOf(run.id);
      running = run;
      if (found?.outcome) return end(run, found.outcome, found, found.error, found.backupPath);
      if (!found && !staging.isAsked()) return giveUp(run, 'Belfry was stopped while it downloaded the release.');
      stage(run, 'restarting', updateText('waiting'));
      watch(run);
    },
    stop() {
      isStopped = true;
      stopLooking();
    },
  };
}

/** Of a release that may be installed over `running`, by its version or by an address that the list of releases has. */
export function findRelease(
  releases: readonly Release[],
  { version, downloadUrl }: { version?: string | undefined; downloadUrl?: string | undefined },
): Result<Release, 'unknown'> {
  const found = releases.find(
    (release) =>
      (version === undefined || release.version === version.replace(/^v/, '')) &&
      (downloadUrl === undefined ||
        [release.page, filesOf(release).urlOf(filesOf(release).archive)].includes(downloadUrl)),
  );
  return found ? ok(found) : fail('unknown');
}
