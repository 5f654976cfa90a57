// Puts the journal of changes together. Without its file nothing is kept and the rest of Belfry goes on.
import { baselineEndpoints } from '@belfry/schema/http/baselines';
import { getJournal } from '@belfry/schema/http/journal';
import type { State } from '@belfry/schema/state';
import { type JournalFile, type JournalFileOptions, openJournalFile } from '../db/journal-file.ts';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import { createBaselines } from '../journal/baselines.ts';
import { type ComparisonRoutesDeps, comparisonRoutes } from '../journal/comparison-routes.ts';
import { createJournal, type Journal } from '../journal/journal.ts';
import { createOwnChanges, type OwnChangesDeps } from '../journal/own-changes.ts';
import { journalRoutes } from '../journal/routes.ts';
import { type Cancel, iso } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';
import { refuse } from '../lib/refusal.ts';
import type { PipelineDeps } from '../pipeline.ts';

export interface JournalPart extends Required<Pick<PipelineDeps, 'journal'>> {
  /** Undefined: the file of the journal cannot be used. */
  page: Journal['page'] | undefined;
  file: Pick<JournalFile, 'read' | 'write'> | undefined;
  /** What was agreed, and what has left it. */
  baselines(): State['baselines'];
  /** The last change before an alert began. */
  changeBefore: Journal['before'];
  /** For the webhooks of changes. Undefined as above. */
  feed: Pick<Journal, 'after' | 'newest' | 'changed'> | undefined;
  problems(): State['serverProblems'];
  /** An instance is gone for good. Its entries stay. */
  forget(instanceId: string): void;
  routes(mount: Mount): void;
  /** The changes of Belfry itself. `read`: its whole configuration, without secrets. */
  follow(store: Pick<Store, 'audit' | 'audited' | 'sites'>, read: OwnChangesDeps['read']): Cancel;
  /** Resolves when everything is stored. */
  stop(): Promise<void>;
}

export interface JournalPartDeps extends Pick<ComparisonRoutesDeps, 'state' | 'audited' | 'nameOf'> {
  store: Pick<Store, 'baselines'>;
  /** Something that the alerts depend on has changed. */
  changed(): void;
  guardedTask: GuardedTask;
}

export function createJournalPart(options: JournalFileOptions, deps: JournalPartDeps): JournalPart {
  const { clock, log } = options;
  const { store, guardedTask, changed, ...routed } = deps;
  try {
    const file = openJournalFile(options);
    const journal = createJournal({ file, guardedTask, clock });
    const baselines = createBaselines({ store: store.baselines, journal, guardedTask, changed });
    return {
      journal,
      file,
      page: journal.page,
      changeBefore: journal.before,
      feed: journal,
      problems: journal.problems,
      baselines: baselines.all,
      forget(instance) {
        journal.forget(instance);
        baselines.forget(instance);
      },
      async stop() {
        await baselines.stop();
        await journal.stop();
      },
      routes(mount) {
        journalRoutes(mount, journal, clock);
        comparisonRoutes(mount, { ...routed, journal, baselines, clock });
      },
      follow: ({ audit, audited, sites }, read) =>
        createOwnChanges({
          ...{ audit, audited, journal, guardedTask, clock },
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
      file: undefined,
      feed: undefined,
      changeBefore: async () => undefined,
      problems: () => problem,
      forget: () => {},
      baselines: () => [],
      routes(mount) {
        for (const endpoint of [getJournal, ...baselineEndpoints]) mount(endpoint, () => refuse('unavailable'));
      },
      follow: () => () => {},
      stop: async () => {},
    };
  }
}
