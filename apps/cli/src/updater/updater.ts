// Replaces the running release by the requested one. If that does not become healthy, it puts the old release back.
import { readlinkSync } from 'node:fs';
import path from 'node:path';
import { updateText } from '@belfry/domain/update-text';
import { type Outcome, ReleaseVersion } from '@belfry/release/exchange';
import { currentOf, releasesOf } from '@belfry/release/installation';
import { readJournal } from './journal.ts';
import { lock } from './lock.ts';
import { preparePlaces } from './places.ts';
import { createSteps, textOf, type UpdaterDeps } from './steps.ts';
import { takeRelease, unpackRelease } from './unpacking.ts';

/** `nothing`: there was no request. `busy`: another updater runs. `invalid`: the request could not be read. */
export async function applyStaged(deps: UpdaterDeps): Promise<Outcome | 'nothing' | 'busy' | 'invalid'> {
  const { places, log } = deps;
  preparePlaces(places);
  const release = lock(places.lock);
  if (!release) return 'busy';
  try {
    return await run();
  } finally {
    release();
  }

  async function run(): Promise<Outcome | 'nothing' | 'invalid'> {
    const { mailbox, report, end, carryOn, resume } = createSteps(deps);
    const interrupted = readJournal(places.journal);
    if (interrupted) return resume(interrupted);
    const request = mailbox.request();
    if (!request) return 'nothing';
    if (!request.ok) {
      log(request.error);
      mailbox.clear();
      return 'invalid';
    }
    const wanted = request.value;
    const current = currentOf(places.root);
    const running = readlinkSync(current);
    const previous = ReleaseVersion.safeParse(path.basename(running)).data;
    const isOurs = path.resolve(places.root, path.dirname(running)) === releasesOf(places.root);
    if (!previous || !isOurs) return end(wanted, '', 'failed', updateText('refused'), `${current} leads to ${running}`);
    report(wanted, '', updateText('checkingRelease'));
    try {
      const archive = await takeRelease(mailbox, wanted, places, previous);
      if (!archive.ok) return end(wanted, '', 'failed', updateText('releaseRefused'), archive.error);
      report(wanted, '', updateText('unpacking'));
      await unpackRelease(archive.value, wanted, places);
    } catch (error) {
      return end(wanted, '', 'failed', updateText('releaseRefused'), textOf(error));
    }
    return carryOn({ request: wanted, previous, step: 'stopping', backup: '', copy: '', reason: '' });
  }
}
