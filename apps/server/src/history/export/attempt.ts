// One request to an engine, and what its answer means.
import { pageProblem } from '../../lib/outgoing/page.ts';
import type { GuardedRequest } from '../../lib/outgoing/request.ts';
import { retryAfterIn } from '../../lib/outgoing/retry-after.ts';
import type { EngineConfig } from './engine-settings.ts';
import { type Format, headersOf } from './format.ts';

/**
 * `sent`: accepted. `dropped`: refused for good, so it is not sent again. `later`: it is sent again, not before `waitMs` if the engine
 * named a time. `words`: what the engine said, or why it did not answer. `status` is absent without an answer. `isSender`: the engine
 * refused the credentials of Belfry, and not the values.
 */
export interface Attempt {
  readonly result: 'sent' | 'dropped' | 'later';
  readonly status?: number;
  readonly words: string;
  readonly waitMs?: number;
  readonly isSender?: boolean;
}

export interface AttemptOptions {
  format: Format;
  config: Pick<EngineConfig, 'url' | 'username' | 'secret'>;
  body: Uint8Array<ArrayBuffer>;
  request: GuardedRequest;
  signal: AbortSignal;
  timeoutMs?: number;
  /** Epoch ms. */
  now: number;
}

const MAX_WORDS = 300;
const MAX_WAIT_MS = 3_600_000;
/** They say nothing about the values: somebody corrects the credentials, here or there. */
const ofSender: ReadonlySet<number> = new Set([401, 403, 407]);

export async function attempt({
  format,
  config,
  body,
  request,
  signal,
  timeoutMs,
  now,
}: AttemptOptions): Promise<Attempt> {
  const answer = await request({
    ...{ method: 'POST', url: format.target(config.url), headers: headersOf(format, config), body, signal, timeoutMs },
  });
  if (!answer.ok) return { result: 'later', words: answer.error.message };
  const { status, headers, body: text } = answer.value;
  const said = config.secret === '' ? text : text.replaceAll(config.secret, '…');
  const words = said.trim().slice(0, MAX_WORDS) || `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    const page = pageProblem(answer.value, new URL(config.url).host);
    return page ? { result: 'later', words: page.message } : { result: 'sent', status, words };
  }
  const isSender = ofSender.has(status);
  if (status < 500 && !format.passing.has(status) && !isSender) return { result: 'dropped', status, words };
  const waitMs = Math.min(retryAfterIn(headers, now) ?? 0, MAX_WAIT_MS);
  return { result: 'later', status, words, waitMs, isSender };
}
