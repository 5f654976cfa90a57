import { expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { pageBelow, withoutPrefix } from './prefix.ts';
import { createServer } from './server.ts';

test.for<[asked: string, seen: string]>([
  ['/belfry/api/state?x=1', '/api/state?x=1'],
  ['/belfry', '/'],
  ['/belfry/', '/'],
  ['/belfry?a=1', '/?a=1'],
  ['/api/state', '/api/state'],
  ['/belfryx/api', '/belfryx/api'],
  ['/belfry/belfry/api', '/belfry/api'],
  ['/x/belfry/api', '/x/belfry/api'],
])('below /belfry, %s is %s, whether the proxy removes the prefix or not', ([asked, seen]) => {
  expect(withoutPrefix('/belfry')(asked)).toBe(seen);
});

test('without a prefix each address is what it is', () => {
  for (const url of ['/', '/belfry/api', '//a', '']) expect(withoutPrefix('')(url)).toBe(url);
});

test('the page names its files, and itself, below the prefix', () => {
  const page =
    '<html lang="en"><link href="/belfry.svg"><script>["/assets/a.js","/assets/b.js"]</script>"/other"<style>url(/assets/a.woff2)</style>';
  expect(pageBelow('/x', page)).toBe(
    '<html data-base="/x" lang="en"><link href="/x/belfry.svg"><script>["/x/assets/a.js","/x/assets/b.js"]</script>"/other"<style>url(/x/assets/a.woff2)</style>',
  );
});

test('both addresses of a route have one answer', async () => {
  const app = createServer(createLogger('silent'), { below: '/belfry' });
  app.get('/api/fine', async ({ url = '' }) => ({ url }));
  for (const url of ['/api/fine', '/belfry/api/fine'])
    expect((await app.inject(url)).json()).toEqual({ url: '/api/fine' });
});
