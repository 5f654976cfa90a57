import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForRedirects } from './redirect.ts';

let server: Awaited<ReturnType<typeof listenForRedirects>>;
let securePort = 7655;
beforeAll(async () => {
  server = await listenForRedirects({ host: '127.0.0.1', port: 0, securePort: () => securePort });
});
afterAll(() => void server.close());

async function answer(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(request);
  return text(socket);
}
const ask = (host: string, path = '/') => answer(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

test('the same host and path by HTTPS; port 443 is not written', async () => {
  securePort = 7655;
  expect(await ask('belfry.lan:7080', '/guests?q=a')).toMatch(
    /^HTTP\/1\.1 308 [\s\S]*location: https:\/\/belfry\.lan:7655\/guests\?q=a\r\n/,
  );
  securePort = 443;
  expect(await ask('[::1]:80')).toContain('location: https://[::1]/\r\n');
});

test.for(['user@evil.example', 'a b', '', 'evil.example/x', '-x-', 'a"b'])(
  'a host like %j is refused',
  async (host) => {
    expect(await ask(host)).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test.for(['http://evil.example/', '*'])('a target like %s is refused', async (path) => {
  expect(await ask('belfry.lan', path)).toMatch(/^HTTP\/1\.1 400 /);
});
