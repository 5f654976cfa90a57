// Calls of machines of a site, which its collector passes on. Each goes through the route, the limits and the checks of a direct call. The
// site stands where a direct call has the address of its connection: no connection of a network can have such an address.
import type { CollectDown } from '@belfry/schema/collect/down';
import { passedOn } from '@belfry/schema/collect/passed-on';
import type { CollectUp } from '@belfry/schema/collect/up';
import { type ErrorCode, errors } from '@belfry/schema/errors';
import type { Endpoint } from '@belfry/schema/http/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBody } from '../http/reply.ts';

export type PassedCall = Extract<CollectUp, { type: 'call' }>;
type Reply = Extract<CollectDown, { type: 'reply' }>;

const PREFIX = 'site:';
/** A collector sends no more at once. */
const MAX_AT_ONCE = 200;
/** The longest answer is the script that sets up a host. */
const MAX_BODY = 1 << 20;

/** The id of the site whose collector passed the request on. */
export function passedOnBy(request: FastifyRequest): string | undefined {
  const { remoteAddress = '' } = request.socket;
  return remoteAddress.startsWith(PREFIX) ? remoteAddress.slice(PREFIX.length) : undefined;
}

export function createPassedCalls(http: () => Pick<FastifyInstance, 'inject' | 'below'> | undefined) {
  const running = new Map<string, number>();

  async function call(site: string, { id, what, params, query, token, body }: PassedCall): Promise<Reply> {
    const server = http();
    if (!server) return failed(id, 'unavailable');
    const { method, path, access }: Endpoint = passedOn[what];
    // A step upwards is not encoded, and would lead to another route.
    if (Object.values(params).some((value) => /^\.{1,2}$/.test(value))) return failed(id, 'bad_request');
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const { statusCode, headers, payload } = await server.inject({
      method,
      url: `${server.below}${filled}${query === '' ? '' : `?${query}`}`,
      headers: {
        // A script has a code of its own, and is never let in by the token of an administrator.
        ...(token !== '' && access === 'agent' && { 'x-api-token': token }),
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
      ...(body !== '' && { payload: body }),
      remoteAddress: PREFIX + site,
    });
    if (payload.length > MAX_BODY) return failed(id, 'internal_error');
    const retryAfter = headers['retry-after'];
    return {
      ...{ type: 'reply', id, status: statusCode, body: payload },
      contentType: String(headers['content-type'] ?? 'application/json'),
      ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    };
  }

  return async (site: string, passed: PassedCall): Promise<Reply> => {
    const count = running.get(site) ?? 0;
    if (count >= MAX_AT_ONCE) return failed(passed.id, 'rate_limited');
    running.set(site, count + 1);
    try {
      return await call(site, passed);
    } catch {
      return failed(passed.id, 'internal_error');
    } finally {
      const left = (running.get(site) ?? 1) - 1;
      if (left === 0) running.delete(site);
      else running.set(site, left);
    }
  };
}

const failed = (id: string, code: ErrorCode): Reply => ({
  ...{ type: 'reply', id, status: errors[code].status },
  ...{ body: JSON.stringify(errorBody({ code })), contentType: 'application/json' },
});
