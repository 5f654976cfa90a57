// The way back to the release before the last update, and to the data of that time, when an administrator asks for it.
import { readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Outcome, UpdateRequest } from '@belfry/release/exchange';
import { currentOf, releaseOf, versionIn } from '@belfry/release/installation';
import { messages } from '../messages/update.ts';
import { keptName } from './data-copy.ts';
import { readJournal } from './journal.ts';
import { readLast } from './last-update.ts';
import { lock } from './lock.ts';
import type { Mailbox } from './mailbox.ts';
import { type Places, preparePlaces } from './places.ts';
import { createSteps, type Steps, type UpdaterDeps } from './steps.ts';

export interface WayBack {
  from: string;
  to: string;
  /** The copy of the data of `to`, and when it was made. */
  copy: string;
  savedAt: string;
  /** Where the present data will be. */
  keptIn: string;
  /** Of the update. */
  request: UpdateRequest;
}

/** What going back would do, or why it is not possible. Changes nothing. */
export const lookBack = (deps: UpdaterDeps): Promise<Result<WayBack, string>> =>
  alone(deps, async ({ mailbox }) => wayOf(deps.places, mailbox));

/** Goes back as `seen` says. `by`: who asked for it. The error is the reason why nothing was done. */
export const goBack = (deps: UpdaterDeps, seen: WayBack, by: string): Promise<Result<Outcome, string>> =>
  alone(deps, async ({ mailbox, carryOn }) => {
    const way = wayOf(deps.places, mailbox);
    if (!way.ok) return way;
    const { from, to, copy } = way.value;
    if (from !== seen.from || copy !== seen.copy) return fail(messages.otherVersion(from));
    const requestedAt = new Date(deps.now()).toISOString();
    const request = { id: way.value.request.id, version: to, previous: from, requestedAt, by };
    // after a loss of power, systemd starts the updater for this request, and the updater continues with the journal
    mailbox.ask(request);
    return ok(await carryOn({ request, previous: from, step: 'stopping', backup: '', copy, reason: '' }));
  });

async function alone<T>(
  deps: UpdaterDeps,
  work: (steps: Steps) => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  preparePlaces(deps.places);
  const release = lock(deps.places.lock);
  if (!release) return fail(messages.updateRuns);
  try {
    return await work(createSteps(deps));
  } finally {
    release();
  }
}

function wayOf(places: Places, mailbox: Mailbox): Result<WayBack, string> {
  if (readJournal(places.journal)) return fail(messages.interrupted);
  if (mailbox.request()) return fail(messages.aboutToStart);
  const from = path.basename(readlinkSync(currentOf(places.root)));
  const last = readLast(places.last);
  const to = last?.previous ?? '';
  if (last?.request.version !== from || versionIn(releaseOf(places.root, to)) !== to)
    return fail(messages.noPrevious(from));
  const found = statSync(last.backup, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return fail(messages.noCopy(to, last.backup));
  const keptIn = path.join(places.own, keptName(from, last.request.id));
  return ok({ from, to, copy: last.backup, savedAt: found.mtime.toISOString(), keptIn, request: last.request });
}
