// What is wrong with the backups, in the words of the client; those of the server where it has none.
import type { OwnBackupStatus } from '@belfry/schema/http/own-backups';
import { messages } from './messages.ts';

type BackupProblem = NonNullable<OwnBackupStatus['problem']>;

export function problemWords({ message, cause }: Pick<BackupProblem, 'message' | 'cause'>): {
  reason: string;
  advice: string;
} {
  const { causes } = messages;
  const words = cause && Object.hasOwn(causes, cause.id) ? causes[cause.id]?.(cause.values) : undefined;
  const [reason = message, advice = ''] = words ?? [];
  return { reason, advice };
}
