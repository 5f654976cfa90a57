import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { createServer } from './server.ts';
import { serveWeb } from './static.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'belfry-web-'));
mkdirSync(path.join(dir, 'assets'));
writeFileSync(path.join(dir, 'index.html'), '<title>shell</title>');
writeFileSync(path.join(dir, 'logo.svg'), '<svg/>');
writeFileSync(path.join(dir, 'assets/app-1a2b3c.js'), 'start()');
writeFileSync(path.join(dir, 'assets/app-1a2b3c.js.br'), 'smaller');
writeFileSync(path.join(path.dirname(dir), 'belfry-outside.txt'), 'outside');
afterAll(() => rmSync(dir, { recursive: true }));

async function get(url: string, webDir = dir, headers: Record<string, string> = {}) {
  const app = createServer(createLogger('silent'));
  await serveWeb(app, webDir, []);
  return app.inject({ url, headers });
}

test('hashed assets are cached permanently, and other files are revalidated', async () => {
  const asset = await get('/assets/app-1a2b3c.js');
  expect([asset.statusCode, asset.body]).toEqual([200, 'start()']);
  expect(asset.headers['cache-control']).toContain('immutable');
  expect((await get('/logo.svg')).headers['cache-control']).toBe('no-cache');
});

test('a compressed asset is sent to clients that accept the compression', async () => {
  const { headers, body } = await get('/assets/app-1a2b3c.js', dir, { 'accept-encoding': 'gzip, br' });
  expect([headers['content-encoding'], body]).toEqual(['br', 'smaller']);
  expect(headers['content-type']).toContain('javascript');
  expect(headers['cache-control']).toContain('immutable');
});

test.for(['/', '/overview', '/storage/dc/ceph?tab=2'])(
  '%s returns the start page of the web app, so that deep links work',
  async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, '<title>shell</title>']);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.headers['cache-control']).toBe('no-cache');
  },
);

test('a request for an asset of an older build does not return the start page', async () => {
  expect((await get('/assets/app-000000.js')).statusCode).toBe(404);
});

test('no file outside the build is served', async () => {
  for (const url of ['/../belfry-outside.txt', '/assets/..%2f..%2fbelfry-outside.txt']) {
    expect((await get(url)).body).not.toContain('outside');
  }
});

test('without a build, a page explains that it is missing', async () => {
  const reply = await get('/', path.join(dir, 'nowhere'));
  expect(reply.statusCode).toBe(503);
  expect(reply.body).toContain('not built');
});

test('the page may run and use what stands in its own text, and nothing else that is inline', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'belfry-page-'));
  const page = '<style>a{}</style><script>\ngo()\n</script><script type="module" src="/assets/app.js"></script>';
  writeFileSync(path.join(own, 'index.html'), page);
  const policy = String((await get('/', own)).headers['content-security-policy']);
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy).toContain(`script-src 'self' ${hashOf('\ngo()\n')};`);
  expect(policy).toContain(`style-src 'self' ${hashOf('a{}')};`);
  expect(policy).not.toContain('unsafe');
  const asset = await get('/assets/app-1a2b3c.js');
  expect(asset.headers['content-security-policy']).not.toContain('sha256');
  rmSync(own, { recursive: true });
});
