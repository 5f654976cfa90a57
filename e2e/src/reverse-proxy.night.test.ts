// Sign-in by a reverse proxy: a real nginx authenticates the users, and Belfry trusts only this proxy.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';
import {
  noProxy,
  PROXY_ADDRESS,
  PROXY_SECRET,
  type ReverseProxy,
  SIGNED_OUT,
  startReverseProxy,
} from './reverse-proxy.ts';

const missing = noProxy() ?? noChromium();
let browser: Browser;
let product: RunningProduct;
let proxy: ReverseProxy;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([
    launch(),
    startProduct({
      BELFRY_DEMO: 'true',
      BELFRY_LAB_GUESTS: '20',
      BELFRY_LAB_NODES: '1',
      BELFRY_TRUSTED_PROXIES: PROXY_ADDRESS,
      BELFRY_PROXY_AUTH_SECRET: PROXY_SECRET,
      BELFRY_PROXY_AUTH_LOGOUT_URL: SIGNED_OUT,
    }),
  ]);
  proxy = await startReverseProxy(new URL(product.url).host);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
  await product?.stop();
});

const basic = (name: string) => `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;
/** Sends a request through the proxy, signed in there as `name`. */
const ask = (name: string, path: string, init: RequestInit = {}) =>
  fetch(proxy.url + path, { ...init, headers: { ...init.headers, authorization: basic(name) } });
const statusOf = async (name: string, headers: Record<string, string> = {}) =>
  (await ask(name, '/api/security/status', { headers })).json();

test('a user of the proxy is signed in with their role, sees live figures, and signs out at the proxy', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await openPage(browser, { httpCredentials: { username: 'ada', password: 'ada' } });
  await page.goto(proxy.url);
  await signedIn(page, 'ada');
  const rows = page.locator('[role=treegrid] tbody tr.row');
  await rows.nth(5).waitFor();
  const text = async () => (await rows.allInnerTexts()).join();
  const before = await text();
  await expect.poll(text, { interval: 500 }).not.toBe(before);

  await page.goto(`${proxy.url}/settings/security`);
  await page.getByText('Signed in by the reverse proxy as ada. Admin privileges confirmed.').waitFor();
  const account = page.getByRole('region', { name: 'Authentication' });
  await account.getByText('admin', { exact: true }).waitFor();
  await account.getByText('reverse proxy', { exact: true }).waitFor();
  // a change through the proxy carries the CSRF token of its page
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('script');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText("New API token generated! Save it now - it won't be shown again.").waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(errors).toEqual([]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('Signed out by the proxy').waitFor();
  expect(page.url()).toBe(proxy.url + SIGNED_OUT);
  // the browser is still signed in at the proxy, so Belfry shows no login
  await page.goto(proxy.url);
  await signedIn(page, 'ada');
  await page.context().close();
});

test('the proxy gives the roles; a user without a role may only read', async (ctx) => {
  if (missing) ctx.skip(missing);
  const roles = await Promise.all(['ada', 'olga', 'eve'].map(async (name) => (await statusOf(name)).role));
  expect(roles).toEqual(['admin', 'operator', 'viewer']);
  const forged = { 'x-proxy-user': 'ada', 'x-proxy-roles': 'admin', 'x-proxy-secret': PROXY_SECRET };
  expect(await statusOf('eve', forged)).toMatchObject({ username: 'eve', role: 'viewer', proxyAuthIsAdmin: false });
  expect((await ask('eve', '/api/state')).status).toBe(200);
  expect((await ask('eve', '/api/security/tokens')).status).toBe(403);
  expect((await ask('mallory', '/api/state')).status).toBe(401);
});

test('without the proxy the same headers do not sign in, even with the right secret', async (ctx) => {
  if (missing) ctx.skip(missing);
  const headers = { 'x-proxy-user': 'ada', 'x-proxy-roles': 'admin', 'x-proxy-secret': PROXY_SECRET };
  expect((await fetch(`${product.url}/api/state`, { headers })).status).toBe(401);
  const status = await (await fetch(`${product.url}/api/security/status`, { headers })).json();
  expect(status).toMatchObject({ hasProxyAuth: false, proxyAuthUsername: '' });
  expect(status).not.toHaveProperty('username');
  const { page } = await openPage(browser, { extraHTTPHeaders: headers });
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Sign in to Belfry' }).waitFor();
  await page.context().close();
});

test('a client address in a header counts only where the proxy added it', async (ctx) => {
  if (missing) ctx.skip(missing);
  const claim = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  const [through, cookie] = await securityStatus(proxy.url, { ...claim, authorization: basic('ada') });
  expect(through).toMatchObject({ clientIP: ELSEWHERE, hasHTTPS: false });

  const csrf = /belfry_csrf=([^;]*)/.exec(cookie)?.[1] ?? '';
  const made = await ask('ada', '/api/security/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify({ name: 'past the proxy', scope: 'read' }),
  });
  const { token } = await made.json();
  const [past] = await securityStatus(product.url, { ...claim, 'x-api-token': token });
  expect(past).toMatchObject({ username: 'past the proxy', clientIP: ELSEWHERE, hasHTTPS: false });
});

const ELSEWHERE = '127.0.0.3';

/** The answer to a client at `ELSEWHERE`, and its cookies. */
async function securityStatus(url: string, headers: Record<string, string>): Promise<[unknown, string]> {
  const call = request(`${url}/api/security/status`, { headers, localAddress: ELSEWHERE }).end();
  const [reply] = (await once(call, 'response')) as [IncomingMessage];
  return [await json(reply), String(reply.headers['set-cookie'])];
}
