// The datastores of a backup server with everything that is known about each, those with a problem first. Pure.
import { datastoreStatus } from '@belfry/domain/backup-server-status';
import { isUnreadable } from '@belfry/domain/datastores';
import { datastoreId } from '@belfry/domain/ids';
import type { ShownStatus } from '@belfry/domain/status';
import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { PbsDatastoreFacts, PbsDetails } from '@belfry/schema/entities/pbs-details';
import { statusText } from '../../../ui/status-text.ts';
import type { Evidence } from './evidence-table.tsx';
import { evidenceOfSchedule } from './job-rows.ts';
import { messages } from './messages.ts';

export interface StoreRow {
  /** Of its page. */
  id: string;
  store: Datastore;
  status: ShownStatus;
  facts: PbsDatastoreFacts | undefined;
  /** Its garbage collection. */
  job: PbsJob | undefined;
}

const weights: Partial<Record<ShownStatus['tone'], number>> = { crit: 0, warn: 1 };
const weight = ({ status: { tone } }: StoreRow): number => weights[tone] ?? 2;

export const storeRows = (server: PbsInstance, details: PbsDetails | undefined): StoreRow[] =>
  server.datastores
    .map(
      (store): StoreRow => ({
        id: datastoreId(server.id, store.name),
        store,
        status: datastoreStatus(store, server.staleSince),
        facts: details?.datastores.find(({ name }) => name === store.name),
        job: server.garbageJobs.find((job) => job.store === store.name),
      }),
    )
    .sort((a, b) => weight(a) - weight(b));

export function evidenceOfStore({ store, facts, job }: StoreRow): Evidence[] {
  const { error, status, maintenanceMessage } = store;
  const damaged = facts?.garbage?.damagedChunks ?? 0;
  const unusable = status !== 'available' && status !== 'error';
  return [
    ...(error ? [{ tone: 'crit' as const, head: messages.cannotBeRead, words: error }] : []),
    ...(unusable && maintenanceMessage
      ? [{ tone: 'warn' as const, head: `${messages.maintenance}, ${statusText(status)}`, words: maintenanceMessage }]
      : unusable && isUnreadable(store)
        ? [{ tone: 'warn' as const, head: statusText(status), words: '' }]
        : []),
    ...(job?.result === 'failed' && !job.disabled
      ? [{ tone: 'crit' as const, head: messages.problem.garbageJobs(store.name), words: job.lastRunState ?? '' }]
      : []),
    ...(job ? evidenceOfSchedule(job) : []),
    ...(damaged > 0 ? [{ tone: 'crit' as const, head: messages.damagedChunks(damaged), words: '' }] : []),
  ];
}
