import { expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { installDemo } from './demo.ts';
import { createServer } from './server.ts';

const CONFIDENTIAL = [
  '/api/diagnostics',
  '/api/diagnostics/export',
  '/api/setup-script',
  '/api/security/audit',
  '/api/security/oidc',
  '/api/security/sessions',
  '/api/security/tokens',
];
const OPEN = ['/api/state', '/api/config/nodes', '/api/security/status'];

function demo({ signIn }: { signIn: boolean }) {
  const app = createServer(createLogger('silent'));
  installDemo(app, signIn);
  for (const url of [...CONFIDENTIAL, ...OPEN, '/api/login', '/api/alerts/:id'])
    app.all(url, async () => ({ fine: true }));
  const statuses = async (method: 'GET' | 'HEAD' | 'POST', urls: readonly string[]) =>
    new Set(await Promise.all(urls.map(async (url) => (await app.inject({ method, url })).statusCode)));
  return { app, statuses };
}

test('where nobody signs in, what only an administrator may read is refused, and everything else can be looked at', async () => {
  const { app, statuses } = demo({ signIn: false });
  expect(await statuses('GET', CONFIDENTIAL)).toEqual(new Set([403]));
  expect(await statuses('HEAD', CONFIDENTIAL)).toEqual(new Set([403]));
  expect(await statuses('GET', OPEN)).toEqual(new Set([200]));
  expect((await app.inject('/api/diagnostics')).json()).toMatchObject({ error: 'This is a demo: this is not shown.' });
});

test('where people sign in, who may read what is asked at the gate, as everywhere', async () => {
  const { statuses } = demo({ signIn: true });
  expect(await statuses('GET', [...CONFIDENTIAL, ...OPEN])).toEqual(new Set([200]));
});

test.each([true, false])('what would change it is refused, but not signing in (signIn: %s)', async (signIn) => {
  const { app, statuses } = demo({ signIn });
  expect(await statuses('POST', ['/api/config/nodes', '/api/alerts/7'])).toEqual(new Set([403]));
  expect(await statuses('POST', ['/api/login'])).toEqual(new Set([200]));
  expect((await app.inject({ method: 'POST', url: '/api/config/nodes' })).headers['x-demo-mode']).toBe('true');
});
