// The kind and the message of an error, by the status of the answer. The message is for an administrator.

import { inEnglish } from '@belfry/domain/sentences/english';
import type { SourceError } from '@belfry/schema/messages/observation';
import { oneLine } from '@belfry/schema/one-line';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import type { HttpReply } from '../../lib/http-client.ts';
import type { Credentials, Product } from './product.ts';

/**
 * The host answers with these statuses if it could not forward a call to another node, or to its own service for calls that need
 * root: `pveproxy` is there, `pvedaemon` is not.
 */
export const isForwardFailure = (status: number): boolean => status >= 595 && status <= 599;

/** The error text of Backup Server. It uses the same status for this and for a wrong parameter. */
const NO_DAEMON = /^client error \(Connect\)/;
const NOT_THERE = /^ENOENT\b/;

const loginName = (c: Credentials): string => (c.by === 'token' ? `token ${c.id}` : `user ${c.user}`);

export function statusError(reply: HttpReply, call: string, product: Product, credentials: Credentials): SourceError {
  const { kind, sentence, isMissing } = causeOf(reply, call, product, credentials);
  return { kind, status: reply.status, ...(isMissing && { isMissing }), ...inEnglish(sentence) };
}

type Cause = Pick<SourceError, 'kind' | 'isMissing'> & { sentence: Sentence };

function causeOf(reply: HttpReply, call: string, product: Product, credentials: Credentials): Cause {
  const { status } = reply;
  const login = loginName(credentials);
  const words = oneLine(wordsOf(reply));
  const answer: Value = words ? { id: 'api.answer', values: { words: words.slice(0, 200) } } : '';
  if (status === 401) return { kind: 'auth', sentence: { id: 'api.credentials', values: { call, login, answer } } };
  if (status === 403) {
    const id = credentials.by === 'token' ? 'api.tokenPrivilege' : 'api.privilege';
    return { kind: 'forbidden', sentence: { id, values: { call, login, rights: product.rights, answer } } };
  }
  if (status === 429) return { kind: 'rate-limited', sentence: { id: 'api.fewerCalls', values: { call, answer } } };
  if (status === 400 && NO_DAEMON.test(words))
    return { kind: 'unreachable', sentence: { id: 'api.noDaemon', values: { call, answer } } };
  if (status === 400 && NOT_THERE.test(words))
    return { kind: 'bad-status', isMissing: true, sentence: { id: 'api.missing', values: { call, answer } } };
  if (isForwardFailure(status))
    return { kind: 'bad-status', sentence: { id: 'api.noNode', values: { call, status, answer } } };
  const address = status >= 300 && status < 400 ? addressOf(reply.location) : undefined;
  if (address !== undefined)
    return { kind: 'bad-status', sentence: { id: 'api.redirected', values: { call, status, address } } };
  return { kind: 'bad-status', sentence: { id: 'api.status', values: { call, status, answer } } };
}

/** Where a redirect leads, without its query, which may hold a secret. */
function addressOf(location: string | undefined): string | undefined {
  const [address = ''] = location?.split(/[?#]/, 1) ?? [];
  return oneLine(address).slice(0, 200) || undefined;
}

/**
 * PVE and PMG send the error text in the reason phrase. PBS sends it as plain text in the body, with a standard phrase.
 */
const wordsOf = ({ body, reason }: HttpReply): string => (/^\s*(?:$|[{<])/.test(body) ? reason : body.trim());

export const badPayload = (call: string, problem: Value): SourceError => ({
  kind: 'bad-payload',
  ...inEnglish({ id: 'api.payload', values: { call, problem } }),
});

/**
 * The `data` of an answer, or what is wrong with the answer. A web page with status 200 comes from a login form or a proxy, not
 * from the API. The API never answers a reading call with null.
 */
export function readEnvelope(reply: HttpReply): { data: unknown } | Sentence {
  let json = reply.parsed?.value;
  try {
    if (!reply.parsed) json = JSON.parse(reply.body);
  } catch (error) {
    return damageOf(reply, error);
  }
  if (typeof json !== 'object' || json === null || !('data' in json)) return { id: 'api.noData' };
  return json.data === null ? { id: 'api.nullData' } : { data: json.data };
}

/** Words for a body that is not JSON. Of a large one, only the beginning and the end are known. */
function damageOf({ body, contentType }: HttpReply, error: unknown): Sentence {
  const text = body.trim();
  const type = contentType ? ` (${contentType.slice(0, 80)})` : '';
  if (text === '') return { id: 'api.emptyAnswer', values: { type } };
  if (!text.startsWith('{')) return { id: 'api.notJson', values: { type } };
  const isWhole = text.endsWith('}') && !isAtEnd(error, text);
  return { id: isWhole ? 'api.damaged' : 'api.incomplete', values: { type } };
}

/** The engine says at which character it could not go on. A text that was cut after a bracket has nothing wrong before its end. */
function isAtEnd(error: unknown, text: string): boolean {
  const words = error instanceof SyntaxError ? error.message : '';
  return / end of JSON input|^Unterminated/.test(words) || Number(/at position (\d+)/.exec(words)?.[1]) >= text.length;
}
