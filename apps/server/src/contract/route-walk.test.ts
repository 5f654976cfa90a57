// Every route is called by every kind of caller. A new route is included without a change here.
import { type Endpoint, ErrorBody } from '@belfry/schema/http/endpoint';
import { endpoints } from '@belfry/schema/http/endpoints';
import { expect, test } from 'vitest';
import { people } from './testing/people.ts';
import { upgrade } from './testing/socket.ts';
import { configuredApp, type Whole } from './testing/whole-app.ts';

/** Not endpoints: the web build, and the socket, which is walked by itself below. */
const others = ['GET /', 'GET /*', 'GET /collect', 'GET /ws'];

/** Every path with every method, as the router itself lists them. */
function mounted({ app }: Whole): string[] {
  const found: string[] = [];
  const path: string[] = [];
  for (const line of app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    path.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
    for (const method of methods.split(', ')) {
      if (method !== '' && method !== 'HEAD') found.push(`${method} ${path.join('')}`);
    }
  }
  return found.sort();
}

/** No endpoint accepts this body, so the request changes nothing. Each caller has another address. */
const send = (whole: Whole, { method, path, body }: Endpoint, headers: Record<string, string>, nth: number) =>
  whole.call(method, path.replace(/:\w+/g, 'x'), {
    headers,
    ...(body && { body: { 'no such field': true } }),
    from: `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
  });

test('the mounted routes are exactly the routes of the contract', async () => {
  const listed = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(mounted(await configuredApp())).toEqual([...listed, ...others].sort());
});

test('every route accepts exactly the callers that its contract names: 401 without a sign-in, 403 with another role', async () => {
  const whole = await configuredApp();
  const wrong: string[] = [];
  let nth = 0;
  for (const endpoint of endpoints) {
    for (const { name, may, arrive } of people) {
      const { status, json } = await send(whole, endpoint, await arrive(whole), nth++);
      const refusal = may.includes(endpoint.access) ? undefined : name === 'nobody' ? 401 : 403;
      const isRight = refusal === undefined ? status !== 401 && status !== 403 && status < 500 : status === refusal;
      if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path} by ${name}: ${status} ${json.code}`);
      if (refusal) expect(ErrorBody.parse(json).code).toBe(refusal === 401 ? 'unauthorized' : 'forbidden');
    }
  }
  expect(wrong).toEqual([]);
});

test('no route that changes something accepts a browser session without its CSRF token', async () => {
  const whole = await configuredApp();
  const admin = people.find(({ name }) => name === 'an admin');
  let nth = 0;
  for (const endpoint of endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'public')) {
    const { cookie = '' } = (await admin?.arrive(whole)) ?? {};
    const { status, json } = await send(whole, endpoint, { cookie }, nth++);
    expect([endpoint.path, status, json.code]).toEqual([endpoint.path, 403, 'csrf_failed']);
  }
});

test('HEAD is refused wherever GET is refused', async () => {
  const { call } = await configuredApp();
  for (const { method, path, access } of endpoints) {
    if (method === 'GET' && access !== 'public') {
      expect([path, (await call('HEAD', path.replace(/:\w+/g, 'x'))).status]).toEqual([path, 401]);
    }
  }
});

test('the socket opens only for callers who may see the live data', async () => {
  const whole = await configuredApp();
  for (const { name, may, arrive } of people) {
    const expected = may.includes('watcher') ? 101 : name === 'nobody' ? 401 : 403;
    expect([name, await upgrade(whole, await arrive(whole))]).toEqual([name, expected]);
  }
});
