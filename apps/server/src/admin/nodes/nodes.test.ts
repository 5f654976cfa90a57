import { type Identified, NodeConfig, NodeRequest } from '@belfry/schema/config/node';
import type { Down } from '@belfry/schema/messages/down';
import { expect, test } from 'vitest';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { refusalText } from '../../lib/refusal.ts';
import { createNodes, type NodesChange } from './nodes.ts';
import { noClusters } from './testing/fake-api.ts';

const token = { tokenName: 'm@pam!t', tokenValue: 'top-secret' };
const pve = (host: string, extra: object = {}) => NodeRequest.parse({ type: 'pve', host, ...token, ...extra });

async function setUp(fixed: Identified[] = [], dir = tempDir()) {
  const clock = fakeClock(1_000_000);
  const store = await tempStore({ clock, dataDir: dir });
  const announced: Down[] = [];
  const changes: NodesChange[] = [];
  const nodes = createNodes({
    store,
    fixed,
    live: { instance: () => undefined, node: () => undefined, hasTemperature: () => false },
    ...noClusters,
    announce: (message) => announced.push(message),
    clock,
  });
  nodes.onChange((change) => changes.push(change));
  const add = async (request: NodeRequest) => {
    const added = await nodes.add(request);
    if (!added.ok) throw new Error(refusalText(added.error));
    return added.value;
  };
  const { list } = nodes;
  return { clock, store, list, nodes, announced, changes, add };
}

test('no secret is ever shown', async () => {
  const { nodes, list, add } = await setUp();
  await add(pve('a'));
  await add(NodeRequest.parse({ type: 'pbs', host: 'b', user: 'u', password: 'top-secret' }));
  expect(JSON.stringify(nodes.list())).not.toContain('top-secret');
  expect(list()).toMatchObject([
    { hasToken: true, hasPassword: false, status: 'pending' },
    { hasToken: false, hasPassword: true, user: 'u@pbs' },
  ]);
});

test('an id stays with its host when another is deleted', async () => {
  const { nodes, add } = await setUp();
  const [a, b] = [await add(pve('a')), await add(pve('b'))];
  expect(await nodes.remove(a.id)).toEqual({ ok: true, value: { status: 'success' } });
  expect(await nodes.update(b.id, { name: 'renamed' })).toMatchObject({
    ok: true,
    value: { id: b.id, name: 'renamed' },
  });
  expect(await nodes.update(a.id, { name: 'ghost' })).toMatchObject({
    error: { code: 'not_found', sentence: { id: 'node.notFound' } },
  });
});

test('a duplicate name and a duplicate address are conflicts', async () => {
  const { nodes, add } = await setUp();
  await add(pve('a', { name: 'one' }));
  const two = await add(pve('b', { name: 'pbs-x' }));
  const code = (answer: { ok: boolean; error?: { code: string } }) => answer.error?.code;
  expect(code(await nodes.add(pve('c', { name: 'one' })))).toBe('conflict');
  expect(code(await nodes.add(pve('https://a:8006', { name: 'other' })))).toBe('conflict');
  expect(code(await nodes.update(two.id, { name: 'one' }))).toBe('conflict');
  expect(nodes.list()).toHaveLength(2);
});

const pbs = (host: string, name: string) => NodeRequest.parse({ type: 'pbs', host, name, user: 'u', password: 'p' });

test('an id is made from the first name, is unique, and stays when the name changes', async () => {
  const { nodes, add } = await setUp([
    NodeConfig.parse({ type: 'pve', name: 'dc', host: 'https://dc:8006', ...token }),
  ]);
  const home = await add(pve('a', { name: 'home' }));
  expect(await nodes.update(home.id, { name: 'attic' })).toMatchObject({
    ok: true,
    value: { id: home.id, instance: 'home', name: 'attic', status: 'pending' },
  });
  expect((await add(pve('b', { name: 'home' }))).instance).toBe('home-2');
  expect((await add(pve('c', { name: 'pbs-x' }))).instance).toBe('pbs-x');
  expect((await add(pbs('d', 'x'))).instance).toBe('pbs-x-2');
  expect((await add(pbs('e', 'dc'))).instance).toBe('pbs-dc');
  expect((await add(pve('f', { name: 'Küche / 2. Rack' }))).instance).toBe('Küche-2.-Rack');
  expect(nodes.get(home.id)).toMatchObject({ instance: 'home', config: { name: 'attic' } });
});

test('a change of the name alone does not make a host pending', async () => {
  const { clock, store, nodes, add } = await setUp();
  const { id } = await add(pve('a', { fingerprint: 'ab'.repeat(32) }));
  const before = store.instances.get(id)?.changedAt;
  await clock.advance(5000);
  await nodes.update(id, { name: 'b' });
  expect(store.instances.get(id)).toMatchObject({ changedAt: before, config: { name: 'b' } });
  await nodes.update(id, { fingerprint: '' });
  expect(store.instances.get(id)?.changedAt).not.toBe(before);
  expect(store.instances.get(id)?.config).not.toHaveProperty('fingerprint');
});

test('a replaced entry is matched by its id, or by its name if it has no id; names may be swapped', async () => {
  const { nodes, store, add } = await setUp();
  const config = (host: string, name: string) =>
    NodeConfig.parse({ type: 'pve', host: `https://${host}:8006`, name, ...token });
  const ids = [await add(pve('a', { name: 'one' })), await add(pve('b', { name: 'two' }))].map(({ id }) => id);
  const replaced = nodes.prepare([
    { ...config('a', 'two'), id: 'one' },
    { ...config('b', 'one'), id: 'two' },
    config('c', 'three'),
  ]);
  if (!replaced.ok) throw new Error(refusalText(replaced.error));
  await store.atomically(replaced.value.write);
  const { instances } = store.instances.list();
  expect(instances.map(({ instance, config: { name } }) => [instance, name])).toEqual([
    ['one', 'two'],
    ['two', 'one'],
    ['three', 'three'],
  ]);
  expect(instances.slice(0, 2).map(({ id }) => id)).toEqual(ids);
  const twice = nodes.prepare([
    { ...config('a', 'x'), id: 'one' },
    { ...config('b', 'y'), id: 'one' },
  ]);
  expect(twice).toMatchObject({ ok: false, error: { code: 'conflict' } });
  // A file from a version that wrote no ids.
  const old = nodes.prepare([config('a', 'two')]);
  if (old.ok) await store.atomically(old.value.write);
  expect(store.instances.list().instances.map(({ id, instance }) => [id, instance])).toEqual([[ids[0], 'one']]);
});

test('an entry whose id the environment uses since is listed as broken, and its instance is not watched twice', async () => {
  const dir = tempDir();
  const before = await setUp([], dir);
  const { id } = await before.add(pve('a', { name: 'home' }));
  await before.store.close();
  const { nodes } = await setUp(
    [NodeConfig.parse({ type: 'pve', name: 'home', host: 'https://b:8006', ...token })],
    dir,
  );
  expect(nodes.instances().map(({ config }) => config.host)).toEqual(['https://b:8006']);
  expect(nodes.list()[1]).toMatchObject({ id, status: 'error', error: expect.stringContaining('same id') });
  expect((await nodes.remove(id)).ok).toBe(true);
});

test('a generated name does not conflict with existing names', async () => {
  const { add } = await setUp();
  expect(
    [await add(pve('pve1.lan')), await add(pve('pve1.home')), await add(pve('pve1.home:443'))].map((n) => n.name),
  ).toEqual(['pve1', 'pve1.home', 'pve1.home:443']);
});

test('every change is announced once, with the old and the new value', async () => {
  const { nodes, announced, changes, add } = await setUp();
  const { id } = await add(pve('a'));
  await nodes.update(id, { verifySSL: false, ...token });
  await nodes.update(id, { name: '' });
  await nodes.remove(id);
  await nodes.remove(id);
  expect(announced.map((m) => m.type)).toEqual(['nodes_changed', 'nodes_changed', 'nodes_changed', 'node_deleted']);
  expect(changes.map(({ before, after }) => [before.length, after.length])).toEqual([
    [0, 1],
    [1, 1],
    [1, 1],
    [1, 0],
  ]);
});

test('a fingerprint can be removed', async () => {
  const { nodes, add } = await setUp();
  const { id } = await add(pve('a', { fingerprint: 'ab'.repeat(32) }));
  expect(await nodes.update(id, { fingerprint: '' })).toMatchObject({ ok: true });
  expect(nodes.list()[0]).not.toHaveProperty('fingerprint');
});

test('an entry whose old address is lost gives its secret to no new one', async () => {
  const { store, nodes, add } = await setUp();
  const { id } = await add(pve('a'));
  await store.elsewhere(
    `UPDATE instances SET config = json_remove(config, '$.host')`,
    `UPDATE instances SET config = (config::jsonb - 'host')::text`,
  );
  for (const patch of [{ host: 'evil.example' }, { verifySSL: false }])
    expect(await nodes.update(id, patch)).toMatchObject({ error: { code: 'validation_error' } });
  expect(await nodes.update(id, { host: 'a', ...token })).toMatchObject({ ok: true });
});

test('an entry that cannot be read is shown as an error; it can be repaired, or deleted', async () => {
  const { store, list, nodes, add } = await setUp();
  const [{ id }, other] = [await add(pve('a')), await add(pve('b'))];
  await store.elsewhere(
    "UPDATE secrets SET sealed = x'00' WHERE owner LIKE 'instances/%'",
    "UPDATE secrets SET sealed = '\\x00' WHERE owner LIKE 'instances/%'",
  );
  expect(list()).toMatchObject([
    { id, name: 'a', status: 'error', error: 'cannot be decrypted: tokenValue' },
    { id: other.id, status: 'error' },
  ]);
  expect(await nodes.update(id, { tokenName: 'm@pam!t', tokenValue: 'again' })).toMatchObject({ ok: true });
  expect(await nodes.remove(other.id)).toMatchObject({ ok: true });
  expect(list()).toMatchObject([{ id, host: 'https://a:8006', status: 'pending', hasToken: true }]);
});

test('a host that registers again keeps its settings and gets its new token', async () => {
  const { nodes, add } = await setUp();
  const { id } = await add(pve('a', { name: 'mine', monitorBackups: false }));
  const again = await nodes.register({
    type: 'pve',
    host: 'A',
    tokenName: 'm@pam!new',
    tokenValue: 'v2',
    name: 'other',
  });
  expect(again).toMatchObject({ ok: true, value: { id, name: 'mine', tokenName: 'm@pam!new', monitorBackups: false } });
  expect(nodes.get(id)?.config).toMatchObject({ tokenValue: 'v2', verifySSL: true });
});

test('a new host that registers gets a free name', async () => {
  const { nodes, add } = await setUp();
  await add(pve('a', { name: 'srv' }));
  const first = await nodes.register({ type: 'pbs', host: 'b', tokenName: 'm@pbs!t', tokenValue: 'v', name: 'srv' });
  expect(first).toMatchObject({ ok: true, value: { name: 'srv', verifySSL: false } });
  const second = await nodes.register({ type: 'pve', host: 'c', tokenName: 'm@pam!t', tokenValue: 'v', name: 'srv' });
  expect(second).toMatchObject({ ok: true, value: { name: 'c' } });
});

test('hosts of the environment are shown and marked, and can be changed only there', async () => {
  const { nodes, list, changes, add } = await setUp([
    NodeConfig.parse({ type: 'pve', name: 'dc', host: 'pve1', ...token, verifySSL: false }),
  ]);
  expect(list()).toMatchObject([{ id: 'env-dc', fixed: true, host: 'https://pve1:8006', hasToken: true }]);
  const text = { ok: false, error: { code: 'conflict', sentence: { id: 'node.ofEnvironment' } } };
  expect(await nodes.update('env-dc', { name: 'x' })).toMatchObject(text);
  expect(await nodes.remove('env-dc')).toMatchObject(text);
  expect(await nodes.add(pve('pve1', { name: 'y' }))).toMatchObject({ error: { code: 'conflict' } });
  await add(pve('pve2'));
  expect(list()[1]).not.toHaveProperty('fixed');
  expect(changes).toMatchObject([{ before: [{ id: 'env-dc' }], after: [{ id: 'env-dc' }, {}] }]);
});
