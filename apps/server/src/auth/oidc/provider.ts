// The identity provider: gives the address for the browser and checks the returned code. The library uses its own HTTP.
// It is the only outbound call that does not use lib/http-client.ts, because the library ties the checks of the
// protocol to it.

import { foreignJson } from '@belfry/domain/foreign-json';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { OidcSettings } from '@belfry/schema/http/oidc';
import * as client from 'openid-client';
import * as z from 'zod';
import type { Claims } from './claims.ts';
import { type ClientAuthentication, createClientAuthentication } from './client-authentication.ts';
import { type Failure, failure, failureOf } from './failure.ts';
import { limitedFetch } from './limited-fetch.ts';

const TIMEOUT_S = 15;
/** Clocks of two machines differ by some seconds even where both are kept right. */
const CLOCK_TOLERANCE_S = 60;

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
type Settings = OidcSettings & { clientSecret: string };

/** Values that must come back unchanged; they are kept on our side. */
export interface Proof {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider said about a person. */
export interface Told {
  claims: Claims;
  /** Names the person again when they sign out. */
  idToken: string;
  /** Why its user endpoint, which may know more, was not read. */
  userInfo?: Failure;
}

interface Known {
  key: string;
  config: client.Configuration;
  authentication: ClientAuthentication;
}

export function createProvider() {
  let known: Known | undefined;

  /** Asked once, until the settings it depends on change or something fails. */
  const provider = async (settings: Settings): Promise<Known> => {
    const key = JSON.stringify([settings.issuerUrl, settings.clientId, settings.clientSecret]);
    if (known?.key === key) return known;
    const authentication = createClientAuthentication(settings.clientSecret);
    const config = await discover(settings, authentication);
    known = { key, config, authentication };
    return known;
  };

  const told = async ({ config }: Known, tokens: Tokens): Promise<Told> => {
    const claims = tokens.claims();
    const { id_token: idToken } = tokens;
    if (!claims || !idToken) throw new Error('the answer has no ID token');
    if (!config.serverMetadata().userinfo_endpoint) return { claims, idToken };
    // Many providers send groups and addresses only here.
    try {
      const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return { claims: { ...more, ...claims }, idToken };
    } catch (error) {
      return { claims, idToken, userInfo: failure('user_info_failed', (await failureOf(error)).says) };
    }
  };

  return {
    /** The error says why the provider cannot be reached or is not an identity provider. */
    async start(settings: Settings): Promise<Result<{ url: string; proof: Proof }, Failure>> {
      try {
        const { config } = await provider(settings);
        const proof = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: settings.redirectUrl,
          scope: [...new Set(['openid', ...settings.scopes])].join(' '),
          state: proof.state,
          nonce: proof.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
          code_challenge_method: 'S256',
        });
        return ok({ url: url.href, proof });
      } catch (error) {
        known = undefined;
        return fail({ ...(await failed(error, settings)), code: 'oidc_init_failed' });
      }
    },
    /** `search` is the query with which the browser came back. */
    async finish(settings: Settings, search: URLSearchParams, proof: Proof): Promise<Result<Told, Failure>> {
      const returned = new URL(settings.redirectUrl);
      returned.search = search.toString();
      const exchange = async (asked: Known): Promise<Tokens> => {
        const way = asked.authentication.way();
        try {
          return await client.authorizationCodeGrant(asked.config, returned, {
            pkceCodeVerifier: proof.verifier,
            expectedState: proof.state,
            expectedNonce: proof.nonce,
            idTokenExpected: true,
          });
        } catch (error) {
          // The provider refused us and not the code, which can be used once more.
          if ((await failureOf(error)).code === 'client_refused' && asked.authentication.next(way))
            return exchange(asked);
          throw error;
        }
      };
      try {
        const found = await provider(settings);
        return ok(await told(found, await exchange(found)));
      } catch (error) {
        const why = await failed(error, settings);
        // what the provider announces may have changed
        if (why.code !== 'code_refused') known = undefined;
        return fail(why);
      }
    },
    /**
     * Where the browser signs out: the logout URL of the settings. If it is the one that the provider announces, it gets what
     * brings the browser back. Empty where none is set.
     */
    async signOutUrl(settings: Settings, idToken: string | undefined): Promise<string> {
      if (settings.logoutUrl === '') return '';
      const found = await provider(settings).catch(() => undefined);
      const announced = URL.parse(found?.config.serverMetadata().end_session_endpoint ?? '');
      const url = new URL(settings.logoutUrl);
      if (announced?.origin !== url.origin || announced.pathname !== url.pathname) return url.href;
      const parameters = {
        client_id: settings.clientId,
        ...(idToken !== undefined && { id_token_hint: idToken }),
        // the start page of Belfry, whose callback is two folders below it
        post_logout_redirect_uri: new URL('../../', settings.redirectUrl).href,
      };
      // what an administrator set stays
      for (const [name, value] of Object.entries(parameters))
        if (!url.searchParams.has(name)) url.searchParams.set(name, value);
      return url.href;
    },
  };
}

/** Nobody reads the secret in the words of a provider. */
async function failed(error: unknown, { clientSecret }: Settings): Promise<Failure> {
  const { code, says } = await failureOf(error);
  return failure(code, clientSecret === '' ? says : says.replaceAll(clientSecret, '***'));
}

async function discover(
  { issuerUrl, clientId }: Settings,
  { authenticate }: ClientAuthentication,
): Promise<client.Configuration> {
  const server = new URL(issuerUrl);
  const config = await client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_S },
    authenticate,
    {
      timeout: TIMEOUT_S,
      [client.customFetch]: metadataFetch,
      // The library trusts an ID token that came over TLS; we check its signature too.
      execute: [
        client.enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  config[client.customFetch] = limitedFetch;
  return config;
}

/** A provider that does not list how it signs answers about users may sign them as it signs ID tokens. */
const metadataFetch = async (url: string, options?: Partial<client.CustomFetchOptions>): Promise<Response> => {
  const answer = await limitedFetch(url, options);
  const text = await answer.text();
  const metadata = Metadata.safeParse(foreignJson(text)).data;
  const { status, statusText, headers } = answer;
  if (!metadata) return new Response(text, { status, statusText, headers });
  const algorithms = metadata.userinfo_signing_alg_values_supported ?? metadata.id_token_signing_alg_values_supported;
  return Response.json(
    { ...metadata, userinfo_signing_alg_values_supported: algorithms ?? ['RS256'] },
    { status, statusText },
  );
};

const Algorithms = z.array(z.string()).optional();
const Metadata = z.looseObject({
  userinfo_signing_alg_values_supported: Algorithms,
  id_token_signing_alg_values_supported: Algorithms,
});
