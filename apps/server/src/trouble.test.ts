// Every kind of failure of a host: the reason is reported, data stays and becomes stale, and the host recovers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { plain } from '@belfry/domain/testing/plain-state';
import { NodeConfig } from '@belfry/schema/config/node';
import type { SourceErrorKind } from '@belfry/schema/entities/instance';
import { expect, test } from 'vitest';
import { momentOf } from './lib/clock.ts';
import { type FakeClock, fakeClock } from './lib/fake-clock.ts';
import { createLogger } from './lib/logger.ts';
import { numbered } from './sources/numbering.ts';
import { startPolling } from './sources/poller.ts';
import { createSource } from './sources/registry.ts';
import { simulated } from './sources/testing/simulated.ts';
import { type TestedType, testedTypes } from './sources/testing/tested-kinds.ts';
import { json, startTlsServer, type TlsServer } from './sources/testing/tls-server.ts';
import { createState } from './state/state.ts';

/** At noon the simulated hosts prune nothing, though somebody may start a backup. */
const START = Date.UTC(2026, 10, 21, 12);
const log = createLogger('silent');

type Trouble = (request: IncomingMessage, response: ServerResponse) => void;
const says =
  (status: number, reason: string, body = '', headers: Record<string, string> = {}): Trouble =>
  (_, response) =>
    void response.writeHead(status, reason, headers).end(body);

/** What a host does, what we call it, and words that an administrator must find. */
const troubles: [string, Trouble, SourceErrorKind, RegExp][] = [
  ['refuses the login (401)', says(401, 'permission denied - invalid ticket'), 'auth', /does not accept/],
  ['lacks a privilege (403)', says(403, 'Permission check failed (/, Sys.Audit)'), 'forbidden', /Sys\.Audit/],
  ['does not know the path (404)', says(404, 'Not Found'), 'bad-status', /404/],
  ['is asked too often (429)', says(429, 'Too Many Requests'), 'rate-limited', /429/],
  ['fails in its own words (500)', says(500, 'got timeout', '{"data":null}'), 'bad-status', /got timeout/],
  ['has no such method (501)', says(501, "Method 'GET /x' not implemented"), 'bad-status', /not implemented/],
  [
    'cannot reach the node (595)',
    says(595, 'No route to host'),
    'bad-status',
    /does not answer \(595\)\. It said: No route/,
  ],
  [
    'cannot log in to the node (596)',
    says(596, 'tls_process_server_certificate'),
    'bad-status',
    /\(596\)\. It said: tls_process/,
  ],
  ['waits in vain for the node (599)', says(599, 'Too many redirections'), 'bad-status', /\(599\)\. It said: Too many/],
  ['never answers', () => {}, 'timeout', /in time|within/],
  ['hangs up', (request) => void request.socket.destroy(), 'unreachable', /cannot be reached/],
  [
    'answers half of the JSON',
    says(200, 'OK', '{"data":[{"id":"qem'),
    'bad-payload',
    /the answer is incomplete: its JSON/,
  ],
  ['breaks off', breakOff, 'bad-payload', /broke off|not answer in proper/],
  ['is a web page', says(200, 'OK', '<html>', { 'content-type': 'text/html' }), 'bad-payload', /text\/html/],
  ['is empty', says(200, 'OK'), 'bad-payload', /the answer is empty/],
  ['redirects', says(302, 'Found', '', { location: 'https://elsewhere/' }), 'bad-status', /302/],
];

function breakOff(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 100 });
  response.write('{"data":[', () => response.destroy());
}

/** A host that answers as the simulated one does, until the test replaces the answers of the paths that match. */
async function startHost(product: TestedType, clock: FakeClock) {
  const ask = simulated(product, clock.now());
  let trouble: { does: Trouble; where: RegExp } | undefined;
  const respond: Trouble = (request, response) => {
    const path = (request.url ?? '').replace('/api2/json', '');
    if (trouble?.where.test(path)) return trouble.does(request, response);
    if (path === '/access/ticket') return json(response, { ticket: 'T' });
    const answer = ask(path, clock.now());
    if (answer.ok) json(response, answer.value);
    else says(answer.error.status ?? 500, answer.error.message)(request, response);
  };
  const server = await startTlsServer(respond);
  return {
    server,
    respond,
    fail: (does: Trouble, where = /./) => {
      trouble = { does, where };
    },
    heal: () => {
      trouble = undefined;
    },
  };
}

/** One host watched by its real source, poller and state, on a clock that stands still until the test moves it. */
async function watch(product: TestedType) {
  const clock = fakeClock(START);
  const host = await startHost(product, clock);
  const { origin, certificate } = host.server;
  const login = product === 'pmg' ? { user: 'a@pmg', password: 'x' } : { tokenName: 'a@pve!b', tokenValue: 's' };
  const trust = { host: origin, fingerprint: certificate.fingerprint };
  const source = createSource(NodeConfig.parse({ type: product, name: 'home', ...trust, ...login }), {
    clock,
    log,
    random: () => 0.5,
  });
  let running = 0;
  const polls = source.polls.map((poll) => ({
    ...poll,
    run: (signal: AbortSignal) => {
      running++;
      return poll.run(signal).finally(() => running--);
    },
  }));
  const state = createState({ started: momentOf(clock), version: 'test' });
  const observe = numbered(state.apply);
  const polling = startPolling({ ...source, polls }, { clock, random: () => 0.5, observe, log });
  return {
    ...host,
    state,
    instance: () => state.current().instances[0],
    /** Second by second, with time for answers on their way, though not for a host that never gives any. */
    async pass(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        await clock.advance(1000);
        for (let turns = 0; running > 0 && turns < 100; turns++) await new Promise((done) => setImmediate(done));
        state.age(momentOf(clock), 0);
      }
    },
    async [Symbol.asyncDispose]() {
      await polling.stop();
      await host.server.stop();
    },
  };
}

/** The ids of all that is known, by list. */
function idsOf({ state }: Awaited<ReturnType<typeof watch>>) {
  const { nodes, vms, containers, storage, pbs, pmg, pbsBackups, storageBackups } = state.current();
  const lists = { nodes, vms, containers, storage, pbs, pmg, pbsBackups, storageBackups };
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map(({ id }) => id)]));
}
const figures = ({ state }: Awaited<ReturnType<typeof watch>>) => {
  const { nodes, pbs, pmg } = state.current();
  return [...nodes, ...pbs, ...pmg];
};

type Ids = ReturnType<typeof idsOf>;
/** A host that answers may have made new backups since. */
function expectNothingLost(host: Awaited<ReturnType<typeof watch>>, known: Ids) {
  for (const [name, ids] of Object.entries(idsOf(host))) expect(ids).toEqual(expect.arrayContaining(known[name] ?? []));
}

/** Credentials refused for two minutes were tried twice, and rest four minutes more. */
const AUTH_REST_S = 400;

async function expectOldButThere(
  host: Awaited<ReturnType<typeof watch>>,
  kind: SourceErrorKind,
  words: RegExp,
  known: unknown,
) {
  expect(host.instance()).toMatchObject({ health: 'error', error: { kind, message: expect.stringMatching(words) } });
  expect(host.instance()?.error?.message).toContain('127.0.0.1');
  expect(idsOf(host)).toEqual(known);
  expect(figures(host).length).toBeGreaterThan(0);
  const staleSince = expect.stringMatching(/^2026-11-21T12:0/);
  for (const each of figures(host)) expect(each).toMatchObject({ status: 'online', staleSince });
  // Clients that do not know `staleSince` get the fields that they expect for a host that does not answer.
  const { nodes, pbs, pmg } = plain(host.state.current());
  for (const each of [...nodes, ...pbs, ...pmg])
    expect(each).toMatchObject({ status: 'offline', connectionHealth: 'error', staleSince });
  for (const guest of [...host.state.current().vms, ...host.state.current().containers])
    expect(guest.staleSince).toBeDefined();
}
async function expectWell(host: Awaited<ReturnType<typeof watch>>, known: Ids) {
  expect(host.instance()).not.toHaveProperty('error');
  expectNothingLost(host, known);
  for (const each of figures(host)) expect(each).not.toHaveProperty('staleSince');
}

test.concurrent.each(testedTypes.flatMap((product) => troubles.map((trouble) => [product, ...trouble] as const)))(
  'a %s that %s has an error with a reason; its data stays and becomes stale, and it recovers',
  async (product, _, does, kind, words) => {
    await using host = await watch(product);
    await host.pass(60);
    const known = idsOf(host);
    expect(host.instance()).not.toHaveProperty('error');
    host.fail(does);
    await host.pass(130);
    await expectOldButThere(host, kind, words, known);
    host.heal();
    await host.pass(kind === 'auth' ? AUTH_REST_S : 130);
    await expectWell(host, known);
  },
);

test.concurrent.each(testedTypes)(
  'a %s whose certificate changes gets no request, is unreachable while it is down, and recovers',
  async (product) => {
    await using host = await watch(product);
    await host.pass(60);
    const known = idsOf(host);
    const { origin, certificate, stop } = host.server;
    const port = Number(new URL(origin).port);
    await stop();
    await host.pass(130);
    await expectOldButThere(host, 'unreachable', /ECONNREFUSED/, known);
    const other: TlsServer = await startTlsServer(host.respond, port);
    await host.pass(130);
    await expectOldButThere(host, 'tls', /fingerprint/, known);
    expect(other.requests).toEqual([]);
    await other.stop();
    await using _same = await startTlsServer(host.respond, port, certificate);
    await host.pass(130);
    await expectWell(host, known);
  },
);

/** One part of what each product is asked for. */
const parts = { pve: /^\/nodes\/\w+\/status$/, pbs: /^\/nodes\/localhost\/status/, pmg: /^\/statistics\/mail$/ };

test.concurrent.each(testedTypes.flatMap((product) => troubles.map((trouble) => [product, ...trouble] as const)))(
  'a %s of which one part %s has an error for that part; the rest stays current',
  async (product, _, does, kind, words) => {
    await using host = await watch(product);
    await host.pass(130);
    const known = idsOf(host);
    const before = figures(host);
    host.fail(does, parts[product]);
    await host.pass(130);
    const { error, gaps = [] } = host.instance() ?? {};
    expect([...(error ? [error] : []), ...gaps]).toContainEqual(
      expect.objectContaining({ kind, message: expect.stringMatching(words) }),
    );
    expect(host.instance()?.health).not.toBe('error');
    expectNothingLost(host, known);
    for (const each of figures(host)) {
      expect(each).not.toHaveProperty('staleSince');
      const was = before.find(({ id }) => id === each.id);
      const lasting = (it: typeof was) =>
        it &&
        ('kernelVersion' in it
          ? it.kernelVersion
          : 'mailStats' in it
            ? it.mailStats?.countIn !== undefined
            : 'memoryTotal' in it && it.memoryTotal);
      expect(lasting(each)).toEqual(lasting(was));
    }
  },
);

const MB = 1024 * 1024;

test('an error of a guest agent that the host passes on with status 200 is not an empty list: the disks stay, with the reason', async () => {
  await using host = await watch('pve');
  await host.pass(200);
  const known = host.state.current().vms.filter((vm) => vm.disks !== undefined);
  expect(known.length).toBeGreaterThan(3);
  const answer = { data: { result: { error: { class: 'GenericError', desc: 'Stale file handle' } } } };
  const inside: Trouble = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  };
  host.fail(inside, /agent\/get-fsinfo$/);
  await host.pass(130);
  for (const { id, disk, disks } of known) {
    const now = host.state.current().vms.find((vm) => vm.id === id);
    expect(now).toMatchObject({ disk, disks, diskStatusReason: 'agent-error' });
  }
});

test('a guest agent that answers 50 MB is cut off; the disks known before stay, with the reason', async () => {
  await using host = await watch('pve');
  await host.pass(200);
  const { vms } = host.state.current();
  const known = vms.filter((vm) => vm.disks !== undefined);
  expect(known.length).toBeGreaterThan(3);
  let most = 0;
  const flood: Trouble = (_, response) => {
    const chunk = Buffer.alloc(MB, ' ');
    response.writeHead(200, { 'content-type': 'application/json' });
    const pour = (sent: number): void => {
      most = Math.max(most, sent);
      if (sent === 50) return void response.end('{"data":{"result":[]}}');
      response.write(chunk, (error) => (error ? undefined : pour(sent + 1)));
    };
    pour(0);
  };
  host.fail(flood, /agent\/get-fsinfo$/);
  await host.pass(130);
  // beside what the lines between the two hold
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(25);
  for (const { id, disk, disks } of known) {
    const now = host.state.current().vms.find((vm) => vm.id === id);
    expect(now).toMatchObject({ disk, disks, diskStatusReason: 'agent-error' });
  }
  host.heal();
  await host.pass(200);
  for (const { id } of known) {
    const now = host.state.current().vms.find((vm) => vm.id === id);
    expect(now).not.toHaveProperty('diskStatusReason');
    expect(now?.disk.at).not.toBe(known.find((vm) => vm.id === id)?.disk.at);
  }
});
