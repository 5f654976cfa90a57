// The real product with several people in browsers of their own, whom a proxy in front signs in.
import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';

export interface People {
  product: RunningProduct;
  /** A browser of its own for this user, at `path`. An error in its console fails the test unless it is `expected`. */
  open(user: string, role: 'admin' | 'operator' | 'viewer', path: string, expected?: RegExp): Promise<Page>;
  /** Calls the API as an administrator. Throws where the answer is an error. */
  api(method: string, path: string, body?: object): Promise<unknown>;
}

export async function withPeople(ctx: TestContext, env: Record<string, string> = {}): Promise<People> {
  const missing = noChromium();
  if (missing) ctx.skip(missing);
  const product = await startProduct({ ...env, BELFRY_TRUSTED_PROXIES: '127.0.0.1', BELFRY_PROXY_AUTH_SECRET: 's' });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
  });
  const headersOf = (user: string, role: string) => ({
    ...{ 'X-Proxy-Secret': 's', 'X-Proxy-User': user, 'X-Proxy-Roles': role },
  });
  return {
    product,
    async open(user, role, path, expected) {
      const { page, errors } = await openPage(browser, { extraHTTPHeaders: headersOf(user, role) });
      ctx.onTestFinished(() => expect(errors.filter((error) => !expected?.test(error))).toEqual([]));
      await page.goto(new URL(path, product.url).href);
      return page;
    },
    async api(method, path, body) {
      const send = (token = '') =>
        fetch(new URL(path, product.url), {
          method,
          headers: { 'content-type': 'application/json', 'x-csrf-token': token, ...headersOf('script', 'admin') },
          ...(body && { body: JSON.stringify(body) }),
        });
      let reply = await send();
      // The refusal of the first one brings the token of this user.
      if (reply.status === 403)
        reply = await send(/belfry_csrf=([^;]*)/.exec(reply.headers.get('set-cookie') ?? '')?.[1]);
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}
