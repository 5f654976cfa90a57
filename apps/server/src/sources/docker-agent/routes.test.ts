// The endpoints of the Docker agents, one case per documented status.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { reportLimits } from '@belfry/schema/agent/limits';
import { ReportReply } from '@belfry/schema/agent/report';
import { State } from '@belfry/schema/state';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Gate, Principal } from '../../http/gate.ts';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { openGate } from '../../http/testing/gate.ts';
import { momentOf } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createState } from '../../state/state.ts';
import { numbered } from '../numbering.ts';
import { createArtefacts } from './artefacts.ts';
import { createDockerHosts } from './hosts.ts';
import { dockerRoutes } from './routes.ts';
import { containerBody, reportBody, type Said } from './testing/reports.ts';

const START = Date.UTC(2026, 0, 2);
const REPORT = '/api/agents/docker/report';
const json = { 'content-type': 'application/json' };

function server({ gate = openGate, release = '/nowhere', installer = '/nowhere/install-docker-agent.sh' } = {}) {
  const clock = fakeClock(START);
  const tokens = new Set(['one', 'two']);
  const reporterOf = ({ headers }: FastifyRequest) => {
    const token = headers['x-api-token']?.toString();
    return { token, admin: token === undefined };
  };
  const state = createState({ started: momentOf(clock), version: '1.0.0' });
  const hosts = createDockerHosts({
    clock,
    persistence: { async *load() {}, heard() {}, async remove() {}, async leaveOut() {}, start: () => async () => {} },
    agentVersion: '1.0.0',
    observe: numbered(state.apply),
    forget: (id) => state.remove(id, momentOf(clock)),
    isTokenValid: (id) => tokens.has(id),
    quota: { hosts: 3, hostsPerToken: 2, size: 8 * 1024 * 1024, sizePerToken: 3 * 1024 * 1024 },
  });
  const app = createServer(createLogger('silent'));
  const artefacts = createArtefacts({ release, installer });
  dockerRoutes(createMount(app, gate), {
    ...{ hosts, artefacts, reporterOf, clock, agentVersion: '1.0.0' },
    async removed() {},
  });
  /** `token`: an administrator sends it where it is left out. */
  const post = (payload: string | object, token?: string) =>
    app.inject({
      method: 'POST',
      url: REPORT,
      headers: { ...json, ...(token !== undefined && { 'x-api-token': token }) },
      payload,
    });
  const remove = (id: string) =>
    app.inject({ method: 'DELETE', url: `/api/agents/docker/hosts/${encodeURIComponent(id)}`, headers: json });
  return { app, clock, tokens, post, remove, shown: () => State.parse(state.current()).dockerHosts };
}
const as =
  (...roles: Principal['roles']): Gate =>
  async () => ({ name: 'somebody', roles });

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

test('every caller may read the version of the agent and the available processor types', async () => {
  const version = async (release: string) =>
    (await server({ gate: async () => undefined, release }).app.inject('/api/agent/version')).json();
  expect(await version('/nowhere')).toEqual({ version: '1.0.0', architectures: [] });
  const { release } = releaseFolder();
  expect(await version(release)).toEqual({ version: '1.0.0', architectures: ['amd64', 'arm64'] });
  // an installer would refuse a program without a checksum
  writeFileSync(path.join(release, 'SHA256SUMS'), `${'0'.repeat(64)}  belfry-docker-agent-linux-arm64\n`);
  expect(await version(release)).toMatchObject({ architectures: ['arm64'] });
  rmSync(path.join(release, 'belfry-docker-agent-linux-arm64'));
  expect(await version(release)).toMatchObject({ architectures: [] });
});

function releaseFolder() {
  const release = mkdtempSync(path.join(tmpdir(), 'belfry-release-'));
  onTestFinished(() => rmSync(release, { recursive: true }));
  const sums = ['amd64', 'arm64'].map((arch) => {
    const name = `belfry-docker-agent-linux-${arch}`;
    writeFileSync(path.join(release, name), `program for ${arch}`);
    return `${createHash('sha256').update(`program for ${arch}`).digest('hex')}  ${name}\n`;
  });
  writeFileSync(path.join(release, 'SHA256SUMS'), sums.join(''));
  const installer = path.join(release, 'install-docker-agent.sh');
  writeFileSync(installer, '#!/bin/sh\n');
  return { release, installer, gate: (async () => undefined) as Gate };
}

test.for([
  ['amd64', 'amd64'],
  ['linux-amd64', 'amd64'],
  ['x86_64', 'amd64'],
  ['X64', 'amd64'],
  ['linux-arm64', 'arm64'],
  ['aarch64', 'arm64'],
])('the download for %s is the program for %s with its correct checksum, under both names', async ([arch, file]) => {
  const { app } = server(releaseFolder());
  for (const name of ['belfry-docker-agent', 'pulse-docker-agent']) {
    const program = await app.inject(`/download/${name}?arch=${arch}`);
    expect([program.statusCode, program.body]).toEqual([200, `program for ${file}`]);
    expect(program.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    const sum = await app.inject(`/download/${name}.sha256?arch=${arch}`);
    expect(sum.headers['content-type']).toContain('text/plain');
    expect(sum.body).toBe(
      `${createHash('sha256').update(program.rawPayload).digest('hex')}  belfry-docker-agent-linux-${file}\n`,
    );
  }
});

test('a program that is compressed on disk is sent decompressed, with its own checksum', async () => {
  const folder = releaseFolder();
  const file = path.join(folder.release, 'belfry-docker-agent-linux-arm64');
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  rmSync(file);
  const { app } = server(folder);
  const program = await app.inject('/download/belfry-docker-agent?arch=arm64');
  expect([program.statusCode, program.body]).toEqual([200, 'program for arm64']);
  expect(program.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  expect(program.headers['content-encoding']).toBeUndefined();
});

test('the default architecture is that of the server; a 404 lists the available ones', async () => {
  const { app } = server(releaseFolder());
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64';
  expect((await app.inject('/download/belfry-docker-agent')).body).toBe(`program for ${own}`);
  for (const arch of ['armv7', 'riscv64', '../../etc/passwd', 'constructor', '']) {
    const reply = await app.inject(`/download/belfry-docker-agent?arch=${encodeURIComponent(arch)}`);
    expect([reply.statusCode, reply.json().error]).toEqual([
      404,
      expect.stringContaining('linux-amd64 and linux-arm64'),
    ]);
  }
});

test('404: the answer for a missing program explains how to build it', async () => {
  const { app } = server();
  for (const url of ['/download/belfry-docker-agent?arch=arm64', '/download/pulse-docker-agent.sha256?arch=arm64']) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.json().error]).toEqual([404, expect.stringContaining('run release')]);
  }
  expect((await app.inject('/install-docker-agent.sh')).statusCode).toBe(404);
});

test('the installer is plain text and is not cached', async () => {
  const reply = await server(releaseFolder()).app.inject('/install-docker-agent.sh');
  expect([reply.statusCode, reply.body]).toEqual([200, '#!/bin/sh\n']);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
});
