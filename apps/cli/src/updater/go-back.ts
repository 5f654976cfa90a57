// The way back to the release before the last update, and to the data of that time, when an administrator asks for it.
import { readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Outcome, UpdateRequest } from '@belfry/release/exchange';
import { currentOf, releaseOf, versionIn } from '@belfry/release/installation';
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
  kept: string;
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
    if (from !== seen.from || copy !== seen.copy) return fail(`Meanwhile another version was installed: ${from} runs.`);
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
  if (!release) return fail('An update runs at this moment. Wait until it has ended: belfry update status');
  try {
    return await work(createSteps(deps));
  } finally {
    release();
  }
}

function wayOf(places: Places, mailbox: Mailbox): Result<WayBack, string> {
  if (readJournal(places.journal))
    return fail('An update was interrupted. Run "belfry update apply-staged" as root first: it goes on from there.');
  if (mailbox.request()) return fail('An update was asked for and is about to start. Wait until it has ended.');
  const from = path.basename(readlinkSync(currentOf(places.root)));
  const last = readLast(places.last);
  const to = last?.previous ?? '';
  if (last?.request.version !== from || versionIn(releaseOf(places.root, to)) !== to)
    return fail(`There is no previous release to go back to: ${from} runs, and no release before it is kept.`);
  const found = statSync(last.backup, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0)
    return fail(`The copy of the data of ${to} is missing: ${last.backup}. Without it, ${to} cannot run again.`);
  const kept = path.join(places.own, keptName(from, last.request.id));
  return ok({ from, to, copy: last.backup, savedAt: found.mtime.toISOString(), kept, request: last.request });
}
