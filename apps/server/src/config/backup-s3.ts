// What the environment sets for the store of backups that speaks S3.
import type { Variable } from './access.ts';
import type { Problem } from './env.ts';

export interface S3Config {
  /** https, or http where that is allowed. Without a bucket, a query and a `/` at its end. */
  url: string;
  bucket: string;
  /** Empty, or ends with `/`. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is a part of the name of the host, not of the path. */
  isBucketInHost: boolean;
}

const S3 = 'BELFRY_BACKUP_S3_';
export const S3_URL = `${S3}URL`;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const SEGMENTS = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

interface Found {
  variable: Variable;
  flag(name: string): boolean;
  report(problem: Problem): void;
}

/** Undefined: there is no such store. */
export function parseS3({ variable, flag, report }: Found): S3Config | undefined {
  const text = (name: string) => variable(`${S3}${name}`, '', '', (found) => found);
  const given = text('URL');
  const config: S3Config = {
    url: '',
    bucket: variable(`${S3}BUCKET`, '', 'the name of a bucket', (found) =>
      /^\w[\w.-]{1,62}$/.test(found) ? found : undefined,
    ),
    prefix: variable(`${S3}PREFIX`, '', 'names of folders of letters, digits and . _ - with / between', (found) => {
      const bare = found.replace(/^\/|\/$/g, '');
      return SEGMENTS.test(bare) ? `${bare}/` : undefined;
    }),
    region: variable(`${S3}REGION`, 'us-east-1', 'the name of a region', (found) =>
      /^[\w-]{1,64}$/.test(found) ? found : undefined,
    ),
    accessKeyId: text('ACCESS_KEY_ID'),
    secretAccessKey: text('SECRET_ACCESS_KEY'),
    isBucketInHost: flag(`${S3}BUCKET_IN_HOST`),
  };
  const isHttpAllowed = flag(`${S3}ALLOW_HTTP`);
  const needed = { URL: given, BUCKET: config.bucket, ACCESS_KEY_ID: config.accessKeyId };
  const all = Object.entries({ ...needed, SECRET_ACCESS_KEY: config.secretAccessKey });
  if (all.every(([, value]) => value === '')) return undefined;
  for (const [name, value] of all)
    if (value === '')
      report({
        variable: `${S3}${name}`,
        expected: `a value, because another ${S3}… is set`,
        found: 'nothing, or what it may not be',
      });
  if (given === '') return undefined;
  const url = URL.parse(given);
  const expected = `an address that starts with https://, without a user and a query; http:// only on this machine itself, or with ${S3}ALLOW_HTTP=true`;
  const isPlain = url?.protocol === 'http:';
  const isRight = url?.protocol === 'https:' || (isPlain && (isHttpAllowed || LOOPBACK.test(url.hostname)));
  // never the address itself, which can contain a password
  if (!url || !isRight || url.username || url.password || url.search || url.hash) {
    report({
      variable: S3_URL,
      expected,
      found: isPlain ? `an address with http:// of ${url.host}` : 'another address',
    });
    return undefined;
  }
  return { ...config, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}
