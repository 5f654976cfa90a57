// One object beside the backups in their store. What is named otherwise than a backup is never listed and never removed.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '../../../config/backup-s3.ts';
import { BackupError } from '../../../db/backup/backup-error.ts';
import type { Clock } from '../../../lib/clock.ts';

const MAX_MS = 300_000;

/** Throws with a sentence for the administrator. `key`: below the prefix of the backups. */
export async function putObject(config: S3Config, clock: Clock, key: string, file: string): Promise<void> {
  const [s3, { reasonOfAnswer }] = await Promise.all([import('./s3-request.ts'), import('./s3-reason.ts')]);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const content = { path: file, sizeBytes: statSync(file).size, sha256: hash.digest('hex') };
  const request = { method: 'PUT' as const, key: `${config.prefix}${key}`, file: content, mostMs: MAX_MS };
  await using answer = await s3.ask(config, clock, request);
  if (answer.status !== 200) throw new BackupError(await reasonOfAnswer(answer, config, clock, 'write a report'));
}
