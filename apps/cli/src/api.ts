// Calls the API of a Belfry with a token, and parses each answer.

import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { text } from 'node:stream/consumers';
import { readBounded } from '@belfry/configuration/bounded-file';
import { type Endpoint, ErrorBody } from '@belfry/schema/http/endpoint';
import type * as z from 'zod';
import { Failure, RefusedFields, Unreachable } from './failure.ts';

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
}

export interface Api {
  /** Throws a Failure whose text says what to do. */
  call<T extends z.ZodType>(endpoint: Called<T>, values?: Values): Promise<z.output<T>>;
}

const PATIENCE_MS = 60_000;

/** Belfry may be served below a path. */
const address = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

export function createApi({ url, token, ca }: Connection): Api {
  async function send(method: string, path: string, body: unknown): Promise<{ status: number; content: string }> {
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
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; content: string }>();
    const options = { method, headers, signal, ...(ca !== undefined && { ca }) };
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(
      address(url) + path,
      options,
      (reply) => {
        text(reply).then((answer) => resolve({ status: reply.statusCode ?? 0, content: answer }), reject);
      },
    );
    request.once('error', reject).end(content);
    return promise;
  }

  return {
    async call({ method, path, reply }, { params = {}, query, body } = {}) {
      const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const asked = query ? `${filled}?${new URLSearchParams(query)}` : filled;
      const { status, content } = await send(method, asked, body).catch((error) => {
        throw new Unreachable(unreachable(error, url));
      });
      const value = parseJson(content);
      if (status >= 400) throw refusal(status, value, token !== undefined);
      const parsed = reply.safeParse(value);
      if (!parsed.success)
        throw new Failure(
          `${address(url)} answered ${asked} with something else than Belfry does. Is it another version, or another program?`,
        );
      return parsed.data;
    },
  };
}

/** The contents of a file that an option or a variable names. */
export function readOption(file: string, option: string): string {
  try {
    return readBounded(file, 1 << 20).trim();
  } catch (error) {
    throw new Failure(`${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parseJson(content: string): unknown {
  if (content === '') return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function unreachable(error: Error & { code?: string }, url: URL): string {
  const { code = '' } = error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `${address(url)} did not answer in ${PATIENCE_MS / 1000} s.`;
  if (code.includes('CERT') || code.includes('SIGNATURE') || code.includes('ISSUER'))
    return `The certificate of ${address(url)} is not trusted (${code}). If it is Belfry's own, name its file with --ca or BELFRY_CA: in the data directory, tls/self-signed.crt.`;
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${address(url)}. Does Belfry run? --url or BELFRY_URL gives another address.`;
  if (code === 'ENOTFOUND') return `The name ${url.hostname} is not known. --url or BELFRY_URL gives another address.`;
  return `${address(url)} cannot be reached (${code || error.message}).`;
}

function refusal(status: number, value: unknown, hasToken: boolean): Failure {
  const body = ErrorBody.safeParse(value).data;
  const text = refused(status, body, hasToken);
  return body?.details ? new RefusedFields(text, body.details) : new Failure(text);
}

function refused(status: number, body: ErrorBody | undefined, hasToken: boolean): string {
  const details = Object.entries(body?.details ?? {}).map(([field, text]) => `\n  ${field}: ${text}`);
  if (status === 401)
    return hasToken
      ? 'The token is not valid. Make one in the settings under Security, and give it with BELFRY_TOKEN.'
      : 'Belfry asks for a token. Make one in the settings under Security, and give it with BELFRY_TOKEN or BELFRY_TOKEN_FILE.';
  if (status === 403) return `The token may not do this: ${body?.error ?? 'its scope is too small'}`;
  return `${body?.error ?? `Belfry answered with status ${status}`}${details.join('')}`;
}
