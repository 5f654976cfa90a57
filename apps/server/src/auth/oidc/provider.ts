// The identity provider: gives the address for the browser and checks the returned code. The library uses its own HTTP.
// It is the only outbound call that does not use lib/http-client.ts, because the library ties the checks of the
// protocol to it.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { OidcSettings } from '@belfry/schema/http/oidc';
import * as client from 'openid-client';
import * as z from 'zod';
import type { Claims } from './claims.ts';
import { limitedFetch } from './limited-fetch.ts';

const TIMEOUT_S = 15;

type Settings = OidcSettings & { clientSecret: string };

/** Values that must come back unchanged; they are kept on our side. */
export interface Proof {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Provider {
  /** Rejects if the provider cannot be reached or is not an identity provider. */
  start(settings: Settings): Promise<{ url: string; proof: Proof }>;
  /** `search` is the query with which the browser came back. The error is an `oidc_error` value. */
  finish(settings: Settings, search: URLSearchParams, proof: Proof): Promise<Result<Claims, string>>;
}

export function createProvider(): Provider {
  let known: { key: string; config: client.Configuration } | undefined;

  /** Asked once, until the settings it depends on change. */
  const configuration = async ({ issuerUrl, clientId, clientSecret }: Settings): Promise<client.Configuration> => {
    const key = JSON.stringify([issuerUrl, clientId, clientSecret]);
    if (known?.key === key) return known.config;
    const plain = new URL(issuerUrl).protocol === 'http:';
    const config = await client.discovery(
      new URL(issuerUrl),
      clientId,
      undefined,
      clientSecret === '' ? client.None() : client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_S,
        [client.customFetch]: limitedFetch,
        // The library trusts an ID token that came over TLS; we check its signature too.
        execute: [client.enableNonRepudiationChecks, ...(plain ? [client.allowInsecureRequests] : [])],
      },
    );
    known = { key, config };
    return config;
  };

  return {
    async start(settings) {
      const config = await configuration(settings);
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
      return { url: url.href, proof };
    },
    async finish(settings, search, proof) {
      const returned = new URL(settings.redirectUrl);
      returned.search = search.toString();
      try {
        const config = await configuration(settings);
        const tokens = await client.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: proof.verifier,
          expectedState: proof.state,
          expectedNonce: proof.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return fail('missing_id_token');
        // Many providers send groups and addresses only here. Without an answer the ID token is used.
        const more = config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => ({}))
          : {};
        return ok({ ...more, ...claims });
      } catch (error) {
        return fail(errorOf(error));
      }
    },
  };
}

const Failure = z.object({
  code: z.string(),
  cause: z
    .object({
      cause: z
        .object({
          claim: z.string(),
          header: z.object({ alg: z.string() }),
          alg: z.string(),
          body: z.record(z.string(), z.unknown()),
        })
        .partial()
        .catch({}),
    })
    .catch({ cause: {} }),
});

/** By codes and structure, never by the text of a message. */
function errorOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return 'exchange_failed';
  const { code = '', cause = { cause: {} } } = Failure.safeParse(error).data ?? {};
  const { claim, header, alg, body } = cause.cause;
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && claim === 'nonce') return 'invalid_nonce';
  if (header !== undefined || alg !== undefined) return 'invalid_signature_alg';
  if (body !== undefined && !('id_token' in body)) return 'missing_id_token';
  const aboutToken =
    code.startsWith('OAUTH_JWT') || code === 'OAUTH_KEY_SELECTION_FAILED' || code === 'OAUTH_INVALID_RESPONSE';
  return aboutToken ? 'invalid_id_token' : 'exchange_failed';
}
