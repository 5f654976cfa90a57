// Fetches the list of releases from the address the administrator gave.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { HttpClient } from '../../lib/http-client.ts';
import { parseReleases, type Release } from './releases.ts';

const TIMEOUT_MS = 30_000;

/** The error is for an administrator. */
export type Feed = () => Promise<Result<Release[], string>>;

export const createFeed =
  (client: Pick<HttpClient, 'send'>, address: string, version: string, signal: AbortSignal): Feed =>
  async () => {
    const { origin, pathname, search } = new URL(address);
    const headers = { accept: 'application/json', 'user-agent': `belfry/${version}` };
    const request = { method: 'GET' as const, origin, path: `${pathname}${search}`, headers };
    const reply = await client.send({ ...request, timeoutMs: TIMEOUT_MS, signal });
    if (!reply.ok) return fail(reply.error.message);
    const { status, reason, body } = reply.value;
    if (status !== 200) return fail(`${origin} answered ${status} ${reason} to the question for releases.`);
    const releases = parseReleases(body);
    return releases ? ok(releases) : fail(`${origin} answered with something that is no list of releases.`);
  };
