// What alerts about backup servers say.
import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import { lateness } from './spans.ts';

export const jobKinds = [
  ...['backupJobs', 'syncJobs', 'verifyJobs', 'pruneJobs', 'tapeJobs', 'garbageJobs'],
] as const satisfies readonly (keyof PbsInstance)[];
export type JobKind = (typeof jobKinds)[number];

const nameOf = (server: string, { name }: Datastore): Sentence => ({ id: 'name.datastore', values: { name, server } });
const jobName = (kind: JobKind): Sentence => ({ id: `pbs.${kind}` });

export const pbsMessages = {
  cpu: (server: string, value: number): Sentence => ({ id: 'pbs.cpu', values: { server, value } }),
  memory: (server: string, value: number): Sentence => ({ id: 'pbs.memory', values: { server, value } }),
  disk: (server: string, value: number): Sentence => ({ id: 'pbs.disk', values: { server, value } }),
  /** `together`: the datastores on the same file system. */
  usage(server: string, store: Datastore, together: readonly Datastore[] = []): Sentence {
    const { usage = 0, free = 0, total = 0 } = store;
    const others: Value =
      together.length === 0 ? '' : { id: 'pbs.others', values: { names: together.map(({ name }) => name) } };
    return { id: 'pbs.usage', values: { datastore: nameOf(server, store), usage, free, total, others } };
  },
  fullSoon: (server: string, store: Datastore, days: number): Sentence => ({
    id: 'pbs.fullSoon',
    values: { datastore: nameOf(server, store), days },
  }),
  state(server: string, store: Datastore): Sentence {
    const { status, error, maintenanceMessage } = store;
    const datastore = nameOf(server, store);
    const reason = status === 'error' ? error : maintenanceMessage;
    const why = reason === undefined ? '.' : `: ${reason}`;
    switch (status) {
      case 'error':
        return { id: 'pbs.unreadable', values: { datastore, why } };
      case 'not mounted':
        return { id: 'pbs.notMounted', values: { datastore } };
      case 'read-only':
        return { id: 'pbs.readOnly', values: { datastore, why } };
      default:
        return { id: 'pbs.maintenance', values: { datastore, status: status ?? '', why } };
    }
  },
  job(server: string, kind: JobKind, { id, lastRunState: error }: PbsJob): Sentence {
    const values = { job: jobName(kind), id, server };
    return error === undefined ? { id: 'pbs.job', values } : { id: 'pbs.jobWith', values: { ...values, error } };
  },
  damagedChunks: (server: string, store: Datastore, count: number): Sentence => ({
    id: 'pbs.damagedChunks',
    values: { datastore: nameOf(server, store), count },
  }),
  late: (server: string, kind: JobKind, { id, running }: PbsJob, lateMs: number): Sentence => ({
    id: running ? 'pbs.jobRuns' : 'pbs.jobLate',
    values: { job: jobName(kind), id, server, late: lateness(lateMs) },
  }),
};
