// A proxy in front of Belfry with a sign-in of its own, whose session ends while a page is open.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([launch(), startProduct({ BELFRY_TRUSTED_PROXIES: '127.0.0.1' })]);
  await setUp(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const PORTAL = '<title>Portal</title>';

/** How it answers without a session: as Authelia and others send a browser to their portal, or as others show it in place. */
type Answer = 'redirect' | 'page' | 'credentials';

async function portal(upstream: string, how: Answer) {
  const { port } = new URL(upstream);
  const sockets = new Set<Socket>();
  let session = true;
  const head = { redirect: 302, page: 200, credentials: 401 }[how];
  const own = createServer((_, answer) => answer.end(PORTAL));
  await once(own.listen(0, '127.0.0.2'), 'listening');
  const location = `http://127.0.0.2:${(own.address() as AddressInfo).port}/?rd=x`;
  const server = createServer((asked, answer) => {
    if (!session) {
      answer.writeHead(head, { 'content-type': 'text/html', ...(how === 'redirect' && { location }) });
      return answer.end(PORTAL);
    }
    const passed = request({ port, path: asked.url, method: asked.method, headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    return asked.pipe(passed);
  });
  server.on('upgrade', ({ url, headers }, socket: Socket) => {
    if (!session) return socket.end(`HTTP/1.1 ${head} No\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
    const passed = connect(Number(port), '127.0.0.1', () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      passed.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      passed.pipe(socket).pipe(passed);
    });
    for (const end of [socket, passed]) {
      end.on('error', () => {});
      end.on('close', () => {
        socket.destroy();
        passed.destroy();
      });
    }
    return sockets.add(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** `cut`: the open connections end too. */
    end(cut: boolean) {
      session = false;
      if (cut) for (const socket of sockets) socket.destroy();
    },
    signIn() {
      session = true;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      for (const each of [server, own]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}

test.for([
  ['redirect', true],
  ['page', true],
  ['credentials', true],
  ['redirect', false],
] as const)(
  'a session of the proxy that ends (%s, connections cut: %s): the page offers to sign in again, and is live after that',
  async ([how, cut], ctx) => {
    if (missing) ctx.skip(missing);
    const proxy = await portal(product.url, how);
    ctx.onTestFinished(proxy.stop);
    const { page } = await openPage(browser);
    await page.goto(`${proxy.url}/settings/security`);
    await signIn(page);
    await signedIn(page);
    proxy.end(cut);
    // the page asks for the audit log from time to time
    const strip = page.getByRole('alert').filter({ hasText: 'The proxy asks you to sign in again' });
    await strip.waitFor();
    await expect.poll(() => page.getByText('Connection lost').count()).toBe(0);
    // the button goes by itself when the page asks after the sign-in
    await strip.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => page.title()).toBe('Portal');
    proxy.signIn();
    await page.goto(`${proxy.url}/settings/security`);
    await signedIn(page);
    await expect.poll(() => page.title()).not.toBe('Portal');
    await expect.poll(() => strip.count()).toBe(0);
    await page.context().close();
  },
);
