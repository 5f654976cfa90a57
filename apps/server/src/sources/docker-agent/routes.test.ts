// The endpoints of the Docker agents, one case per documented status.

import { reportLimits } from '@belfry/schema/agent/limits';
import { ReportReply } from '@belfry/schema/agent/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containerBody, reportBody, type Said } from './testing/reports.ts';
import { as, server } from './testing/server.ts';

test('200: the answer to a report has the id of the host and the time of the server', async () => {
  const { post, shown } = server();
  const reply = await post(reportBody({ containers: [containerBody('a'), containerBody('b')] }));
  expect(reply.statusCode).toBe(200);
  expect(ReportReply.parse(reply.json())).toEqual({
    success: true,
    hostId: 'engine-1',
    containers: 2,
    lastSeen: '2026-01-02T00:00:00.000Z',
  });
  expect(shown()[0]?.containers.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('200: a report of 2 MiB less a byte, which is more than other endpoints take', async () => {
  const { post, shown } = server();
  const body = JSON.stringify(reportBody());
  expect((await post(body.padEnd(reportLimits.bytes - 1))).statusCode).toBe(200);
  expect(shown()).toHaveLength(1);
});

test('400: a wrong field is named, and nothing is stored', async () => {
  const { post, shown } = server();
  const reply = await post({ ...reportBody(), containers: [{ ...containerBody('a'), restartCount: 'often' }] });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    code: 'validation_error',
    details: { 'containers.0.restartCount': expect.any(String) },
  });
  const nobody = await post(reportBody({ host: { hostname: ' ' } }));
  expect(nobody.json()).toMatchObject({ details: { 'host.hostname': expect.any(String) } });
  expect(shown()).toEqual([]);
});

test('400: the body is not JSON, or is empty', async () => {
  const { post, shown } = server();
  expect((await post('{"agent":')).json()).toMatchObject({ status_code: 400, code: 'invalid_json' });
  expect((await post('')).json()).toMatchObject({ status_code: 400, code: 'validation_error' });
  expect(shown()).toEqual([]);
});

test('401 and 403: only callers with the right to report are accepted', async () => {
  expect((await server({ gate: async () => undefined }).post(reportBody())).statusCode).toBe(401);
  expect((await server({ gate: as('viewer', 'operator') }).post(reportBody())).statusCode).toBe(403);
  expect((await server({ gate: as('agent') }).post(reportBody())).statusCode).toBe(200);
});

test('409: there are more hosts than the server accepts', async () => {
  const { post } = server();
  const statuses: number[] = [];
  for (const n of [1, 2, 3, 4]) {
    const reply = await post(reportBody({ agent: { id: `e${n}` }, host: { machineId: `m${n}` } }));
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 409]);
});

test('409 and 413 name the limit for one token; the hosts of another token still report', async () => {
  const { post, shown } = server();
  const host = (n: number, said: Said = {}) =>
    reportBody({ agent: { id: `e${n}` }, host: { machineId: `m${n}` }, ...said });
  for (const n of [1, 2]) expect((await post(host(n), 'one')).statusCode).toBe(200);
  const third = await post(host(3), 'one');
  expect([third.statusCode, third.json().error]).toEqual([
    409,
    'The limit of 2 Docker hosts for one token is reached. Remove some in the settings first.',
  ]);
  const labels = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`l${i}`, 'x'.repeat(4000)]));
  const large = { containers: [containerBody('a', { labels }), containerBody('b', { labels })] };
  expect((await post(host(1, large), 'one')).statusCode).toBe(200);
  const beyond = await post(host(2, large), 'one');
  expect([beyond.statusCode, beyond.json().error]).toEqual([
    413,
    'The limit of 3 MiB for the reports of one token is reached. Remove some in the settings first.',
  ]);
  expect((await post(host(3, large), 'two')).statusCode).toBe(200);
  expect(shown().map(({ containers }) => containers.length)).toEqual([2, 1, 2]);
});

test('409: a token can neither change nor take over the host of another token, but an administrator can', async () => {
  const { post, shown } = server();
  await post(reportBody(), 'one');
  const refused = await post(reportBody({ containers: [] }), 'two');
  expect([refused.statusCode, refused.json().error]).toEqual([409, expect.stringContaining('Another token')]);
  expect(shown()[0]?.containers).toHaveLength(1);
  expect((await post(reportBody({ containers: [] }))).statusCode).toBe(200);
  expect(shown()[0]?.containers).toHaveLength(0);
  // which did not make it the administrator's
  expect((await post(reportBody(), 'two')).statusCode).toBe(409);
  expect((await post(reportBody(), 'one')).statusCode).toBe(200);
});

test('a report with one name of a host of another token makes a separate host', async () => {
  const { post, shown } = server();
  await post(reportBody(), 'one');
  const half = await post(reportBody({ host: { hostname: 'renamed' } }), 'two');
  expect(half.json()).toMatchObject({ hostId: 'machine-1' });
  expect(shown().map(({ id, hostname }) => [id, hostname])).toEqual([
    ['engine-1', 'dock1'],
    ['machine-1', 'renamed'],
  ]);
});

test('after the old token is deleted, a new one can report the same hosts', async () => {
  const { post, tokens, shown } = server();
  await post(reportBody(), 'one');
  tokens.delete('one');
  expect((await post(reportBody({ host: { hostname: 'renamed' } }), 'two')).json()).toMatchObject({
    hostId: 'engine-1',
  });
  tokens.add('one');
  expect((await post(reportBody({ host: { hostname: 'renamed' } }), 'one')).statusCode).toBe(409);
  expect(shown()).toHaveLength(1);
});

test('a removed host belongs to the first token that reports it again', async () => {
  const { clock, post, remove } = server();
  await post(reportBody(), 'one');
  await clock.advance(1000);
  await remove('engine-1');
  await clock.advance(1000);
  expect((await post(reportBody(), 'two')).statusCode).toBe(200);
  expect((await post(reportBody(), 'one')).statusCode).toBe(409);
});

test('413: the report is larger than 2 MiB; 400: it has one container too many', async () => {
  const { post, shown } = server();
  expect((await post(JSON.stringify(reportBody()).padEnd(reportLimits.bytes + 1))).statusCode).toBe(413);
  const containers = Array.from({ length: reportLimits.containers + 1 }, (_, i) => containerBody(`${i}`));
  expect((await post(reportBody({ containers }))).json()).toMatchObject({
    details: { containers: expect.any(String) },
  });
  expect(shown()).toEqual([]);
});

test('a label that would change a prototype is left out, and the rest of the report is accepted', async () => {
  const { post, shown } = server();
  const body = JSON.stringify(reportBody()).replace('"labels":{', '"labels":{"__proto__":"x","constructor":"y",');
  expect((await post(body)).statusCode).toBe(200);
  const labels = shown()[0]?.containers[0]?.labels ?? {};
  expect(Object.entries(labels)).toEqual(expect.arrayContaining([['constructor', 'y']]));
  expect(Object.getPrototypeOf(labels)).toBe(Object.prototype);
});

test('a removed host disappears; 404 for an unknown host; 403 without the administrator role', async () => {
  const id = 'A/B:<i>"';
  const { post, remove, shown } = server();
  await post(reportBody({ agent: { id }, host: { name: 'Dock One' } }));
  const reply = await remove(id);
  expect(reply.json()).toEqual({
    success: true,
    hostId: id,
    message: 'Dock One is removed. It comes back when its agent reports again.',
  });
  expect(shown()).toEqual([]);
  const again = await remove(id);
  expect([again.statusCode, again.json().error]).toEqual([404, 'There is no such Docker host.']);
  expect((await server({ gate: as('viewer', 'operator', 'agent') }).remove(id)).statusCode).toBe(403);
});

const arbitraryPlace = fc.constantFrom(
  ...['agent', 'agent.id', 'agent.version', 'agent.intervalSeconds', 'timestamp', 'host', 'containers', 'containers.0'],
  ...['hostname', 'name', 'machineId', 'totalCpu', 'totalMemoryBytes', 'uptimeSeconds', 'engine'].map(
    (key) => `host.${key}`,
  ),
  ...Object.keys(containerBody('a')).map((key) => `containers.0.${key}`),
  ...['ports.0', 'ports.0.privatePort', 'networks.0', 'networks.0.name', 'labels.x'].map(
    (key) => `containers.0.${key}`,
  ),
);

test('an invalid value anywhere in a report is refused without effect, or gives a state that the schema accepts', async () => {
  const { clock, post, shown, remove } = server();
  const junk = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 300 }), fc.double());
  await fc.assert(
    fc.asyncProperty(arbitraryPlace, junk, async (place, value) => {
      const body = reportBody();
      const keys = place.split('.');
      const last = keys.pop() ?? '';
      Reflect.set(
        keys.reduce((node: object, key) => Reflect.get(node, key), body),
        last,
        value,
      );
      // Whatever was on its way to the host of the last round has arrived by now.
      await clock.advance(60_000);
      const reply = await post(body);
      if (reply.statusCode === 400) expect(shown()).toEqual([]);
      else {
        expect([place, reply.statusCode]).toEqual([place, 200]);
        expect(shown()).toHaveLength(1);
        expect(JSON.parse(JSON.stringify(shown()))).toEqual(shown());
        expect((await remove(shown()[0]?.id ?? '')).statusCode).toBe(200);
      }
    }),
    { numRuns: 200 },
  );
});
