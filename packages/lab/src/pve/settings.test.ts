// Pending updates, the options of a cluster, and shared storages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, fetchRows, instanceOf, otherToken, type Row, token } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    nodes: 9,
    guests: 90,
    clusters: 3,
    seed: 2,
    authDelayMs: 0,
    clock: () => Date.UTC(2026, 0, 15),
  });
});
afterAll(() => lab.stop());

const get = (path: string, headers: Record<string, string> = token(instanceOf(lab)), nth = 0) =>
  ask(instanceOf(lab, nth).host, path, { headers });

test('pending updates need Sys.Modify, and a new kernel has no old version', async () => {
  const path = `/nodes/${instanceOf(lab).members[0]?.node}/apt/update`;
  expect(await get(path)).toMatchObject({ status: 403, reason: expect.stringContaining('Sys.Modify') });
  const headers = otherToken(lab.tokenWith('Sys.Modify'));
  const lists: Row[][] = await Promise.all(
    instanceOf(lab).members.map(async (m) => JSON.parse((await get(`/nodes/${m.node}/apt/update`, headers)).text).data),
  );
  const rows = lists.flat();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.OldVersion === undefined).map((row) => row.Section)).toEqual(
    rows.filter((row) => row.Section === 'kernel').map((row) => row.Section),
  );
});

test('without Sys.Audit the options of a cluster contain only the tags and their style, and before 7.3 nothing', async () => {
  const everything = JSON.parse((await get('/cluster/options')).text).data;
  expect(Object.keys(everything).sort()).toEqual(['allowed-tags', 'keyboard', 'mac_prefix', 'migration', 'tag-style']);
  const stranger = otherToken(lab.tokenWithout('Sys.Audit'));
  const some = JSON.parse((await get('/cluster/options', stranger)).text).data;
  expect(Object.keys(some).sort()).toEqual(['allowed-tags', 'tag-style']);
  expect(some['allowed-tags']).toContain('prod');
  const old = await startLab({ nodes: 1, guests: 1, version: 7, authDelayMs: 0 });
  const refused = otherToken(old.tokenWithout('Sys.Audit'));
  expect((await ask(instanceOf(old).host, '/cluster/options', { headers: refused })).status).toBe(403);
  await old.stop();
});

test('a backup server is a shared storage by its type: in the configuration, on each node and in the resources of the cluster', async () => {
  const isServer = (row: Row) => row.storage === 'pbs-main';
  const [configured] = (await fetchRows(instanceOf(lab), '/storage')).filter(isServer);
  expect(configured).toMatchObject({ type: 'pbs', shared: 1 });
  for (const { node } of instanceOf(lab).members)
    expect((await fetchRows(instanceOf(lab), `/nodes/${node}/storage`)).find(isServer)).toMatchObject({ shared: 1 });
  const listed = (await fetchRows(instanceOf(lab), '/cluster/resources?type=storage')).filter(isServer);
  expect(listed.map((row) => row.shared)).toEqual([1, 1, 1]);
});
