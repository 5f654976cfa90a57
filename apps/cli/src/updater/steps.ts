// What an update does step by step, and where it goes when a step fails. Going back to the previous release has the same steps.
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type UpdateText, updateText } from '@belfry/domain/update-text';
import { type Outcome, stages, type UpdateRequest, type UpdaterStatus } from '@belfry/release/exchange';
import { currentOf, releaseOf } from '@belfry/release/installation';
import { carryAlerts, forgetAlerts, keepAlerts } from './carried-alerts.ts';
import { copyName, keptName, pruneCopies, restoreData, saveData } from './data-copy.ts';
import type { WaitUntilHealthy } from './health.ts';
import { type Journal, removeJournal, type Step, writeJournal } from './journal.ts';
import { removeLast, writeLast } from './last-update.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { syncFolder } from './own-file.ts';
import { ownerOf } from './owner.ts';
import type { Places } from './places.ts';
import type { Service } from './service.ts';
import { pruneReleases } from './unpacking.ts';

export interface UpdaterDeps {
  places: Places;
  service: Service;
  waitUntilHealthy: WaitUntilHealthy;
  /** Epoch ms. */
  now(): number;
  /** One line for the log of the unit. */
  log(line: string): void;
}

export interface Steps {
  mailbox: Mailbox;
  report(request: UpdateRequest, backupPath: string, rest: Partial<UpdaterStatus>): void;
  end(request: UpdateRequest, backup: string, outcome: Outcome, words: UpdateText, error?: string): Outcome;
  /** From this step to the end. */
  carryOn(first: Journal): Promise<Outcome>;
  /** The same for an update that was interrupted. */
  resume(journal: Journal): Promise<Outcome>;
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createSteps({ places, service, waitUntilHealthy, now, log }: UpdaterDeps): Steps {
  const owner = ownerOf(places.dataDir);
  const mailbox = createMailbox(places.dataDir, owner, log);
  const current = currentOf(places.root);

  const report = (request: UpdateRequest, backupPath: string, rest: Partial<UpdaterStatus>) =>
    mailbox.tell({
      ...{ id: request.id, version: request.version, status: 'extracting', progress: stages.extracting },
      ...{ message: '', error: '', updatedAt: new Date(now()).toISOString(), backupPath, ...rest },
    });

  /** Ends the update: it tells the server, and removes everything that could start the update again. */
  function end(request: UpdateRequest, backup: string, outcome: Outcome, words: UpdateText, error = ''): Outcome {
    const { message } = words;
    const status = outcome === 'success' ? 'completed' : 'error';
    report(request, backup, { status, progress: outcome === 'success' ? 100 : 0, ...words, error, outcome });
    mailbox.clear();
    rmSync(places.work, { recursive: true, force: true });
    forgetAlerts(places.own);
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

  /**
   * Puts a copy of the data in place. The alerts and the messages about them go on: those of the copy would be sent a second time. If
   * that is not possible, the data is as it was in the copy.
   */
  async function exchangeData(copy: string, { step, previous }: Journal): Promise<void> {
    const { own, dataDir } = places;
    // A release that was not started has told nothing, and the data may be half replaced.
    const hasRun = step === 'replacing' || path.basename(readlinkSync(current)) !== previous;
    if (hasRun)
      await keepAlerts({ own, dataDir, owner, step }).catch((error) =>
        log(`The alerts are not kept: ${textOf(error)}`),
      );
    await restoreData(dataDir, owner, copy);
    try {
      await carryAlerts({ own, dataDir, owner, step });
    } catch (error) {
      log(`The alerts are those of the copy: ${textOf(error)}`);
      await restoreData(dataDir, owner, copy);
    }
  }

  const runsAgain = (version: string) => updateText('runsAgain', { version });

  /** In the data that runs now, the update is still in progress: the server completes it from this. */
  function wentBack({ request, previous, backup }: Journal): Outcome {
    removeLast(places.last);
    const cause = `An administrator (${request.by}) went back from ${previous} with "belfry update go-back"`;
    const error = `${cause}. The data of ${previous} is kept in ${backup}`;
    return end(request, backup, 'rolled_back', runsAgain(request.version), error);
  }

  const steps: Record<Step, (journal: Journal) => Promise<Journal | Outcome>> = {
    async stopping(journal) {
      const words = updateText('stopping');
      report(journal.request, '', { status: 'backing-up', progress: stages['backing-up'], ...words });
      await service.stop();
      return { ...journal, step: 'copying' };
    },
    async copying(journal) {
      const { previous, request, copy } = journal;
      const name = copy === '' ? copyName : keptName;
      const backup = path.join(places.own, name(previous, request.id));
      await saveData(places.dataDir, owner, backup);
      return { ...journal, step: copy === '' ? 'switching' : 'replacing', backup };
    },
    async replacing(journal) {
      // the machine may have started it again in the meantime
      await service.stop();
      await exchangeData(journal.copy, journal);
      return { ...journal, step: 'switching' };
    },
    async switching(journal) {
      const { request, backup } = journal;
      const words = updateText('replacing');
      report(request, backup, { status: 'applying', progress: stages.applying, ...words });
      linkTo(request.version);
      return { ...journal, step: 'starting' };
    },
    async starting(journal) {
      const { request, previous, backup } = journal;
      report(request, backup, {
        status: 'restarting',
        progress: stages.restarting,
        ...updateText('starting'),
      });
      await service.adopt(releaseOf(places.root, request.version));
      await service.start();
      const healthy = await waitUntilHealthy(request.version);
      if (!healthy.ok) throw new Error(`Version ${request.version} did not start: ${healthy.error}`);
      if (journal.copy !== '') return wentBack(journal);
      writeLast(places.last, { request, previous, backup });
      pruneReleases(places.root, [request.version, previous]);
      pruneCopies(places.own, path.basename(backup));
      const { version } = request;
      return end(request, backup, 'success', updateText('runs', { version }));
    },
    async restoring(journal) {
      const { request, previous, backup } = journal;
      const words = updateText('goingBack', { version: previous });
      report(request, backup, { status: 'restarting', progress: stages.restarting, ...words });
      await service.stop();
      await exchangeData(backup, journal);
      linkTo(previous);
      await service.adopt(releaseOf(places.root, previous));
      return { ...journal, step: 'returning' };
    },
    async returning(journal) {
      const { request, previous, backup, reason } = journal;
      await service.start();
      const healthy = await waitUntilHealthy(previous);
      if (journal.copy === '') {
        pruneReleases(places.root, [previous]);
        pruneCopies(places.own, path.basename(backup));
      }
      const outcome = journal.copy === '' ? 'rolled_back' : 'failed';
      if (healthy.ok) return end(request, backup, outcome, runsAgain(previous), reason);
      const worse = `Version ${previous} was put back with its data and does not start either: ${healthy.error}`;
      return end(request, backup, outcome, runsAgain(previous), `${reason}. ${worse}`);
    },
    async resuming({ request, previous, reason, copy }) {
      await service.start();
      await waitUntilHealthy(previous);
      if (copy === '') pruneReleases(places.root, [previous]);
      const words = updateText('stillRuns', { version: previous });
      return end(request, '', 'failed', words, reason);
    },
  };

  /** Where an error in a step leads. Undefined: a person has to look. */
  const afterFailure: Record<Step, Step | undefined> = {
    stopping: 'resuming',
    copying: 'resuming',
    replacing: 'restoring',
    switching: 'restoring',
    starting: 'restoring',
    restoring: undefined,
    returning: undefined,
    resuming: undefined,
  };

  /**
   * The step with which an interrupted update continues. The machine may have started the service again in the meantime. Then the
   * data may be newer than its copy, so the copy is made again, unless the new version has run already. On the way to the previous
   * release it is not made again once the data is being replaced.
   */
  function atStepToContinue(journal: Journal): Journal {
    const isSwitched = path.basename(readlinkSync(current)) !== journal.previous;
    if (journal.step !== 'copying' && journal.step !== 'switching') return journal;
    const isReplaced = journal.copy !== '' && journal.step === 'switching';
    return { ...journal, step: isSwitched ? 'starting' : isReplaced ? 'replacing' : 'stopping' };
  }

  async function carryOn(first: Journal): Promise<Outcome> {
    let journal = first;
    for (;;) {
      writeJournal(places.journal, journal);
      const way = journal.copy === '' ? 'Update' : 'Going back';
      log(`${way} from ${journal.previous} to ${journal.request.version}: ${journal.step}`);
      try {
        const next = await steps[journal.step](journal);
        if (typeof next === 'string') return next;
        journal = next;
      } catch (error) {
        const step = afterFailure[journal.step];
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
      ...updateText('stuck'),
      error: text,
      outcome: 'failed',
    });
    mailbox.clear();
    log(text);
    return 'failed';
  }

  return {
    ...{ mailbox, report, end, carryOn },
    resume(journal) {
      log('An update was interrupted. It is continued.');
      return carryOn(atStepToContinue(journal));
    },
  };
}
