// Why a store that speaks S3 refused a request, in a sentence for the administrator.
import type { S3Config } from '../../../config/backup-s3.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { StreamedAnswer } from '../../../lib/outgoing/streamed.ts';
import { errorCodeOf } from './s3-answer.ts';
import { hostOf } from './s3-request.ts';

/** `doing`: what was tried, such as `list the backups`. */
export async function reasonOfAnswer(
  answer: StreamedAnswer,
  config: S3Config,
  clock: Pick<Clock, 'now'>,
  doing: string,
): Promise<string> {
  const { status } = answer;
  const host = hostOf(config);
  if (status >= 300 && status < 400) return redirected(answer, host);
  const code = await errorCodeOf(answer);
  const shown = code === '' ? String(status) : `${status}, ${code}`;
  if (code === 'RequestTimeTooSkewed') return `${skew(answer, host, clock)} (${shown}).`;
  const known = reasons(config)[code];
  if (known !== undefined) return `${host}: ${known} (${shown}).`;
  if (status === 507) return `${host} is full (${shown}).`;
  if (status >= 500 || status === 429)
    return `${host} could not ${doing}: it has an error or too much to do (${shown}).`;
  if (status === 401 || status === 403)
    return `${host}: the access key may not ${doing} in the bucket ${config.bucket} (${shown}).`;
  if (code === '') return `${host} answered in a way that is not S3 (${shown}). Is BELFRY_BACKUP_S3_URL right?`;
  return `${host} could not ${doing} (${shown}).`;
}

const FULL = 'the store is full, or its quota is used up';
const REGION = 'the region is wrong. Set BELFRY_BACKUP_S3_REGION';
const UNKNOWN_KEY = 'the store does not know the access key. Check BELFRY_BACKUP_S3_ACCESS_KEY_ID';

const reasons = ({ bucket }: S3Config): Readonly<Record<string, string>> => ({
  NoSuchBucket: `there is no bucket ${bucket}. Belfry does not make it`,
  NoSuchKey: `the bucket ${bucket} has no such backup`,
  InvalidAccessKeyId: UNKNOWN_KEY,
  InvalidAccessKey: UNKNOWN_KEY,
  SignatureDoesNotMatch: 'the secret key is wrong, or the region. Check BELFRY_BACKUP_S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: REGION,
  InvalidRegion: REGION,
  BadDigest: 'the backup arrived changed',
  XAmzContentSHA256Mismatch: 'the backup arrived changed',
  EntityTooLarge: 'the backup is larger than the store takes in one request',
  QuotaExceeded: FULL,
  XMinioAdminBucketQuotaExceeded: FULL,
  XMinioStorageFull: FULL,
  InsufficientStorage: FULL,
  InsufficientCapacity: FULL,
});

function skew(answer: StreamedAnswer, host: string, clock: Pick<Clock, 'now'>): string {
  const minutes = Math.round((clock.now() - Date.parse(answer.header('date'))) / 60_000);
  const text = `The clocks of this machine and of ${host} differ too much`;
  return Number.isFinite(minutes) && minutes !== 0
    ? `${text}: this one is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead' : 'behind'}`
    : text;
}

/** Only the name of the host is shown: the rest of the address is of another machine. */
function redirected(answer: StreamedAnswer, host: string): string {
  const to = URL.parse(answer.header('location'), 'https://nowhere.invalid')?.host;
  const region = answer.header('x-amz-bucket-region');
  const where = to && to !== 'nowhere.invalid' ? ` to ${to.slice(0, 200)}` : '';
  const hint = /^[\w-]{1,64}$/.test(region) ? ` The bucket is in the region ${region}.` : '';
  return `${host} redirects${where} (${answer.status}). Belfry does not follow, because its key is for ${host} alone.${hint} Correct BELFRY_BACKUP_S3_URL or BELFRY_BACKUP_S3_REGION.`;
}
