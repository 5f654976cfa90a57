// `belfry collector join`: makes the keys of this collector, and gives the public ones to the server with the token of the site.
import { fail, ok, type Result } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import { ErrorBody } from '@belfry/schema/http/endpoint';
import { joinSite } from '@belfry/schema/http/sites';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { fingerprintOf, makeKeys } from '../collect/keys.ts';
import { version } from '../config/build.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { createLogger } from '../lib/logger.ts';
import { readSiteToken } from '../sites/token.ts';
import { forgetSite, membershipIn, saveMembership, tryFolder } from './membership.ts';
import { fetch, serverAgent } from './server-agent.ts';

export interface Join {
  url: string;
  token: string;
  dataDir: string;
  /** Another collector of this folder is replaced. */
  replace: boolean;
}

interface Giving extends Pick<Join, 'token' | 'dataDir'> {
  server: URL;
  pin: string;
}

/** What to print, or what went wrong. */
export async function join({ url, token, dataDir, replace }: Join): Promise<Result<Sentence, Sentence>> {
  const server = URL.parse(url);
  if (!server || !/^https?:$/.test(server.protocol)) return fail({ id: 'collector.noAddress', values: { url } });
  const known = readSiteToken(token);
  if (!known) return fail({ id: 'collector.noToken' });
  const before = membershipIn(dataDir);
  if (before && !replace) return fail({ id: 'collector.hasSite', values: { name: before.name } });
  const own = before ? lockDataDir({ dataDir, now: Date.now, log: createLogger('silent') }) : undefined;
  // One that runs has the former keys in its memory, and would go on with them.
  if (own?.ok === false) return fail({ id: 'collector.stillRuns', values: { folder: dataDir } });
  try {
    tryFolder(dataDir);
    return await give({ server, token, dataDir, pin: known.pin ?? '' });
  } catch (error) {
    return fail({ id: 'collector.unwritable', values: { folder: dataDir, reason: (error as Error).message } });
  } finally {
    own?.value.release();
  }
}

/** Throws if the folder cannot be written. */
async function give({ server, token, dataDir, pin }: Giving): Promise<Result<Sentence, Sentence>> {
  const keys = makeKeys();
  const shown = { signing: keys.signing.publicKey, sealing: keys.sealing.publicKey };
  const agent = serverAgent(pin);
  let reply: Awaited<ReturnType<typeof fetch>>;
  let body: unknown;
  try {
    reply = await fetch(new URL(joinSite.path.slice(1), withSlash(server)), {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: token.trim(), ...shown, version }),
      signal: AbortSignal.timeout(20_000),
    });
    body = await reply.json().catch(() => undefined);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return fail({ id: 'collector.unreachable', values: { server: server.origin, reason } });
  } finally {
    await agent.close();
  }
  const joined = joinSite.reply.safeParse(body);
  if (!reply.ok || !joined.success)
    return fail({ id: 'collector.refused', values: { server: server.origin, reason: reasonIn(body, reply.status) } });
  const { site, name, isAccepted } = joined.data;
  saveMembership(dataDir, { server: server.href, pin, site, name, keys });
  forgetSite(dataDir);
  const fingerprint = fingerprintOf(shown);
  const next: Sentence = isAccepted
    ? { id: 'collector.accepted', values: { folder: dataDir } }
    : { id: 'collector.notAccepted', values: { fingerprint } };
  return ok({ id: 'collector.joined', values: { ...{ name, fingerprint, next }, server: server.origin } });
}

function reasonIn(body: unknown, status: number): Sentence {
  const refusal = ErrorBody.safeParse(body).data;
  if (!refusal) return { id: 'collector.notBelfry', values: { status } };
  return (refusal.sentence as Sentence | undefined) ?? otherWords(refusal.error);
}

/** Belfry may be below a path. */
const withSlash = (url: URL): URL => new URL(url.href.endsWith('/') ? url.href : `${url.href}/`);
