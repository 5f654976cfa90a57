// The kind and the message of an error, by the status of the answer. The message is for an administrator.

import { oneLine } from '@belfry/domain/foreign-text';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { HttpReply } from '../../lib/http-client.ts';
import type { Credentials, Product } from './product.ts';

/** The host answers with these statuses if it could not forward a call to another node. */
const isForwardFailure = (status: number): boolean => status >= 595 && status <= 599;

/** The error text of Backup Server. It uses the same status for this and for a wrong parameter. */
const NO_DAEMON = /^client error \(Connect\)/;
const NOT_THERE = /^ENOENT\b/;

const loginName = (c: Credentials): string => (c.by === 'token' ? `token ${c.id}` : `user ${c.user}`);

export function statusError(reply: HttpReply, call: string, product: Product, credentials: Credentials): SourceError {
  const { status } = reply;
  const who = loginName(credentials);
  const words = oneLine(wordsOf(reply));
  const said = words ? ` It said: ${words.slice(0, 200)}` : '';
  if (status === 401)
    return {
      kind: 'auth',
      status,
      message: `${call}: the host does not accept the ${who}. Check id and secret.${said}`,
    };
  if (status === 403) {
    const both = credentials.by === 'token' ? ' A token with separated privileges needs it as well as its user.' : '';
    return {
      kind: 'forbidden',
      status,
      message: `${call}: the ${who} lacks a privilege. ${product.rights}${both}${said}`,
    };
  }
  if (status === 429)
    return { kind: 'rate-limited', status, message: `${call}: the host asks for fewer calls (429).${said}` };
  if (status === 400 && NO_DAEMON.test(words))
    return { kind: 'unreachable', status, message: `${call}: the API service behind the web server is down.${said}` };
  if (status === 400 && NOT_THERE.test(words))
    return { kind: 'bad-status', status, isMissing: true, message: `${call}: this does not exist.${said}` };
  if (isForwardFailure(status))
    return { kind: 'bad-status', status, message: `${call}: the node that should answer is out of reach (${status}).` };
  return { kind: 'bad-status', status, message: `${call}: the host answered ${status}.${said}` };
}

/**
 * PVE and PMG send the error text in the reason phrase. PBS sends it as plain text in the body, with a standard phrase.
 */
const wordsOf = ({ body, reason }: HttpReply): string => (/^\s*(?:$|[{<])/.test(body) ? reason : body.trim());

export const badPayload = (call: string, what: string): SourceError => ({
  kind: 'bad-payload',
  message: `${call}: ${what}`,
});

/**
 * The `data` of an answer, or what is wrong with the answer. A web page with status 200 comes from a login form or a proxy, not
 * from the API. The API never answers a reading call with null.
 */
export function readEnvelope(reply: HttpReply): { data: unknown } | string {
  let json = reply.parsed?.value;
  try {
    if (!reply.parsed) json = JSON.parse(reply.body);
  } catch (error) {
    return damageOf(reply, error);
  }
  if (typeof json !== 'object' || json === null || !('data' in json))
    return 'the answer has no "data". Is this the address of a Proxmox host?';
  return json.data === null ? 'the answer is empty: its "data" is null.' : { data: json.data };
}

/** Words for a body that is not JSON. Of a large one, only the beginning and the end are known. */
function damageOf({ body, contentType }: HttpReply, error: unknown): string {
  const text = body.trim();
  const kind = contentType ? ` (${contentType.slice(0, 80)})` : '';
  if (text === '') return `the answer is empty${kind}.`;
  if (!text.startsWith('{'))
    return `the answer is not JSON${kind}. Is this the address of the API, and not of a proxy or web page?`;
  return text.endsWith('}') && !isAtEnd(error, text)
    ? `the answer is damaged: it begins as JSON${kind} and cannot be read.`
    : `the answer is incomplete: its JSON${kind} ends in the middle.`;
}

/** The engine says at which character it could not go on. A text that was cut after a bracket has nothing wrong before its end. */
function isAtEnd(error: unknown, text: string): boolean {
  const words = error instanceof SyntaxError ? error.message : '';
  return / end of JSON input|^Unterminated/.test(words) || Number(/at position (\d+)/.exec(words)?.[1]) >= text.length;
}
