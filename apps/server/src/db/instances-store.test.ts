import path from 'node:path';
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from './migrate.ts';
import { instanceIds } from './migrations/0006-instance-ids.ts';
import { migrations } from './migrations/list.ts';
import { openDatabase } from './open.ts';
import { tempDir, tempStore } from './testing/temp-store.ts';

const pve = (name: string, more: object = {}) =>
  NodeConfig.parse({ type: 'pve', name, host: 'https://10.0.0.1:8006', user: 'root@pam', password: 'pw', ...more });

test('ids are random and stay when others go', async () => {
  const { instances } = await tempStore();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const added = await instances.add(pve(name), name);
    if (added.ok) ids.push(added.value.id);
  }
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(await instances.remove(ids[0] ?? '')).toBe(true);
  expect(instances.get(ids[2] ?? '')?.config.name).toBe('c');
  expect(await instances.remove(ids[0] ?? '')).toBe(false);
});

test('an update keeps omitted fields, and also the old value where a secret, name or host is empty', async () => {
  const { instances } = await tempStore();
  const added = await instances.add(
    pve('a', { monitorBackups: false, monitorPhysicalDisks: true, verifySSL: false }),
    'a',
  );
  if (!added.ok) throw new Error('not added');
  const updated = await instances.update(added.value.id, { host: '10.0.0.2', name: '', password: '' });
  expect(updated).toMatchObject({ ok: true, value: { config: { ...added.value.config, host: '10.0.0.2' } } });
  expect(instances.get(added.value.id)?.config).toEqual({ ...added.value.config, host: '10.0.0.2' });
});

test('a token replaces the password and a password the token', async () => {
  const store = await tempStore();
  const added = await store.instances.add(pve('a'), 'a');
  if (!added.ok) throw new Error('not added');
  const { id } = added.value;
  await store.instances.update(id, { tokenName: 'root@pam!belfry', tokenValue: 'tv' });
  expect(store.instances.get(id)?.config).not.toHaveProperty('password');
  expect([...store.secrets.read(`instances/${id}`).values.keys()]).toEqual(['tokenValue']);
  await store.instances.update(id, { password: 'new' });
  expect(store.instances.get(id)?.config).toMatchObject({ password: 'new' });
  expect(store.instances.get(id)?.config).not.toHaveProperty('tokenValue');
});

test('a bad update names the field and changes nothing', async () => {
  const { instances } = await tempStore();
  const added = await instances.add(pve('a'), 'a');
  await instances.add(pve('b'), 'b');
  if (!added.ok) throw new Error('not added');
  const { id, config } = added.value;
  expect(await instances.update(id, { fingerprint: 'zz' })).toMatchObject({
    error: { code: 'invalid', fields: { fingerprint: { id: 'input.fingerprint' } } },
  });
  expect(await instances.update(id, { colour: 'red' })).toMatchObject({ error: { code: 'invalid' } });
  expect(await instances.update(id, { name: 'b' })).toMatchObject({ error: { code: 'duplicate_name' } });
  expect(await instances.update('nope', {})).toMatchObject({ error: { code: 'not_found' } });
  expect(instances.get(id)?.config).toEqual(config);
});

test('an entry with a damaged secret is reported with the reason; the others load, and it can be repaired', async () => {
  const { instances, elsewhere } = await tempStore();
  const added = await instances.add(pve('a'), 'a');
  await instances.add(pve('b'), 'b');
  if (!added.ok) throw new Error('not added');
  const { id } = added.value;
  await elsewhere(
    `UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE owner <> 'instances/${id}' AND name = 'password')`,
  );
  const { instances: good, broken } = instances.list();
  expect(good.map((i) => i.config.name)).toEqual(['b']);
  expect(broken).toEqual([{ id, instance: 'a', type: 'pve', name: 'a', reason: 'cannot be decrypted: password' }]);
  expect((await instances.update(id, { password: 'again' })).ok).toBe(true);
  expect(instances.list().broken).toEqual([]);
});

test('an entry of an earlier version has the id made from its type and name', () => {
  const db = openDatabase(path.join(tempDir(), 'x.db'));
  onTestFinished(() => db.close());
  const before = migrations.indexOf(instanceIds);
  migrate(db, { name: 'belfry', migrations: migrations.slice(0, before), backups: tempDir(), at: 0 });
  const rows = [
    ['a', 'pve', 'Rack 1'],
    ['b', 'pbs', 'main'],
    ['c', 'pve', 'pbs-main'],
  ];
  for (const row of rows) db.prepare("INSERT INTO instances VALUES (?, ?, ?, '{}', 0, 0)").run(...row);
  migrate(db, { name: 'belfry', migrations, backups: tempDir(), at: 0 });
  expect(
    db
      .prepare('SELECT instance FROM instances ORDER BY id')
      .all()
      .map(({ instance }) => instance),
  ).toEqual(['Rack 1', 'pbs-main', 'pbs-main-c']);
});
