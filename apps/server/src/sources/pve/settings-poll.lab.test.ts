// The configurations that the journal of changes knows, from a lab that lists rows in another order each time and leaves out what the account
// may not see.
import type { Findings } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { expectFindings, type Watched, watchLab } from './testing/watched.ts';

const RUN_MS = 30_000;

const dc = (options: Parameters<typeof watchLab>[0] = {}) =>
  watchLab({ nodes: 2, guests: 12, plain: true, ...options });

/** Runs the poll that often, half a minute apart. */
async function runs(watched: Watched, times: number): Promise<Findings[]> {
  const found: Findings[] = [];
  for (let n = 0; n < times; n++) {
    await watched.clock.advance(RUN_MS);
    found.push(expectFindings(await watched.run('settings')));
  }
  return found;
}
/** All that were read, the last one of each. */
const settingsOf = (found: readonly Findings[]) =>
  new Map(found.flatMap(({ settings = [] }) => settings).map((one) => [one.resource, one]));

test('every kind is read once an hour, a few in each run, and a node gets no more than a few calls at once', async () => {
  await using watched = await dc({ guests: 60, everything: true });
  await watched.poll('resources');
  watched.lab.requests.clear();
  const hour = 3600 / (RUN_MS / 1000);
  const all = settingsOf(await runs(watched, hour));
  const calls = watched.lab.requests.recent();
  const of = (pattern: RegExp) => calls.filter(({ path }) => pattern.test(path)).length;
  const id = watched.source.instance.id;
  for (const resource of [
    `${id}/storage/local`,
    `${id}/user/eve@pve`,
    `${id}/acl// user eve@pve PVEAuditor`,
    `${id}/options/`,
    `${id}/of pool/web/members`,
    `${id}/of security-group/office/group-rules`,
    `${id}-${watched.lab.clusters[0]?.nodes[0]?.name}/packages`,
  ])
    expect([...all.keys()]).toContain(resource);
  const guests = watched.lab.guests(watched.name).length;
  expect(
    [...all.values()].filter(({ about, kind }) => kind === 'firewall' && /-\d{3,}$/.test(about ?? '')),
  ).toHaveLength(2 * guests);
  // Two calls a guest, and one for each kind; none twice. The firewall and the configuration are 0.05 a guest a minute.
  expect(of(/\{vmid\}\/firewall\//)).toBeLessThanOrEqual(2 * guests);
  expect(of(/permissions/)).toBeLessThanOrEqual(20);
  expect(of(/./)).toBeLessThan(2 * guests + 80);
  const atOnce = Object.values(Object.groupBy(calls, ({ at }) => String(at))).map((some = []) => some.length);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(12);
});

test('nothing of a host that lists the same in another order, with other computed fields, is a change', async () => {
  await using watched = await dc();
  await watched.poll('resources');
  const first = settingsOf(await runs(watched, 20));
  await watched.clock.advance(3_600_000);
  const second = settingsOf(await runs(watched, 20));
  expect(second.size).toBe(first.size);
  for (const [resource, { settings }] of second)
    expect([resource, settings]).toEqual([resource, first.get(resource)?.settings]);
});

test('a task says what to read at once, and who made the change where that is certain', async () => {
  await using watched = await dc();
  await watched.poll('resources', 'guest-configs');
  await runs(watched, 20);
  const storage = { type: 'dircreate', id: 'more', user: 'eve@pve' };
  watched.lab.editSettings(
    watched.name,
    '/storage',
    'more',
    { type: 'dir', path: '/mnt/more', content: 'iso' },
    storage,
  );
  const node = watched.lab.clusters[0]?.nodes[1]?.name ?? '';
  const reload = { type: 'srvreload', id: 'networking', user: 'root@pam', node };
  watched.lab.editSettings(watched.name, `/nodes/${node}/network`, 'vmbr0', { mtu: 9000 }, reload);
  await watched.clock.advance(5000);
  await watched.poll('guest-configs');
  const all = settingsOf(await runs(watched, 1));
  expect(all.get(`${watched.source.instance.id}/storage/more`)?.tasks).toMatchObject([
    { user: 'eve@pve', touches: 'creation' },
  ]);
  expect(all.get(`${watched.source.instance.id}/storage/local`)?.tasks).toEqual([]);
  expect(all.get(`${watched.name}-${node}/network`)).toMatchObject({ settings: { 'vmbr0.mtu': '9000' }, tasks: [] });
});

test('without a privilege a list is not whole, nothing is asked that would be refused, and it is said once', async () => {
  await using watched = await dc();
  await watched.poll('resources');
  const lists = (found: readonly Findings[]) =>
    found.flatMap(({ settingsLists = [] }) => settingsLists.map(({ under }) => under.split('/').at(-2)));
  expect(lists(await runs(watched, 20))).toEqual(expect.arrayContaining(['storage', 'user', 'acl', 'pool', 'role']));
  for (const lack of ['Sys.Audit', 'Datastore.Audit', 'Pool.Audit']) watched.token.lacks.add(lack);
  await watched.clock.advance(3_600_000);
  watched.lab.requests.clear();
  const found = await runs(watched, 20);
  // It may still allocate space, so the host lists no storage but the list counts as whole only with a privilege that shows it.
  expect(lists(found)).not.toContain('user');
  expect(lists(found)).not.toContain('pool');
  expect(lists(found)).toContain('role');
  expect(watched.lab.requests.recent().filter(({ status }) => status === 403)).toEqual([]);
  const { gaps = [] } = found.at(-1) ?? {};
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatchObject({ part: 'configurations', kind: 'forbidden' });
  expect(gaps[0]?.needs).toContain('Sys.Audit on /access/groups');
  expect(gaps[0]?.needs).toContain('Pool.Audit on /pool');
});

test('a row that is missing is looked at twice, and a privilege that is lost in between makes it no removal', async () => {
  await using watched = await dc();
  await watched.poll('resources');
  await runs(watched, 20);
  watched.lab.editSettings(watched.name, '/pools', 'empty', null);
  await watched.clock.advance(3_600_000);
  const of = (found: readonly Findings[]) =>
    found.flatMap(({ settingsLists = [] }) => settingsLists.filter(({ under }) => under.endsWith('/pool/')));
  const [first, ...others] = of(await runs(watched, 20));
  expect(first?.resources).toEqual([`${watched.source.instance.id}/pool/web`]);
  expect(others).toEqual([]);
  watched.lab.editSettings(watched.name, '/pools', 'web', null);
  await watched.clock.advance(3_600_000);
  const { pass } = await lostDuring(watched, /^\/pools$/, 'Pool.Audit');
  expect(of(await pass())).toEqual([]);
});

/** The account loses a privilege as soon as that call was answered. */
async function lostDuring(watched: Watched, call: RegExp, privilege: string) {
  return {
    async pass(): Promise<Findings[]> {
      const found: Findings[] = [];
      for (let n = 0; n < 20; n++) {
        found.push(...(await runs(watched, 1)));
        if (watched.lab.requests.recent().some(({ path }) => call.test(path))) watched.token.lacks.add(privilege);
      }
      return found;
    },
  };
}

test('no secret is in any reading', async () => {
  await using watched = await dc();
  await watched.poll('resources');
  const canary = 'CANARY-4c11';
  const edit = (call: string, row: string, fields: Record<string, unknown>) =>
    watched.lab.editSettings(watched.name, call, row, fields);
  edit('/access/users', 'eve@pve', { keys: canary, comment: `password: ${canary}`, password: canary });
  edit('/access/users', 'root@pam', { tokens: [{ tokenid: 'mon', value: canary, comment: `token=${canary}` }] });
  edit('/storage', 'local', { password: canary, keyring: canary, 'encryption-key': canary, options: `pass=${canary}` });
  edit('/cluster/options', '', { http_proxy: `http://me:${canary}@proxy`, description: `secret: ${canary}` });
  edit('/cluster/metrics/server', 'influx', { type: 'influxdb', server: 'x', port: 1, token: canary });
  const node = watched.lab.clusters[0]?.nodes[0]?.name ?? '';
  edit(`/nodes/${node}/config`, '', { description: `api_key=${canary}`, wakeonlan: 'x', 'acme-secret': canary });
  edit(`/nodes/${node}/firewall/rules`, '0', { comment: `password is ${canary}` });
  const found = await runs(watched, 20);
  expect(settingsOf(found).get(`${watched.source.instance.id}/metric-server/influx`)).toBeDefined();
  expect(JSON.stringify(found)).not.toContain('CANARY');
});
