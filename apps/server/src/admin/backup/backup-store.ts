// A place that keeps backups of Belfry: a folder, or a store that speaks S3.
import type { OwnBackup } from '@belfry/schema/http/own-backups';
import type { NamedText } from '@belfry/schema/named-text';
import type { FinishedBackup } from '../../db/backup/backup-file.ts';

export interface BackupStore {
  kind: 'folder' | 's3';
  /** As an administrator names it: the path of the folder, or `s3://bucket/prefix`. */
  place: string;
  /** The newest first. Only whole backups are listed. */
  list(signal: AbortSignal): Promise<OwnBackup[]>;
  /** After it rejects, no part of a backup is listed. */
  add(made: Pick<FinishedBackup, 'file' | 'sizeBytes'>, name: string, signal: AbortSignal): Promise<void>;
  /** `name`: one that was listed. */
  remove(name: string, signal: AbortSignal): Promise<void>;
  /** Removes what an add that was interrupted left there. */
  tidy(now: number): void;
  /** Why one of these rejected, in a sentence for the administrator. */
  reasonOf(error: unknown): string;
  /** The same reason as a name, which a client can translate. Undefined when only the sentence exists. */
  causeOf(error: unknown): NamedText | undefined;
}
