// Requests to a server without a network, and the parts of the answer that tests read.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type * as z from 'zod';

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** The remote address of the connection. */
  from?: string;
}

export interface Reply {
  status: number;
  /** Empty if the content type of the answer is not JSON. */
  json: Readonly<Record<string, unknown>>;
  /** The body parsed by the schema of the endpoint; throws if it does not fit, or has more fields. */
  read<S extends z.ZodType>(schema: S): z.output<S>;
  text: string;
  headers: LightMyRequestResponse['headers'];
  cookies: Record<string, string>;
}

export type CallRoute = (method: string, url: string, call?: Call) => Promise<Reply>;

export function callerOf(http: FastifyInstance): CallRoute {
  return async (method, url, { body, headers = {}, from = '192.0.2.10' } = {}) => {
    const reply = await http.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress: from,
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = reply.body !== '' && String(reply.headers['content-type']).startsWith('application/json');
    const json: Reply['json'] = isJson ? reply.json() : {};
    return {
      status: reply.statusCode,
      json,
      read(schema) {
        const read = schema.parse(json);
        expect(read).toEqual(json);
        return read;
      },
      text: reply.body,
      headers: reply.headers,
      cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])),
    };
  };
}
