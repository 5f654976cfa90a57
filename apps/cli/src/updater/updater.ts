// Replaces the running release by the requested one. If that does not become healthy, it puts the old release back.
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import {
  type Outcome,
  ReleaseVersion,
  type Said,
  said,
  stages,
  type UpdateRequest,
  type UpdaterStatus,
} from '@belfry/release/exchange';
import { currentOf, releaseOf, releasesOf } from '@belfry/release/installation';
import { copyName, pruneCopies, restoreData, saveData } from './data-copy.ts';
import type { WaitUntilHealthy } from './health.ts';
import { type Journal, readJournal, removeJournal, type Step, writeJournal } from './journal.ts';
import { lock } from './lock.ts';
import { createMailbox } from './mailbox.ts';
import { syncFolder } from './own-file.ts';
import { ownerOf } from './owner.ts';
import { type Places, preparePlaces } from './places.ts';
import type { Service } from './service.ts';
import { pruneReleases, takeRelease, unpackRelease } from './unpacking.ts';

export interface UpdaterDeps {
  places: Places;
  service: Service;
  waitUntilHealthy: WaitUntilHealthy;
  /** Epoch ms. */
  now(): number;
  /** One line for the log of the unit. */
  log(line: string): void;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `nothing`: there was no request. `busy`: another updater runs. `invalid`: the request could not be read. */
export async function applyStaged(deps: UpdaterDeps): Promise<Outcome | 'nothing' | 'busy' | 'invalid'> {
  const { places, service, waitUntilHealthy, now, log } = deps;
  preparePlaces(places);
  const release = lock(places.lock);
  if (!release) return 'busy';
  try {
    return await run();
  } finally {
    release();
  }

  async function run(): Promise<Outcome | 'nothing' | 'invalid'> {
    const owner = ownerOf(places.dataDir);
    const mailbox = createMailbox(places.dataDir, owner, log);
    const current = currentOf(places.root);

    const report = (request: UpdateRequest, backupPath: string, rest: Partial<UpdaterStatus>) =>
      mailbox.tell({
        ...{ id: request.id, version: request.version, status: 'extracting', progress: stages.extracting },
        ...{ message: '', error: '', updatedAt: new Date(now()).toISOString(), backupPath, ...rest },
      });

    /** Ends the update: it tells the server, and removes everything that could start the update again. */
    function end(request: UpdateRequest, backup: string, outcome: Outcome, words: Said, error = ''): Outcome {
      const { message } = words;
      const status = outcome === 'success' ? 'completed' : 'error';
      report(request, backup, { status, progress: outcome === 'success' ? 100 : 0, ...words, error, outcome });
      mailbox.clear();
      rmSync(places.work, { recursive: true, force: true });
      removeJournal(places.journal);
      log(error === '' ? message : `${message}: ${error}`);
      return outcome;
    }

    /** Atomic: the link is the old one or the new one at any moment. */
    function linkTo(version: string): void {
      const fresh = `${current}.new`;
      rmSync(fresh, { force: true });
      symlinkSync(path.join('releases', version), fresh);
      renameSync(fresh, current);
      syncFolder(places.root);
    }

    const steps: Record<Step, (journal: Journal) => Promise<Journal | Outcome>> = {
      async stopping(journal) {
        report(journal.request, '', {
          status: 'backing-up',
          progress: stages['backing-up'],
          ...said('stopping', 'Stopping'),
        });
        await service.stop();
        return { ...journal, step: 'copying' };
      },
      async copying(journal) {
        const backup = path.join(places.own, copyName(journal.previous, journal.request.id));
        await saveData(places.dataDir, owner, backup);
        return { ...journal, step: 'switching', backup };
      },
      async switching(journal) {
        const { request, backup } = journal;
        report(request, backup, {
          status: 'applying',
          progress: stages.applying,
          ...said('replacing', 'Replacing the release'),
        });
        linkTo(request.version);
        return { ...journal, step: 'starting' };
      },
      async starting(journal) {
        const { request, previous, backup } = journal;
        report(request, backup, { status: 'restarting', progress: stages.restarting, ...said('starting', 'Starting') });
        await service.adopt(releaseOf(places.root, request.version));
        await service.start();
        const healthy = await waitUntilHealthy(request.version);
        if (!healthy.ok) throw new Error(`Version ${request.version} did not start: ${healthy.error}`);
        pruneReleases(places.root, [request.version, previous]);
        pruneCopies(places.own, path.basename(backup));
        return end(
          request,
          backup,
          'success',
          said('runs', `Version ${request.version} runs`, { version: request.version }),
        );
      },
      async restoring(journal) {
        const { request, previous, backup } = journal;
        const words = said('goingBack', `Going back to ${previous}`, { version: previous });
        report(request, backup, { status: 'restarting', progress: stages.restarting, ...words });
        await service.stop();
        await restoreData(places.dataDir, owner, backup);
        linkTo(previous);
        await service.adopt(releaseOf(places.root, previous));
        return { ...journal, step: 'returning' };
      },
      async returning(journal) {
        const { request, previous, backup, reason } = journal;
        await service.start();
        const healthy = await waitUntilHealthy(previous);
        pruneReleases(places.root, [previous]);
        pruneCopies(places.own, path.basename(backup));
        const text = `Version ${previous} runs again, on the data that it had before`;
        const words = said('runsAgain', text, { version: previous });
        if (healthy.ok) return end(request, backup, 'rolled_back', words, reason);
        const worse = `Version ${previous} was put back with its data and does not start either: ${healthy.error}`;
        return end(request, backup, 'rolled_back', words, `${reason}. ${worse}`);
      },
      async resuming({ request, previous, reason }) {
        await service.start();
        await waitUntilHealthy(previous);
        pruneReleases(places.root, [previous]);
        return end(
          request,
          '',
          'failed',
          said('stillRuns', `Version ${previous} still runs`, { version: previous }),
          reason,
        );
      },
    };

    /** Where an error in a step leads. Undefined: a person has to look. */
    const after: Record<Step, Step | undefined> = {
      ...{ stopping: 'resuming', copying: 'resuming', switching: 'restoring', starting: 'restoring' },
      ...{ restoring: undefined, returning: undefined, resuming: undefined },
    };

    /**
     * The step with which an interrupted update continues. The machine may have started the service again in the meantime. Then the
     * data may be newer than its copy, so the copy is made again, unless the new version has run already.
     */
    function again(journal: Journal): Journal {
      const isSwitched = path.basename(readlinkSync(current)) !== journal.previous;
      if (journal.step !== 'copying' && journal.step !== 'switching') return journal;
      return { ...journal, step: isSwitched ? 'starting' : 'stopping' };
    }

    async function carryOn(first: Journal): Promise<Outcome> {
      let journal = first;
      for (;;) {
        writeJournal(places.journal, journal);
        log(`Update from ${journal.previous} to ${journal.request.version}: ${journal.step}`);
        try {
          const next = await steps[journal.step](journal);
          if (typeof next === 'string') return next;
          journal = next;
        } catch (error) {
          const step = after[journal.step];
          if (!step) return stuck(journal, textOf(error));
          log(`${journal.step} failed: ${textOf(error)}`);
          journal = { ...journal, step, reason: textOf(error) };
        }
      }
    }

    /** The journal stays, so that the next run tries this step again. */
    function stuck({ request, step, reason, backup }: Journal, error: string): Outcome {
      const advice = 'Solve this, and run "belfry update apply-staged" as root: it goes on from there';
      const copy = backup === '' ? '' : ` The copy of the data is ${backup}.`;
      const text = `${reason}. Then ${step} failed: ${error}.${copy} ${advice}`;
      report(request, backup, {
        status: 'error',
        progress: 0,
        ...said('stuck', 'Belfry is stopped'),
        error: text,
        outcome: 'failed',
      });
      mailbox.clear();
      log(text);
      return 'failed';
    }

    const interrupted = readJournal(places.journal);
    if (interrupted) {
      log('An update was interrupted. It is continued.');
      return carryOn(again(interrupted));
    }
    const request = mailbox.request();
    if (!request) return 'nothing';
    if (!request.ok) {
      log(request.error);
      mailbox.clear();
      return 'invalid';
    }
    const wanted = request.value;
    const running = readlinkSync(current);
    const previous = ReleaseVersion.safeParse(path.basename(running)).data;
    const isOurs = path.resolve(places.root, path.dirname(running)) === releasesOf(places.root);
    if (!previous || !isOurs)
      return end(wanted, '', 'failed', said('refused', 'Refused'), `${current} leads to ${running}`);
    report(wanted, '', said('checkingRelease', 'Checking the release'));
    try {
      const archive = await takeRelease(mailbox, wanted, places, previous);
      if (!archive.ok)
        return end(wanted, '', 'failed', said('releaseRefused', 'The release was refused'), archive.error);
      report(wanted, '', said('unpacking', 'Unpacking the release'));
      await unpackRelease(archive.value, wanted, places);
    } catch (error) {
      return end(wanted, '', 'failed', said('releaseRefused', 'The release was refused'), textOf(error));
    }
    return carryOn({ request: wanted, previous, step: 'stopping', backup: '', reason: '' });
  }
}
