// Recorded answers of real hosts, which lie beside the repository and are not part of it. For tests only.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../../../shared/fixtures/', import.meta.url));

export interface Recording {
  file: string;
  endpoint: string;
  version: string | null;
  /** The whole body, usually `{ data: … }`. */
  body: { data?: unknown };
}

/** Why tests over recordings cannot run here, if so. */
export const noRecordings: string | undefined = existsSync(`${folder}index.json`)
  ? undefined
  : `the recorded answers are not beside the repository (${folder})`;

/** Successful answers of a product to an endpoint, such as `/cluster/resources`. */
export function recordingsOf(product: string, endpoint: RegExp): Recording[] {
  if (noRecordings) return [];
  const index: { files: (Omit<Recording, 'body'> & { product: string; method: string; httpStatus: number })[] } =
    JSON.parse(readFileSync(`${folder}index.json`, 'utf8'));
  return index.files
    .filter((r) => r.product === product && r.method === 'GET' && r.httpStatus === 200 && endpoint.test(r.endpoint))
    .map((r) => ({ ...r, body: JSON.parse(readFileSync(folder + r.file, 'utf8')) }));
}
