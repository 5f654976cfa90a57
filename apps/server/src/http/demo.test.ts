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
  '/api/security/oidc/sign-ins',
  '/api/security/sessions',
  '/api/security/tokens',
];
const OPEN = ['/api/state', '/api/config/nodes', '/api/security/status'];
const REPORT = '/api/agents/docker/report';
const DOCKER_HOST = '/api/agents/docker/hosts/:id';

function demo({ signIn }: { signIn: boolean }) {
  const app = createServer(createLogger('silent'));
  installDemo(app, { signIn, reportToken: 'own' });
  for (const url of [...CONFIDENTIAL, ...OPEN, '/api/login', '/api/alerts/:id', REPORT, DOCKER_HOST])
    app.all(url, async () => ({ fine: true }));
  const statuses = async (method: 'GET' | 'HEAD' | 'POST', urls: readonly string[]) =>
    new Set(await Promise.all(urls.map(async (url) => (await app.inject({ method, url })).statusCode)));
  return { app, statuses };
}

test('in a demo without sign-in, what only an administrator may read is refused, and everything else can be read', async () => {
  const { app, statuses } = demo({ signIn: false });
  expect(await statuses('GET', CONFIDENTIAL)).toEqual(new Set([403]));
  expect(await statuses('HEAD', CONFIDENTIAL)).toEqual(new Set([403]));
  expect(await statuses('GET', OPEN)).toEqual(new Set([200]));
  expect((await app.inject('/api/diagnostics')).json()).toMatchObject({ error: 'The demo does not show this.' });
});

test('in a demo with sign-in, the usual access checks apply', async () => {
  const { statuses } = demo({ signIn: true });
  expect(await statuses('GET', [...CONFIDENTIAL, ...OPEN])).toEqual(new Set([200]));
});

test.each([true, false])('changes of the demo are refused, but sign-in works (signIn: %s)', async (signIn) => {
  const { app, statuses } = demo({ signIn });
  expect(await statuses('POST', ['/api/config/nodes', '/api/alerts/7'])).toEqual(new Set([403]));
  expect(await statuses('POST', ['/api/login'])).toEqual(new Set([200]));
  expect((await app.inject({ method: 'POST', url: '/api/config/nodes' })).headers['x-demo-mode']).toBe('true');
});

test.each([true, false])(
  'only the demo’s own agents can report, and their hosts cannot be removed (signIn: %s)',
  async (signIn) => {
    const { app } = demo({ signIn });
    const status = async (method: 'POST' | 'DELETE', url: string, token?: string) =>
      (await app.inject({ method, url, ...(token !== undefined && { headers: { 'x-api-token': token } }) })).statusCode;
    expect(await status('POST', REPORT, 'own')).toBe(200);
    for (const token of [undefined, '', 'disabled', 'other']) expect(await status('POST', REPORT, token)).toBe(403);
    expect(await status('DELETE', '/api/agents/docker/hosts/a')).toBe(403);
    expect(await status('DELETE', '/api/agents/docker/hosts/a', 'own')).toBe(403);
  },
);
