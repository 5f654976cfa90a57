// What was kept over time: long lists that seldom change and stand on one screen. Our own client asks for them.

/** Without the schemas, so that a browser need not load those. */
export const archiveNames = ['pbsBackups', 'backupTasks', 'storageBackups', 'guestSnapshots'] as const;
export type ArchiveName = (typeof archiveNames)[number];
