// Every recorded answer of a real host, and every answer of our own, goes through the polls that would have asked for it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ok } from '@belfry/domain/result';
import { startReplay } from '@belfry/lab/replay';
import { NodeConfig } from '@belfry/schema/config/node';
import { lists } from '@belfry/schema/state';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createSession } from './proxmox-api/session.ts';
import { pve } from './pve/kind.ts';
import { createSource } from './registry.ts';
import { endpointOf } from './testing/endpoint.ts';
import { ownAnswersOf } from './testing/own-answers.ts';
import { fieldsOf, watched } from './testing/reads.ts';
import { allRecordingsOf, filesOf, noRecordings, type Recording } from './testing/recordings.ts';
import { type Age, ages, simulated } from './testing/simulated.ts';
import { type Ask, type Round, standIn } from './testing/stand-in.ts';
import { type TestedType, testedTypes } from './testing/tested-kinds.ts';
import { json, startTlsServer } from './testing/tls-server.ts';
import { unseen } from './testing/unseen.ts';

const signal = new AbortController().signal;
const token = { tokenName: 'a@pve!b', tokenValue: 's3cret' };
const TODAY = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

/** An hour after the newest time in an answer that is not in the future, so that old recordings count as recent. */
function momentOf(data: unknown): number {
  const times = JSON.stringify(data ?? null).match(/\b1[4-7]\d{8}\b/g) ?? [];
  const newest = Math.max(0, ...times.map((seconds) => Number(seconds) * 1000).filter((ms) => ms <= TODAY));
  return newest === 0 ? TODAY : newest + HOUR_MS;
}

/** The endpoints that the polls call, each with the newest release for which they call it. */
async function endpointsOf(product: TestedType): Promise<Map<string, Age>> {
  const asked = new Map<string, Age>();
  for (const age of ages) {
    const host = simulated(product, TODAY, age);
    const ask: Ask = (path, now) => {
      if (!asked.has(endpointOf(path))) asked.set(endpointOf(path), age);
      return host(path, now);
    };
    await standIn(product, ask, TODAY).round();
  }
  return asked;
}

const SNAPSHOTS = '/admin/datastore/{store}/snapshots';
const GROUPS = '/admin/datastore/{store}/groups';
const groupsOf = (data: unknown): unknown[] =>
  Array.isArray(data) ? data.map((row) => ({ ...row, 'last-backup': row['backup-time'], 'backup-count': 1 })) : [];

/** All polls of a product against a simulated host. The endpoint of the recording gives the recorded answer. */
async function pollWith(product: TestedType, { endpoint, body }: Recording, age: Age) {
  const now = momentOf(body.data);
  const host = simulated(product, now, age);
  const read = new Set<string>();
  const ask: Ask = (path, at) => {
    const asked = endpointOf(path);
    if (asked === endpointOf(endpoint)) return ok(watched(body.data, read));
    // A list of backups only makes sense beside the list of its groups.
    return asked === GROUPS && endpointOf(endpoint) === SNAPSHOTS ? ok(groupsOf(body.data)) : host(path, at);
  };
  return { round: await standIn(product, ask, now).round(), read };
}

const parsed = ({ slices }: Round) => z.object(lists).partial().safeParse(slices);
const share = (part: number, whole: number): string => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`);

describe.each(testedTypes)('recorded answers of %s', (product) => {
  const recordings = allRecordingsOf(product);
  const isAnswer = (r: Recording) => r.method === 'GET' && r.httpStatus === 200;

  test('every recorded file is in the index, and files that no poll requests are named', async (ctx) => {
    if (noRecordings) ctx.skip(`it compares the list of recorded answers with their folder: ${noRecordings}`);
    expect(recordings.map((r) => r.file).sort()).toEqual(filesOf(product).sort());
    const polled = await endpointsOf(product);
    const others = recordings.filter((r) => isAnswer(r) && !polled.has(endpointOf(r.endpoint)));
    const byEndpoint = Object.entries(Object.groupBy(others, (r) => endpointOf(r.endpoint)));
    console.info(`${product}: recorded but not polled, ${others.length} of ${recordings.length} files`);
    for (const [endpoint, files = []] of byEndpoint) console.info(`  ${endpoint} (${files.length})`);
  });

  test('each answer is read, everything it lists is in the state, and the state is valid', async () => {
    const polled = await endpointsOf(product);
    const table = new Map(
      [...polled.keys()]
        .sort()
        .map((endpoint) => [endpoint, { files: 0, fields: new Set<string>(), read: new Set<string>() }]),
    );
    for (const recording of [...recordings, ...ownAnswersOf(product)].filter(isAnswer)) {
      const { file, body } = recording;
      const endpoint = endpointOf(recording.endpoint);
      const line = table.get(endpoint);
      if (!line) continue;
      const { round, read } = await pollWith(product, recording, polled.get(endpoint) ?? 0);
      const fields = fieldsOf(body.data);
      expect([file, round.failures.filter(({ kind }) => kind === 'bad-payload')]).toEqual([file, []]);
      expect([file, fields.size > 0 && read.size === 0]).toEqual([file, false]);
      expect([file, unseen(product, endpoint, body.data, round)]).toEqual([file, []]);
      expect([file, parsed(round).error]).toEqual([file, undefined]);
      // No value of a real host is dropped as invalid.
      expect([file, round.dropped]).toEqual([file, 0]);
      line.files++;
      for (const field of fields) line.fields.add(field);
      for (const field of read) line.read.add(field);
    }
    let [allFields, allRead] = [0, 0];
    console.table(
      [...table].map(([endpoint, { files, fields, read }]) => {
        const ignored = [...fields].filter((field) => !read.has(field));
        const used = fields.size - ignored.length;
        allFields += fields.size;
        allRead += used;
        return {
          endpoint,
          files,
          fields: fields.size,
          read: used,
          share: share(used, fields.size),
          ignored: ignored.join(' ').slice(0, 100),
        };
      }),
    );
    const withFiles = [...table.values()].filter((line) => line.files > 0).length;
    console.info(
      `${product}: ${withFiles} of ${table.size} polled endpoints have recordings; ` +
        `${allRead} of ${allFields} recorded fields are read (${share(allRead, allFields)})`,
    );
  });
});

/** As hosts refuse (PVE/APIServer of pve-http-server): the reason stands in the line of the status. */
const ownRefusals = [401, 403, 424, 500, 501].map((httpStatus) => ({
  ...{ file: `own ${httpStatus}`, httpStatus, body: { data: null, message: 'the reason\n' } },
}));

test('refusals become errors with the message of the host and without secrets', async () => {
  const recorded = allRecordingsOf('pve').filter((r) => r.httpStatus !== 200);
  const refusals = [...recorded, ...ownRefusals];
  for (const { file, httpStatus, body } of refusals) {
    await using host = await startTlsServer(
      (_, response) => void response.writeHead(httpStatus, 'the reason').end(JSON.stringify(body)),
    );
    const session = createSession({ host: host.origin, verifySSL: false, ...token }, pve.product, systemClock);
    const answer = await session.read(signal).get('/x');
    expect([file, answer]).toMatchObject([
      file,
      {
        ok: false,
        error: {
          kind: expect.stringMatching(httpStatus === 401 ? 'auth' : /^(bad-status|forbidden)$/),
          message: expect.stringContaining('the reason'),
        },
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain(token.tokenValue);
    await session.close();
  }
});

/** Tickets as releases write them: with a signature that begins with `::`, and characters that a cookie must not have. */
const ownLogins = ['PVE:root@pam:6A1D6630::c2lnbmF0dXJl+/==', 'PVE:belfry@pve:5F3A1B2C::AAAA/BBBB+CC='].map(
  (ticket) => ({
    ...{
      file: `own ${ticket}`,
      body: { data: { ticket, CSRFPreventionToken: '6A1D6630:x', username: 'root@pam', cap: {} } },
    },
  }),
);

test('logins give a ticket that is sent with the next call', async () => {
  const recorded = allRecordingsOf('pve').filter((r) => r.endpoint === '/access/ticket' && r.httpStatus === 200);
  const logins = [...recorded, ...ownLogins];
  for (const { file, body } of logins) {
    await using host = await startTlsServer(({ method }, response) =>
      json(response, method === 'POST' ? body.data : { version: '9.2' }),
    );
    const login = { user: 'root@pam', password: 'x' };
    const session = createSession({ host: host.origin, verifySSL: false, ...login }, pve.product, systemClock);
    expect([file, (await session.read(signal).get('/version')).ok]).toEqual([file, true]);
    const { ticket } = body.data as { ticket: string };
    expect(host.requests.at(-1)?.headers.cookie).toBe(`PVEAuthCookie=${encodeURIComponent(ticket)}`);
    await session.close();
  }
});

test('a server of recorded answers over TLS can be monitored like a host', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'answers-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const answers = testedTypes.flatMap(ownAnswersOf).map((answer, i) => ({ ...answer, file: `${i}.json` }));
  for (const { file, body } of answers) await writeFile(path.join(dir, file), JSON.stringify(body));
  await writeFile(path.join(dir, 'index.json'), JSON.stringify({ files: answers.map(({ body: _, ...line }) => line) }));
  const replay = await startReplay(dir);
  onTestFinished(() => replay.stop());
  // A mail gateway has no tokens, and no login is among the answers.
  for (const { type, host, fingerprint } of replay.servers.filter((server) => server.type !== 'pmg')) {
    const config = NodeConfig.parse({ type, name: type, host, fingerprint, ...token });
    const source = createSource(config, { clock: systemClock, log: createLogger('silent'), random: () => 0.5 });
    for (const poll of source.polls) {
      const outcome = await poll.run(signal);
      if (poll.essential) expect([type, outcome]).toMatchObject([type, { ok: true }]);
    }
    await source.close();
  }
});
