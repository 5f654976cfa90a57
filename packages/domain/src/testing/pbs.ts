// A backup server for tests: the caller gives only the fields that matter.
import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';

const TB = 1024 ** 4;

export const aBackupServer = (fields: Partial<PbsInstance> = {}): PbsInstance => ({
  id: 'pbs-main',
  name: 'main',
  host: 'https://pbs:8007',
  status: 'online',
  version: '4.1.0',
  datastores: [],
  backupJobs: [],
  syncJobs: [],
  verifyJobs: [],
  pruneJobs: [],
  tapeJobs: [],
  garbageJobs: [],
  connectionHealth: 'healthy',
  ...fields,
});

/** A tenth of 10 TB is used, unless `usage` (percent) says otherwise. */
export const aDatastore = ({ usage = 10, ...fields }: Partial<Datastore> = {}): Datastore => ({
  name: 'store',
  total: 10 * TB,
  used: (usage / 10) * TB,
  free: (10 - usage / 10) * TB,
  usage,
  status: 'available',
  namespaces: [],
  ...fields,
});

export const aJob = (fields: Partial<PbsJob> = {}): PbsJob => ({
  id: 'j-1',
  store: 'store',
  disabled: false,
  result: 'ok',
  lastRunState: 'OK',
  ...fields,
});
