// Calls the API of a Belfry with a token, and parses each answer.

import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { readBounded } from '@belfry/configuration/bounded-file';
import { foreignJson } from '@belfry/domain/foreign-json';
import { otherWords } from '@belfry/domain/sentences/english';
import { type Endpoint, ErrorBody } from '@belfry/schema/http/endpoint';
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import { Failure, RefusedFields, Unreachable } from './failure.ts';
import { say } from './language/said.ts';
import { messages } from './messages/calls.ts';

/** `url`: where Belfry is. `token` is sent as `X-API-Token`. `ca`: the PEM text of a certificate to trust besides the usual ones. */
export interface Connection {
  url: URL;
  token: string | undefined;
  ca: string | undefined;
}

/** What a call needs of an endpoint. */
type Called<T extends z.ZodType> = Pick<Endpoint, 'method' | 'path'> & { reply: T };

interface Values {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** For the whole answer, where the server needs longer than for others. */
  patienceMs?: number;
}

export interface Api {
  /** A file. Throws as `call` does. */
  download(endpoint: Pick<Endpoint, 'method' | 'path'>, values?: Values): Promise<Buffer>;
  /** Throws a Failure whose text says what to do. */
  call<T extends z.ZodType>(endpoint: Called<T>, values?: Values): Promise<z.output<T>>;
}

const PATIENCE_MS = 60_000;

/** Belfry may be served below a path. */
const address = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

export function createApi({ url, token, ca }: Connection): Api {
  async function send(
    method: string,
    path: string,
    body: unknown,
    patienceMs = PATIENCE_MS,
  ): Promise<{ status: number; content: Buffer }> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      'user-agent': 'belfry-cli',
      ...(token !== undefined && { 'x-api-token': token }),
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      }),
    };
    const signal = AbortSignal.timeout(patienceMs);
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; content: Buffer }>();
    const options = { method, headers, signal, ...(ca !== undefined && { ca }) };
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(
      address(url) + path,
      options,
      (reply) => {
        buffer(reply).then((answer) => resolve({ status: reply.statusCode ?? 0, content: answer }), reject);
      },
    );
    request.once('error', reject).end(content);
    return promise;
  }

  async function ask(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    { params = {}, query, body, patienceMs }: Values,
  ) {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const asked = query ? `${filled}?${new URLSearchParams(query)}` : filled;
    const { status, content } = await send(method, asked, body, patienceMs).catch((error) => {
      throw new Unreachable(unreachable(error, url));
    });
    if (status >= 400) throw refusal(status, foreignJson(content.toString()), token !== undefined);
    return { asked, content };
  }

  return {
    async download(endpoint, values = {}) {
      return (await ask(endpoint, values)).content;
    },
    async call({ reply, ...endpoint }, values = {}) {
      const { asked, content } = await ask(endpoint, values);
      // A file is no JSON.
      const value = values.query?.format !== undefined ? content.toString() : foreignJson(content.toString());
      const parsed = reply.safeParse(value);
      if (!parsed.success) throw new Failure(messages.otherProgram(address(url), asked));
      return parsed.data;
    },
  };
}

/** The contents of a file that an option or a variable names. */
export function readOption(file: string, option: string): string {
  try {
    return readBounded(file, 1 << 20).trim();
  } catch (error) {
    throw new Failure(messages.unreadable(option, file, `${(error as NodeJS.ErrnoException).code}`));
  }
}

function unreachable(error: Error & { code?: string }, url: URL): string {
  const { code = '' } = error;
  const at = address(url);
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return messages.late(at, PATIENCE_MS / 1000);
  if (code.includes('CERT') || code.includes('SIGNATURE') || code.includes('ISSUER'))
    return messages.untrusted(at, code);
  if (code === 'ECONNREFUSED') return messages.nothingThere(at);
  if (code === 'ENOTFOUND') return messages.unknownName(url.hostname);
  return messages.unreachable(at, code || error.message);
}

function refusal(status: number, value: unknown, hasToken: boolean): Failure {
  const body = ErrorBody.safeParse(value).data;
  const reasons = reasonsOf(body);
  const text = refused(status, body, hasToken);
  if (reasons === undefined || status === 401 || status === 403) return new Failure(text);
  const fields = Object.entries(reasons).map(([field, reason]) => `\n  ${field}: ${say(reason, '')}`);
  return new RefusedFields(text + fields.join(''), reasons);
}

/** What is wrong with each field; an older server says it in English only. */
function reasonsOf(body: ErrorBody | undefined): Record<string, WireSentence> | undefined {
  if (body?.details === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(body.details).map(([field, text]) => [field, body.reasons?.[field] ?? otherWords(text)]),
  );
}

function refused(status: number, body: ErrorBody | undefined, hasToken: boolean): string {
  const reason = body && say(body.sentence, body.error);
  if (status === 401) return hasToken ? messages.wrongToken : messages.noToken;
  if (status === 403) return messages.notAllowed(reason ?? messages.smallScope);
  return reason ?? messages.status(status);
}
