// One signed request to a store that speaks S3. No redirect is followed, because the signature is for this store alone.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../../../config/backup-s3.ts';
import { type Clock, iso } from '../../../lib/clock.ts';
import { requestStreamed, type StreamedAnswer, type StreamedRequest } from '../../../lib/outgoing/streamed.ts';

export interface S3Request extends Pick<StreamedRequest, 'method' | 'mostMs' | 'signal'> {
  /** Without it the bucket itself is meant. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  /** What is sent. `sha256` of its content, in hex. */
  file?: { path: string; sizeBytes: number; sha256: string };
}

const NOTHING = createHash('sha256').digest('hex');

/** Throws a RequestFailed if there is no answer. */
export async function ask(config: S3Config, clock: Clock, request: S3Request): Promise<StreamedAnswer> {
  const { method, file, mostMs, signal } = request;
  const url = addressOf(config, request);
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': file?.sha256 ?? NOTHING },
    datetime: iso(clock.now()).replaceAll(/[-:]|\.\d+/g, ''),
    service: 's3',
    region: config.region,
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
  }).sign();
  const length = file && { 'content-length': String(file.sizeBytes) };
  const headers = { ...Object.fromEntries(signed.headers), ...length };
  const body = file && createReadStream(file.path);
  return await requestStreamed(clock, { method, url, headers, body, mostMs, signal });
}

export const hostOf = (config: S3Config): string => addressOf(config, {}).host;

function addressOf(config: S3Config, { key = '', query = {} }: Pick<S3Request, 'key' | 'query'>): URL {
  const url = new URL(config.url);
  if (config.isBucketInHost) url.host = `${config.bucket}.${url.host}`;
  const names = [...(config.isBucketInHost ? [] : [config.bucket]), ...key.split('/')].map(encodeURIComponent);
  const base = url.pathname.replace(/\/$/, '');
  url.pathname = `${base}/${names.join('/')}`.replace(/(?<=.)\/$/, '');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
