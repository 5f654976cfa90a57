// What an export must know of the engine it writes to.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Batch } from '../../db/export-queue-file.ts';
import type { Readings } from '../exposition/collect.ts';
import type { EngineConfig } from './engine-settings.ts';

/** What is sent at once. `at` is epoch ms; `added` labels are those of every series. */
export interface Take {
  readonly readings: Readings;
  readonly at: number;
  readonly added: Readonly<Record<string, string>>;
}

/** Makes requests of a size that engines accept. `before` is what was sent the last time since Belfry started. */
export type Encode = (take: Take, before?: Take) => Iterable<Batch>;

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

/** The engine is busy, or it does not have the database or the address: somebody makes it, or corrects it here. */
export const passing: ReadonlySet<number> = new Set([404, 408, 429]);

/** The headers of one request. Without a user name the secret is a token. */
export function headersOf(
  format: Pick<Format, 'headers' | 'tokenScheme'>,
  { username, secret }: Pick<EngineConfig, 'username' | 'secret'>,
) {
  if (secret === '' && username === '') return format.headers;
  const basic = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
  return { ...format.headers, authorization: username === '' ? `${format.tokenScheme} ${secret}` : basic };
}
