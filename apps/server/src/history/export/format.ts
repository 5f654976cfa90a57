// What an export must know of the engine it writes to.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Batch } from '../../db/export-queue-file.ts';
import type { Readings } from '../exposition/collect.ts';
import type { EngineConfig } from './engine-settings.ts';

/** Makes requests of a size that engines accept. `at` is epoch ms; `added` labels are those of every series. */
export type Encode = (readings: Readings, at: number, added: Readonly<Record<string, string>>) => Iterable<Batch>;

export interface Format {
  /** For messages. */
  readonly name: string;
  encoder(): Promise<Encode>;
  /** Without the headers of the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scheme of a token in the header `authorization`. */
  readonly tokenScheme: 'Bearer' | 'Token';
  /** Statuses below 500 after which the engine may accept the same request later. */
  readonly passing: ReadonlySet<number>;
  /** What else is wrong with an address that Belfry may call. */
  problemOf(url: URL): Sentence | undefined;
  /** The address of a request. */
  target(url: string): string;
}

/** The engine is busy. */
export const busy: ReadonlySet<number> = new Set([408, 429]);

/** The headers of one request. Without a user name the secret is a token. */
export function headersOf(
  format: Pick<Format, 'headers' | 'tokenScheme'>,
  { username, secret }: Pick<EngineConfig, 'username' | 'secret'>,
) {
  if (secret === '' && username === '') return format.headers;
  const basic = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
  return { ...format.headers, authorization: username === '' ? `${format.tokenScheme} ${secret}` : basic };
}
