// Backups in a store that speaks S3. The library for the signature and the parser are loaded when they are first used.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { OwnBackup } from '@belfry/schema/http/own-backups';
import type { S3Config } from '../../../config/backup-s3.ts';
import { BackupError } from '../../../db/backup/backup-error.ts';
import type { Pieces } from '../../../db/backup/sealed-stream.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { StreamedAnswer } from '../../../lib/outgoing/streamed.ts';
import { BEGINNING, backupOf, newestFirst } from '../backup-name.ts';
import type { BackupStore } from '../backup-store.ts';
import type { S3Request } from './s3-request.ts';

export interface S3Store extends BackupStore {
  /** The content of a backup. Throws when it cannot be read to its end. */
  read(name: string): Pieces;
}

/** What S3 takes in one request. */
const MAX_BYTES = 5 * 1024 ** 3;
const MAX_PAGES = 20;
const SMALL_MS = 60_000;
/** A slower connection than this is given up. */
const BYTES_PER_MS = 32;
const timeFor = (bytes: number): number => 2 * SMALL_MS + bytes / BYTES_PER_MS;

export function createS3Store(config: S3Config, clock: Clock): S3Store {
  const { bucket, prefix } = config;
  const place = `s3://${bucket}/${prefix}`;

  /** Throws a BackupError unless the status is one of `good`. */
  async function ask(doing: string, good: readonly number[], request: S3Request): Promise<StreamedAnswer> {
    const [s3, { reasonOfAnswer }] = await Promise.all([import('./s3-request.ts'), import('./s3-reason.ts')]);
    const answer = await s3.ask(config, clock, request);
    if (good.includes(answer.status)) return answer;
    await using refused = answer;
    throw new BackupError(await reasonOfAnswer(refused, config, clock, doing));
  }

  /** Objects whose key begins with the prefix and this. */
  async function listed(beginning: string, signal?: AbortSignal): Promise<OwnBackup[]> {
    const { listingOf } = await import('./s3-answer.ts');
    const found: OwnBackup[] = [];
    let token: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = {
        'list-type': '2',
        prefix: `${prefix}${beginning}`,
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const request = { method: 'GET' as const, query, mostMs: SMALL_MS, ...(signal && { signal }) };
      await using answer = await ask('list the backups', [200], request);
      const listing = await listingOf(answer);
      if (!listing)
        throw new BackupError(
          `${config.url} answered with no list of objects. Is BELFRY_BACKUP_S3_URL a store that speaks S3?`,
        );
      for (const { key, sizeBytes } of listing.objects)
        if (key.startsWith(prefix)) found.push(...[backupOf(key.slice(prefix.length), sizeBytes) ?? []].flat());
      if (listing.next === undefined) return newestFirst(found);
      token = listing.next;
    }
    throw new BackupError(`${place} has more objects than Belfry lists. Give the backups a prefix of their own.`);
  }

  async function remove(name: string, signal?: AbortSignal): Promise<void> {
    const request = { method: 'DELETE' as const, key: `${prefix}${name}`, mostMs: SMALL_MS, ...(signal && { signal }) };
    await using _done = await ask('remove a backup', [200, 204, 404], request);
  }

  return {
    kind: 's3',
    place,
    list: (signal) => listed(BEGINNING, signal),
    async add({ file, sizeBytes }, name, signal) {
      if (sizeBytes > MAX_BYTES)
        throw new BackupError(`The backup has more than 5 GiB, which no store that speaks S3 takes in one request.`);
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash);
      const body = { path: file, sizeBytes, sha256: hash.digest('hex') };
      {
        const request = {
          method: 'PUT' as const,
          key: `${prefix}${name}`,
          file: body,
          mostMs: timeFor(sizeBytes),
          signal,
        };
        await using _done = await ask('write a backup', [200], request);
      }
      const there = (await listed(name, signal)).find((one) => one.file === name);
      if (there?.sizeBytes === sizeBytes) return;
      if (there) await remove(name, signal);
      throw new BackupError(`${place} accepted the backup, but does not have it whole.`);
    },
    remove,
    // S3 shows no object before it is whole.
    tidy() {},
    reasonOf: (error) => (error as Error).message,
    causeOf: () => undefined,
    async *read(name) {
      const request = { method: 'GET' as const, key: `${prefix}${name}`, mostMs: timeFor(MAX_BYTES) };
      await using answer = await ask('read a backup', [200], request);
      yield* answer.pieces;
    },
  };
}
