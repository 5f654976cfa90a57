// Recorded answers of real hosts. They are in a folder beside the repository and not part of it. For tests only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../../../shared/fixtures/', import.meta.url));

export interface Recording {
  file: string;
  product: string;
  method: string;
  endpoint: string;
  httpStatus: number;
  version: string | null;
  /** The whole body, usually `{ data: … }`. */
  body: { data?: unknown };
}

/** The reason why tests with recordings cannot run here. Undefined if they can. */
export const noRecordings: string | undefined = existsSync(`${folder}index.json`)
  ? undefined
  : `the recorded answers are not beside the repository (${folder})`;

/** All recordings of a product, including refusals and logins. */
export function allRecordingsOf(product: string): Recording[] {
  if (noRecordings) return [];
  const index: { files: Omit<Recording, 'body'>[] } = JSON.parse(readFileSync(`${folder}index.json`, 'utf8'));
  return index.files
    .filter((r) => r.product === product)
    .map((r) => ({ ...r, body: JSON.parse(readFileSync(folder + r.file, 'utf8')) }));
}

/** Every file in the folder of a product, including files that are not in the index. */
export const filesOf = (product: string): string[] => readdirSync(folder + product).map((name) => `${product}/${name}`);

/** The successful answers of a product for an endpoint, such as `/cluster/resources`. */
export const recordingsOf = (product: string, endpoint: RegExp): Recording[] =>
  allRecordingsOf(product).filter((r) => r.method === 'GET' && r.httpStatus === 200 && endpoint.test(r.endpoint));

/** The `data` of the good answers that real daemons gave to an endpoint of Proxmox VE. */
export function realAnswersTo(endpoint: RegExp): { file: string; data: unknown }[] {
  if (noRecordings || !existsSync(`${folder}real`)) return [];
  return readdirSync(`${folder}real`)
    .filter((name) => name.endsWith('.json') && name !== 'index.json')
    .map((name) => ({ file: `real/${name}`, ...JSON.parse(readFileSync(`${folder}real/${name}`, 'utf8')) }))
    .filter((answer) => endpoint.test(answer.endpoint) && / 200 /.test(answer.statusLine))
    .map(({ file, body }) => ({ file, data: body.data }));
}
