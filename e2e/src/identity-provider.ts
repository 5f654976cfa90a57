// An OpenID provider with accounts, an attacker who changes its answers in transit, and its pages in a browser.
import type { Page } from 'playwright-core';
import { startOpenIdProvider } from '../../apps/server/src/auth/testing/openid-provider.ts';

export const SECRET = 'a client secret';

/** Claims by the name that is entered at the login, which is also their `sub`. */
const accounts: Readonly<Record<string, Record<string, unknown>>> = {
  pat: { preferred_username: 'pat', email: 'pat@example.test', email_verified: true, groups: ['Ops', 'staff'] },
  sam: { preferred_username: 'sam', email: 'sam@elsewhere.test', email_verified: true, groups: ['staff'] },
  'no-mail': { preferred_username: 'no-mail', groups: ['staff'] },
  /** No claim that could be a user name. */
  ' ': {},
};

/** What is changed in transit: the ID token of the answer, or the nonce of the request. */
type Tampering = 'nothing' | 'id-token-removed' | 'id-token-forged' | 'nonce-replaced';

export interface IdentityProvider {
  issuer: string;
  tamper(what: Tampering): void;
  stop(): Promise<void>;
}

/** Has the clients `belfry` and `belfry-hs256`; the ID tokens of the second are signed with its secret. */
export async function startIdentityProvider(redirectUrl: string): Promise<IdentityProvider> {
  const back = new URL('/', redirectUrl).href;
  const client = { client_secret: SECRET, redirect_uris: [redirectUrl], post_logout_redirect_uris: [back] };
  const hs256 = { ...client, client_id: 'belfry-hs256', id_token_signed_response_alg: 'HS256' as const };
  let tampering: Tampering = 'nothing';
  const { issuer, stop } = await startOpenIdProvider(
    [{ ...client, client_id: 'belfry' }, hs256],
    (name) => accounts[name] ?? {},
    async (context, next) => {
      if (tampering === 'nonce-replaced') context.url = context.url.replace(/nonce=[^&]+/, 'nonce=replaced');
      await next();
      const reply = context.body as { id_token?: string };
      if (context.path !== '/token' || !reply.id_token) return;
      if (tampering === 'id-token-forged') reply.id_token = forge(reply.id_token);
      if (tampering === 'id-token-removed') delete reply.id_token;
    },
  );

  return {
    issuer,
    tamper(what) {
      tampering = what;
    },
    stop,
  };
}

/** The same token for another user, with its old signature. */
function forge(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url'), signature].join('.');
}

const agree = (page: Page) => page.getByRole('button', { name: 'Continue' });

async function enterName(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await agree(page).waitFor();
}

/** Signs in on the pages of the provider, and consents to the scopes that Belfry asks for. */
export async function signInAtProvider(page: Page, name: string): Promise<void> {
  await enterName(page, name);
  await agree(page).click();
}

/** The same up to the last step: gives the address to which the provider redirects, without going there. */
export async function addressBack(page: Page, name: string): Promise<string> {
  await enterName(page, name);
  const step = { form: { prompt: 'consent' }, maxRedirects: 0 };
  const agreed = await page.request.post((await page.locator('form').getAttribute('action')) ?? '', step);
  const last = await page.request.get(agreed.headers().location ?? '', { maxRedirects: 0 });
  return last.headers().location ?? '';
}
