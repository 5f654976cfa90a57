// The journal over the reports of a Docker agent, in which containers are edited at random: made again, stopped, updated by compose, while the
// engine does not answer about one of them, over restarts of Belfry, and with agents that report less.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDice } from '@belfry/lab/dice';
import type { ReportBodyContainer } from '@belfry/schema/agent/report';
import { AgentReport } from '@belfry/schema/agent/report';
import { expect, onTestFinished, test } from 'vitest';
import { openJournalFile } from '../db/journal-file.ts';
import { tempDir, tempStore } from '../db/testing/temp-store.ts';
import { createJournal } from '../journal/journal.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { createDockerHosts } from '../sources/docker-agent/hosts.ts';
import { createPersistence } from '../sources/docker-agent/persistence.ts';
import { journalClock } from './testing/watched-journal.ts';

const EDITS = 120;
const CANARY = 'CANARY-2e44';
const REPORT_MS = 30_000;

const first = (name: string): ReportBodyContainer => ({
  ...{ id: `${name}-1`, name, image: `${name}:1`, imageId: 'sha256:1', state: 'running', status: 'Up' },
  ...{ restartCount: 0, restartPolicy: 'always', composeProject: 'shop', composeService: name, environment: ['A'] },
  labels: { 'com.docker.compose.project': 'shop' },
  ports: [{ privatePort: 80, publicPort: 8080, protocol: 'tcp', ip: '0.0.0.0' }],
  networks: [{ name: 'shop_default', ipv4: '172.18.0.2' }],
  mounts: [{ type: 'volume', from: 'data', to: '/data' }],
});

async function begin(names: readonly string[] = ['web', 'db', 'cache', 'queue']) {
  const clock = journalClock();
  const dataDir = tempDir();
  const defects: unknown[] = [];
  const containers = new Map(names.map((name) => [name, first(name)]));
  const facts = { hostname: 'dock1', name: 'dock1', engine: 'docker' as const, dockerVersion: '29.0', os: 'Debian 12' };
  const body = {
    agent: { id: 'engine-1', version: '1.0.0', intervalSeconds: 30 },
    host: facts as Record<string, unknown>,
  };

  async function open() {
    const disk = await tempStore({ clock, dataDir });
    const file = openJournalFile({ dataDir, clock, log: createLogger('silent'), setAside: { leaveOut: () => {} } });
    const parts = createParts({ onDefect: (error) => void defects.push(error), clock });
    const journal = createJournal({ file, guardedTask: parts.guardedTask, clock });
    const hosts = createDockerHosts({
      ...{ clock, agentVersion: '1.0.0', isTokenValid: () => true, forget: () => {} },
      persistence: createPersistence({ store: disk.dockerHosts, clock, log: createLogger('silent') }),
      observe: (emitted) => journal.learn({ ...emitted, at: clock.now() }),
    });
    const stopSaving = await hosts.start();
    return {
      hosts,
      journal,
      async close() {
        await stopSaving();
        await journal.stop();
        await disk.close();
      },
    };
  }
  let belfry = await open();
  const close = () => belfry.close();
  onTestFinished(close);
  return {
    ...{ clock, dataDir, defects, containers, body, close },
    async report(times = 1): Promise<void> {
      for (let n = 0; n < times; n++) {
        await clock.advance(REPORT_MS);
        const report = AgentReport.parse({ ...body, containers: [...containers.values()] });
        belfry.hosts.receive(report, { token: undefined, admin: false }, clock.monotonic());
      }
    },
    async restart(): Promise<void> {
      await belfry.close();
      belfry = await open();
    },
    async entries() {
      return (await belfry.journal.page({}, 10_000)).entries.toReversed();
    },
  };
}

const idOf = (name: string) => `docker:engine-1/name:${name}`;

type Field = readonly [field: string, of: (nth: number) => Partial<ReportBodyContainer>, text: (nth: number) => string];
const fields: readonly Field[] = [
  ['image', (n) => ({ image: `x:${n}` }), (n) => `x:${n}`],
  ['imageId', (n) => ({ imageId: `sha256:${n}` }), (n) => `sha256:${n}`],
  ['restartPolicy', (n) => ({ restartPolicy: `p${n}` }), (n) => `p${n}`],
  ['environment', (n) => ({ environment: [`V${n}`, 'A'] }), (n) => `A\nV${n}`],
  ['networks', (n) => ({ networks: [{ name: `net${n}`, ipv4: `172.18.0.${n % 250}` }] }), (n) => `net${n}`],
  ['mounts', (n) => ({ mounts: [{ type: 'bind', from: `/srv/${n}`, to: '/data' }] }), (n) => `/data bind /srv/${n}`],
  ['ports', (n) => ({ ports: [{ privatePort: 80, publicPort: n, protocol: 'tcp', ip: '::' }] }), (n) => `${n}:80/tcp`],
];

test(`${EDITS} random edits of containers are each in the journal once, right before and after`, async () => {
  const { report, restart, entries, containers, clock, body, defects } = await begin();
  const { roll, pick } = createDice(EDITS);
  await report(3);
  expect(await entries()).toEqual([]);
  const values = new Map<string, string>();
  const expected: string[] = [];
  const lineOf = (resource: string, event: string, changes: string) => `${resource} ${event} ${changes}`;
  let nth = 0;
  const edit = (name: string) => {
    const [field, of, text] = pick(fields);
    const known = containers.get(name);
    if (!known) return;
    const n = ++nth + 1000;
    // By compose: the container is made again, with another id and address.
    const isRemade = roll() < 0.5;
    const own = {
      ...known,
      ...of(n),
      ...(isRemade && { id: `${name}-${n}`, createdAt: new Date(clock.now()).toISOString() }),
    };
    containers.set(name, own);
    const key = `${name} ${field}`;
    const initial = { image: `${name}:1`, imageId: 'sha256:1', restartPolicy: 'always', environment: 'A' };
    const others = { networks: 'shop_default', mounts: '/data volume data', ports: '8080:80/tcp' };
    const before = values.get(key) ?? { ...initial, ...others }[field];
    expected.push(lineOf(idOf(name), 'changed', `${field}: ${before} → ${text(n)}`));
    values.set(key, text(n));
    return own;
  };
  while (expected.length < EDITS) {
    const name = pick([...containers.keys()]);
    const kind = roll();
    const known = containers.get(name);
    if (kind < 0.2 && known) {
      // Away for two reports in the middle of an update.
      containers.delete(name);
      await report(2);
      containers.set(name, known);
      edit(name);
    } else if (kind < 0.3 && known) {
      // It stops, loses its ports and its address, and starts again.
      containers.set(name, {
        ...known,
        state: 'exited',
        ports: [],
        networks: known.networks?.map((net) => ({ name: net.name })),
      });
      await report(3);
      containers.set(name, known);
      await report();
    } else if (kind < 0.4 && known) {
      // The engine does not answer about it.
      const { restartCount: _, restartPolicy: __, environment: ___, mounts: ____, ...listed } = known;
      containers.set(name, listed);
      await report(2);
      containers.set(name, known);
      edit(name);
    } else if (kind < 0.5) {
      const fresh = `new${++nth}`;
      containers.set(fresh, { ...first(fresh), environment: [] });
      await report();
      expected.push(lineOf(idOf(fresh), 'created', ''));
      containers.delete(fresh);
      await report(11);
      expected.push(lineOf(idOf(fresh), 'removed', ''));
    } else if (kind < 0.6) {
      const version = `29.${++nth}`;
      expected.push(lineOf('engine-1', 'changed', `dockerVersion: ${body.host.dockerVersion} → ${version}`));
      body.host = { ...body.host, dockerVersion: version };
    } else edit(name);
    if (roll() < 0.2) await restart();
    if (roll() < 0.1) await clock.advance(3_600_000);
    await report();
  }
  await report(12);
  const found = (await entries()).map(({ resource, event, changes }) =>
    lineOf(
      resource,
      event,
      event === 'created' ? '' : changes.map((c) => `${c.field}: ${c.before} → ${c.after}`).join(', '),
    ),
  );
  expect(found.sort()).toEqual(expected.sort());
  expect(defects).toEqual([]);
});

test('a change is known to lie between two reports, also when the journal did not hear of all of them', async () => {
  const { report, entries, containers, clock } = await begin();
  await report(40);
  const at = clock.now();
  containers.set('web', { ...first('web'), image: 'web:2' });
  await report();
  containers.delete('db');
  await report(30);
  const iso = (ms: number) => new Date(ms).toISOString();
  expect(await entries()).toMatchObject([
    { name: 'web', at: iso(at + REPORT_MS), since: iso(at), by: null, source: 'readings' },
    { name: 'db', event: 'removed', since: iso(at + REPORT_MS) },
  ]);
});

test('an agent that reports more than the one before it changes nothing, and neither does one that reports less', async () => {
  const { report, entries, containers } = await begin(['web']);
  const whole = first('web');
  const { environment: _, mounts: __, ...older } = whole;
  for (const each of [older, whole, older, whole]) {
    containers.set('web', each);
    await report(3);
  }
  containers.set('web', { ...whole, environment: ['B'] });
  await report();
  expect((await entries()).map(({ changes }) => changes)).toEqual([
    [{ field: 'environment', before: 'A', after: 'B' }],
  ]);
});

test('a report without some of the containers removes none', async () => {
  const { report, entries, containers, body } = await begin();
  await report();
  containers.delete('db');
  body.host = { ...body.host, omittedContainers: 1 };
  await report(30);
  expect(await entries()).toEqual([]);
});

test('no secret of a container is in any file', async () => {
  const { report, entries, containers, dataDir, close } = await begin();
  await report();
  containers.set('web', {
    ...first('web'),
    mounts: [{ type: 'bind', from: `/srv/password=${CANARY}`, to: '/data' }],
    image: `https://me:${CANARY}@registry/web`,
  });
  await report();
  const all = await entries();
  expect(all).toHaveLength(1);
  expect(JSON.stringify(all)).not.toContain('CANARY');
  await close();
  const journal = readdirSync(dataDir).filter((name) => name.startsWith('journal'));
  expect(journal.length).toBeGreaterThan(0);
  for (const file of journal) expect(readFileSync(path.join(dataDir, file)).includes('CANARY')).toBe(false);
});
