// The archives: long lists that seldom change and belong to one screen each. Our own client asks for them when it needs them.

/** Without the schemas, so that the browser does not load them. */
export const archiveNames = [
  'pbsBackups',
  'backupTasks',
  'storageBackups',
  'guestSnapshots',
  'tasks',
  'nodeLosses',
  'pbsDetails',
  'guestConfigs',
  'backupJobs',
  'copyJobs',
  'retentions',
  'guestProtection',
  'backupGroups',
  'baselines',
] as const;
export type ArchiveName = (typeof archiveNames)[number];
