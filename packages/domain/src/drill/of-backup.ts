// Which reasons say something about the backup, and not only about the restore test.
import type { DrillReason } from '@belfry/schema/drill/drill';

/** The backup was restored, or tried, and was of no use. All other reasons say something about the drill only. */
const OF_BACKUP: ReadonlySet<DrillReason> = new Set<DrillReason>([
  ...(['restoreFailed', 'notRunning', 'agentSilent', 'filesDiffer', 'portsClosed'] as const),
]);

export const isOfBackup = (reason: DrillReason): boolean => OF_BACKUP.has(reason);
