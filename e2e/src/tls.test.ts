// Belfry serves HTTPS itself, with a certificate that it made: sign-in, live figures, and the redirect from HTTP.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { freePort, type RunningProduct, startProduct } from './product.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;
let redirectPort: number;

beforeAll(async () => {
  if (missing) return;
  redirectPort = await freePort();
  [browser, product] = await Promise.all([
    launch(),
    startProduct({ BELFRY_TLS_SELF_SIGNED: 'true', BELFRY_HTTP_REDIRECT_PORT: `${redirectPort}` }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const certificate = () => readFileSync(path.join(product.dataDir, 'tls/self-signed.crt'), 'utf8');

test('the start prints the fingerprint, and who trusts the certificate is connected without a warning', async (ctx) => {
  if (missing) ctx.skip(missing);
  await expect.poll(product.output).toContain(new X509Certificate(certificate()).fingerprint256);
  const status = await new Promise((settle, refuse) => {
    get(new URL('/api/health', product.url), { ca: certificate() }, (reply) => settle(reply.resume().statusCode)).once(
      'error',
      refuse,
    );
  });
  expect(status).toBe(200);
});

test('a browser that comes by HTTP arrives at HTTPS, signs in with a cookie for HTTPS only, and is live', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await openPage(browser, { ignoreHTTPSErrors: true });
  const bootstrapToken = readFileSync(path.join(product.dataDir, 'bootstrap-token'), 'utf8').trim();
  const data = { username: 'admin', password: PASSWORD, bootstrapToken };
  const reply = await page.request.post(`${product.url}/api/security/quick-setup`, { data });
  expect(reply.ok()).toBe(true);
  await page.context().clearCookies();

  await page.goto(`http://127.0.0.1:${redirectPort}/storage`);
  expect(new URL(page.url()).origin).toBe(product.url);
  const socket = page.waitForEvent('websocket');
  await signIn(page);
  await signedIn(page);
  expect((await socket).url()).toMatch(/^wss:/);
  const session = (await page.context().cookies()).find(({ name }) => name === '__Host-belfry_session');
  expect(session).toMatchObject({ secure: true, httpOnly: true });
  expect(errors.filter((text) => !text.includes('401'))).toEqual([]);
});
