// Puts the journal of changes together. Without its file nothing is kept and the rest of Belfry goes on.
import { getJournal } from '@belfry/schema/http/journal';
import type { State } from '@belfry/schema/state';
import { type JournalFileOptions, openJournalFile } from '../db/journal-file.ts';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import { createJournal, type Journal } from '../journal/journal.ts';
import { createOwnChanges, type OwnChangesDeps } from '../journal/own-changes.ts';
import { journalRoutes } from '../journal/routes.ts';
import { type Cancel, iso } from '../lib/clock.ts';
import type { Parts } from '../lib/parts.ts';
import { refuse } from '../lib/refusal.ts';
import type { PipelineDeps } from '../pipeline.ts';

export interface JournalPart extends Required<Pick<PipelineDeps, 'journal'>> {
  /** Undefined: the file of the journal cannot be used. */
  page: Journal['page'] | undefined;
  /** The last change before an alert began. */
  changeBefore: Journal['before'];
  problems(): State['serverProblems'];
  /** An instance is gone for good. Its entries stay. */
  forget(instanceId: string): void;
  routes(mount: Mount): void;
  /** The changes of Belfry itself. `read`: its whole configuration, without secrets. */
  follow(store: Pick<Store, 'audit' | 'audited' | 'sites'>, read: OwnChangesDeps['read']): Cancel;
  /** Resolves when everything is stored. */
  stop(): Promise<void>;
}

export function createJournalPart(options: JournalFileOptions, parts: Pick<Parts, 'guardedTask'>): JournalPart {
  const { clock, log } = options;
  try {
    const journal = createJournal({ file: openJournalFile(options), guardedTask: parts.guardedTask, clock });
    const { problems, forget, stop } = journal;
    return {
      journal,
      page: journal.page,
      changeBefore: journal.before,
      problems,
      forget,
      stop,
      routes: (mount) => journalRoutes(mount, journal, clock),
      follow: ({ audit, audited, sites }, read) =>
        createOwnChanges({
          ...{ audit, audited, journal, guardedTask: parts.guardedTask, clock },
          read: async () => ({ ...(await read()), sites: sites.list().map(({ id, name }) => ({ id, name })) }),
        }).start(),
    };
  } catch (error) {
    const message = `The file of the journal of changes cannot be used. Until the next start no change is kept. ${String(error)}`;
    log.error({ err: error }, message);
    const problem: State['serverProblems'] = { journal: { message, since: iso(clock.now()) } };
    return {
      journal: { learn: () => {} },
      page: undefined,
      changeBefore: async () => undefined,
      problems: () => problem,
      forget: () => {},
      routes: (mount) => mount(getJournal, () => refuse('unavailable')),
      follow: () => () => {},
      stop: async () => {},
    };
  }
}
