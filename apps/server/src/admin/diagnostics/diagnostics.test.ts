// Diagnostics of the whole app, which monitors a datacentre full of names.
import type { NodeConfig } from '@belfry/schema/config/node';
import { exportDiagnostics, getDiagnostics } from '@belfry/schema/http/diagnostics';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, test } from 'vitest';
import { place } from '../../contract/testing/place.ts';
import { connect } from '../../contract/testing/socket.ts';
import { configuredApp, type Whole } from '../../contract/testing/whole-app.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { refuse } from '../../lib/refusal.ts';
import { createChecks } from './checks.ts';
import { createPseudonyms } from './names.ts';

type App = Whole & { token: string };
const get = ({ call, token }: App, url: string) => call('GET', url, { headers: { 'x-api-token': token } });

/** A whole app that monitors one datacentre, after its first reading of everything. */
async function monitoring(lacks: readonly string[] = []) {
  const where = await place();
  const [pve, ...others] = where.nodes;
  const token = lacks.length > 0 ? where.lab.tokenWithout(...lacks) : undefined;
  const account = token && { tokenName: token.name, tokenValue: token.value };
  const nodes = [{ ...pve, ...account, monitorPhysicalDisks: true }, ...others] as typeof where.nodes;
  const app = await configuredApp({ more: { nodes } });
  const page = await connect(app, { 'x-api-token': app.token });
  for (const list of ['vms', 'storage', 'physicalDisks', 'pbsBackups', 'pmg', 'pbs'] as const)
    await page.find(({ data }) => list in data && (data[list] as unknown[]).length > 0);
  return { ...where, app };
}

/** Every text in the value at any depth, with its key. */
function* texts(value: unknown, key = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [key, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) yield* texts(item, Array.isArray(value) ? key : name);
}

function* vmids(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (/vmid/i.test(name)) yield item;
    yield* vmids(item);
  }
}

const identifying = new Set(
  'id name displayName host hostname instance node nodes nodeIds storage server datastore namespace username fingerprint volid notes comment serial owner description parent message part ipAddresses addresses mac clusterName fsid tags pool healthMessage domain labels image agentId machineId devPath'.split(
    ' ',
  ),
);
/** Words that identify no datacentre, because every datacentre has them. */
const common = new Set([
  'local',
  'cluster',
  'node',
  'vm',
  'ct',
  'host',
  'root',
  'scsi0',
  'current',
  'Ceph',
  'rpool',
  'prod',
  'test',
]);

test('diagnostics test every host and report its type, its kind of sign-in and what cannot be read', async () => {
  const { app, lab } = await monitoring();
  const { status, read } = await get(app, '/api/diagnostics');
  const reply = read(getDiagnostics.reply);
  expect(status).toBe(200);
  expect(reply.nodes).toMatchObject([
    {
      ...{ name: lab.instances[0]?.name, type: 'pve', authMethod: 'api_token', connected: true },
      ...{ clusterInfo: { nodes: 2 }, details: { node_count: 2 } },
    },
  ]);
  const [host] = reply.nodes;
  expect(host?.vmDiskCheck?.vmsFound).toBeGreaterThan(0);
  const disks = host?.physicalDisks;
  expect(disks).toMatchObject({ enabled: true, nodesChecked: 2, nodesWithDisks: 2 });
  expect(disks?.nodeResults.map(({ nodeName }) => nodeName)).toEqual(
    lab.clusters.flatMap((cluster) => cluster.nodes.map(({ name }) => name)),
  );
  expect(disks?.nodeResults.reduce((total, { diskCount }) => total + diskCount, 0)).toBe(disks?.totalDisks);
  expect(reply.pbs).toMatchObject([{ connected: true, type: 'pbs' }]);
  expect(reply.pmg).toMatchObject([{ connected: true, type: 'pmg', authMethod: 'username_password' }]);
  expect(reply.guestSnapshots.length).toBe(10);
});

test('the sanitised document has no name, address, text or serial number of the installation', async () => {
  const { app } = await monitoring();
  const body = { agent: { id: 'engine-of-planted' }, host: { hostname: 'dockhost-planted.lan' }, containers: [] };
  await app.call('POST', '/api/agents/docker/report', { body, headers: { 'x-api-token': app.token } });

  const full = (await get(app, '/api/diagnostics/export?sanitize=false')).read(exportDiagnostics.reply);
  const state = await get(app, '/api/state');
  const planted = new Set<string>();
  for (const [key, text] of [...texts(state.json), ...texts(full)])
    if (identifying.has(key) && text.length >= 3 && !common.has(text)) planted.add(text);
  for (const { host } of full.backendDiagnostics.nodes) planted.add(new URL(host).hostname);
  expect(planted.size).toBeGreaterThan(100);
  expect(JSON.stringify(full)).toContain('dockhost-planted');

  const { text, json, headers } = await get(app, '/api/diagnostics/export');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="belfry-diagnostics-sanitized-[\d-]+\.json"$/);
  expect(json).toMatchObject({ version: '2.1.0', _notice: expect.any(String) });
  const found = [...texts(json)].map(([, value]) => value);
  const leaks = [...planted].filter((name) =>
    found.some((value) => value === name || (name.length >= 6 && value.includes(name))),
  );
  expect(leaks).toEqual([]);
  expect(text).not.toMatch(/\b\d{1,3}(\.\d{1,3}){3}\b/);
  expect(text).not.toMatch(/[0-9A-F]{2}(:[0-9A-F]{2}){5}/i);
  // a figure may happen to be the number of a guest, a text or a VMID may not
  const numbers = [...found, ...[...vmids(json)].map(String)];
  for (const { vmid } of state.read(getState.reply).vms)
    expect(numbers.filter((value) => new RegExp(`(?<![\\d.:-])${vmid}(?![\\d.:-])`).test(value))).toEqual([]);
});

test('a missing privilege is named with its place in full, and without the place in the sanitised document', async () => {
  const { app } = await monitoring(['VM.GuestAgent.Audit']);
  const needs = async () => {
    const { nodes } = (await get(app, '/api/diagnostics')).read(getDiagnostics.reply);
    return nodes[0]?.gaps.map((gap) => gap.needs);
  };
  await expect.poll(needs, { interval: 200 }).toContain('VM.GuestAgent.Audit on /vms');
  const { backendDiagnostics } = (await get(app, '/api/diagnostics/export')).read(exportDiagnostics.reply);
  expect(backendDiagnostics.nodes[0]?.gaps).toContainEqual({ kind: 'forbidden', needs: 'VM.GuestAgent.Audit' });
});

test('a privilege without its place names nothing of the installation', () => {
  const { privilege } = createPseudonyms();
  expect(privilege('Datastore.Audit on /storage/customer-x')).toBe('Datastore.Audit');
  expect(privilege('Sys.Audit')).toBe('Sys.Audit');
  for (const text of ['the role Auditor', 'customer-x', 'VM.Audit.customer-x on /', 'x Sys.Audit on /', undefined])
    expect(privilege(text)).toBeUndefined();
});

test('the same thing has the same pseudonym everywhere in the document, and the endings .lan and .local stay', async () => {
  const { app } = await monitoring();
  const { json } = await get(app, '/api/diagnostics/export');
  const instance = 'instance-1';
  expect(json.backendDiagnostics).toMatchObject({ nodes: [{ id: instance }] });
  expect(json.connectionHealth).toHaveProperty(instance);
  expect(json.nodeStatus).toMatchObject([{ instance }, { instance }]);
  const names = createPseudonyms();
  expect(names.called('node', 'x', 'pve1.example.lan')).toBe('node-1.lan');
  expect(names.address('https://pve1.example.local:8006')).toBe('https://host-1.local:8006');
  expect(names.address('https://[fd00::1]:8006/x?y')).toBe('https://host-2:8006');
  expect(names.address('pve1.example.local')).toBe('host-1.local');
});

test('diagnostics list a host that is down with its reason, beside the others; connected means the same as in the state', async () => {
  const { app, lab } = await monitoring();
  for (const { name } of lab.clusters.flatMap((cluster) => cluster.nodes)) await lab.fault(name, { status: 500 });
  const health = async () => {
    const { instances } = (await get(app, '/api/state')).read(getState.reply);
    return instances.find(({ kind }) => kind === 'pve')?.health;
  };
  await expect.poll(health, { interval: 200 }).toBe('error');
  const { json } = await get(app, '/api/diagnostics');
  expect(json.nodes).toMatchObject([{ connected: false, error: expect.stringMatching(/500|transport endpoint/i) }]);
  expect(json.pbs).toMatchObject([{ connected: true }]);
});

test('hosts are tested at most once a minute for any number of callers, and eight at a time', async () => {
  const clock = fakeClock(0);
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const hosts = Array.from({ length: 12 }, (_, i) => ({ instance: `h${i}`, config: { name: `h${i}` } as NodeConfig }));
  const checks = createChecks({
    hosts: () => hosts,
    check(config) {
      asked.push(config.name);
      return new Promise((done) => answers.push(() => done(refuse('bad_request'))));
    },
    clock,
  });
  const both = [checks(), checks()];
  expect(asked.length).toBe(8);
  while (answers.length > 0) {
    answers.shift()?.();
    await clock.advance(0);
  }
  const [first, second] = await Promise.all(both);
  expect(second).toBe(first);
  expect(asked.length).toBe(12);
  await clock.advance(59_999);
  expect(await checks()).toBe(first);
  await clock.advance(1);
  void checks();
  expect(asked.length).toBe(20);
});
