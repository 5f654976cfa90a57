// Requests to a server without a network, and what tests look at in the answer.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** Address of the other end of the line. */
  from?: string;
}

export interface Reply {
  status: number;
  /** Undefined unless the answer says that it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it.
  json: any;
  text: string;
  headers: LightMyRequestResponse['headers'];
  cookies: Record<string, string>;
}

export type Caller = (method: string, url: string, call?: Call) => Promise<Reply>;

export function callerOf(http: FastifyInstance): Caller {
  return async (method, url, { body, headers = {}, from = '192.0.2.10' } = {}) => {
    const reply = await http.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress: from,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = reply.body !== '' && String(reply.headers['content-type']).startsWith('application/json');
    return {
      status: reply.statusCode,
      json: isJson ? reply.json() : undefined,
      text: reply.body,
      headers: reply.headers,
      cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])),
    };
  };
}
