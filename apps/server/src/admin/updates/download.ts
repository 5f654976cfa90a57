// Downloads a file of a release. Only its size and its address are limited here: its signature decides whether it is used.
import { open, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { HttpClient } from '../../lib/http-client.ts';

/** Much longer than an archive takes on a slow line. */
const TIMEOUT_MS = 20 * 60_000;
const MAX_REDIRECTS = 3;

/** A code host sends the files of its releases from another host. No other redirect to another host is followed. */
const sendsFrom: Readonly<Record<string, string>> = { 'github.com': '.githubusercontent.com' };

interface Wanted {
  url: string;
  /** It must not exist. */
  file: string;
  maxBytes: number;
  /** Called with the number of bytes so far. */
  progress?(bytes: number): void;
}

/** The size. The error is for an administrator; then there is no file. */
export type Download = (wanted: Wanted) => Promise<Result<number, string>>;

function mayFollow(from: URL, to: URL): boolean {
  if (to.protocol !== 'https:' || to.username !== '' || to.password !== '') return false;
  if (to.host === from.host) return true;
  const allowed = sendsFrom[from.host];
  return allowed !== undefined && to.port === '' && to.hostname.endsWith(allowed);
}

export const createDownload =
  (client: Pick<HttpClient, 'send'>, version: string, signal: AbortSignal): Download =>
  async ({ url, file, maxBytes, progress }) => {
    const handle = await open(file, 'wx', 0o600);
    let size = 0;
    const receive = async (at: URL, redirects: number): Promise<Result<number, string>> => {
      const { origin, pathname, search } = at;
      const reply = await client.send({
        ...{
          method: 'GET',
          origin,
          path: `${pathname}${search}`,
          timeoutMs: TIMEOUT_MS,
          maxBodyBytes: maxBytes,
          signal,
        },
        headers: { accept: 'application/octet-stream', 'user-agent': `belfry/${version}` },
        async sink(chunk) {
          await handle.write(chunk);
          size += chunk.length;
          progress?.(size);
        },
      });
      if (!reply.ok) return fail(reply.error.message);
      const { status, reason, location } = reply.value;
      if (status === 200) return ok(size);
      if (status < 300 || status > 399 || location === undefined)
        return fail(`${origin} answered ${status} ${reason} to the request for ${pathname}.`);
      const next = URL.parse(location, at);
      if (!next || !mayFollow(at, next))
        return fail(`${origin} redirects to another host, ${next?.host ?? location}, which is not followed.`);
      return redirects > 0 ? receive(next, redirects - 1) : fail(`${origin} redirects too often.`);
    };
    try {
      const received = await receive(new URL(url), MAX_REDIRECTS);
      if (received.ok) await handle.sync();
      else await rm(file, { force: true });
      return received;
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  };
