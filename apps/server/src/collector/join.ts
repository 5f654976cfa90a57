// `belfry collector join`: makes the keys of this collector, and gives the public ones to the server with the token of the site.
import { fail, ok, type Result } from '@belfry/domain/result';
import { ErrorBody } from '@belfry/schema/http/endpoint';
import { joinSite } from '@belfry/schema/http/sites';
import { fingerprintOf, makeKeys } from '../collect/keys.ts';
import { version } from '../config/build.ts';
import { readSiteToken } from '../sites/token.ts';
import { membershipIn, saveMembership } from './membership.ts';
import { fetch, serverAgent } from './server-agent.ts';

export interface Join {
  url: string;
  token: string;
  dataDir: string;
  /** Another collector of this folder is replaced. */
  replace: boolean;
}

/** A text to print, or what went wrong. */
export async function join({ url, token, dataDir, replace }: Join): Promise<Result<string, string>> {
  const server = URL.parse(url);
  if (!server || !/^https?:$/.test(server.protocol))
    return fail(`"${url}" is no address. It must start with http:// or https://.`);
  const known = readSiteToken(token);
  if (!known) return fail('This is not the token of a site. It begins with bfs_ and is shown when a site is added.');
  const before = membershipIn(dataDir);
  if (before && !replace)
    return fail(
      `This folder belongs to the site "${before.name}" already. Use another one, or --replace to give it up.`,
    );
  const keys = makeKeys();
  const shown = { signing: keys.signing.publicKey, sealing: keys.sealing.publicKey };
  const pin = known.pin ?? '';
  const agent = serverAgent(pin);
  try {
    const reply = await fetch(new URL(joinSite.path.slice(1), withSlash(server)), {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: token.trim(), ...shown, version }),
      signal: AbortSignal.timeout(20_000),
    });
    const body: unknown = await reply.json().catch(() => undefined);
    const joined = joinSite.reply.safeParse(body);
    if (!reply.ok || !joined.success)
      return fail(
        `${server.origin} refused: ${ErrorBody.safeParse(body).data?.error ?? `it answered ${reply.status}, which is no answer of Belfry`}`,
      );
    const { site, name, isAccepted } = joined.data;
    saveMembership(dataDir, { server: server.href, pin, site, name, keys });
    const fingerprint = fingerprintOf(shown);
    const next = isAccepted
      ? 'It polls as soon as it runs: belfry collector run'
      : `An administrator must accept this key in Settings → Sites first. Its fingerprint: ${fingerprint}`;
    return ok(`This collector has joined the site "${name}" of ${server.origin}.\nKey: ${fingerprint}\n${next}`);
  } catch (error) {
    const { message, cause } = error as Error;
    return fail(`${server.origin} cannot be reached: ${cause instanceof Error ? cause.message : message}`);
  } finally {
    await agent.close();
  }
}

/** Belfry may be below a path. */
const withSlash = (url: URL): URL => new URL(url.href.endsWith('/') ? url.href : `${url.href}/`);
