// What real hosts do: by chance and by seed, on the wire, and never in a calm datacentre.
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../client.ts';
import { type LabOptions, startLab } from '../datacentre.ts';
import { allShapes, makeAwkward, type Shape, shapesOf } from './awkward.ts';

const NOW_S = Date.UTC(2026, 4, 20, 9) / 1000;

async function labOf(options: LabOptions, shapes: readonly Shape[] = allShapes) {
  const lab = await startLab({
    nodes: 4,
    guests: 80,
    seed: 4,
    authDelayMs: 0,
    clock: () => NOW_S * 1000,
    everything: true,
    ...options,
  });
  onTestFinished(() => lab.stop());
  const [cluster] = lab.clusters;
  const [instance] = lab.instances;
  if (!cluster || !instance) throw new Error('no cluster');
  if (!options.awkward) makeAwkward(cluster, shapes);
  const headers = { authorization: `PVEAPIToken=${instance.tokenName}=${instance.tokenValue}` };
  const get = async (path: string) => JSON.parse((await ask(instance.host, path, { headers })).text).data;
  return { cluster, get };
}

test('each shape comes and stays away by chance, and a seed always has the same ones', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => shapesOf({ seed }));
  for (const shape of allShapes) {
    const count = seeds.filter((shapes) => shapes.includes(shape)).length;
    expect([shape, count > 5 && count < 35]).toEqual([shape, true]);
  }
  expect(seeds).toEqual(Array.from({ length: 40 }, (_, seed) => shapesOf({ seed })));
});

test('agents tell logical volumes, a disk of containers, and an error with status 200', async () => {
  const { cluster, get } = await labOf({}, ['logical volumes', 'container disk', 'agent error']);
  const fsOf = async (has: (guest: (typeof guests)[number]) => boolean) => {
    const guest = guests.find(has);
    return (await get(`/nodes/${guest?.node}/qemu/${guest?.vmid}/agent/get-fsinfo`)).result;
  };
  const guests = [...cluster.guests.values()];
  const volumes = await fsOf(({ layout }) => layout === 'volumes');
  expect(volumes.filter((fs: { disk: { dev: string }[] }) => fs.disk[0]?.dev === '/dev/sda3')).toHaveLength(3);
  const mounts = (await fsOf(({ layout }) => layout === 'containers')).map(
    (fs: { mountpoint: string }) => fs.mountpoint,
  );
  expect(mounts).toContain('/var/lib/docker');
  expect(await fsOf(({ agentError }) => agentError !== undefined)).toEqual({
    error: { class: 'GenericError', desc: expect.stringContaining('Stale file handle') },
  });
});

test('pools count errors above their disks, dead managers have an old time, and replications are late without a failure', async () => {
  const { cluster, get } = await labOf({});
  const node = cluster.nodes.find(({ poolErrors }) => poolErrors)?.name;
  const pool = await get(`/nodes/${node}/disks/zfs/rpool`);
  expect(pool).toMatchObject({ errors: "3 data errors, use '-v' for a list", children: [{ cksum: 12 }] });
  expect(pool.children[0].children[0].cksum).toBe(24);
  const ha: { type: string; status: string }[] = await get('/cluster/ha/status/current');
  const dead = ha.filter(({ status }) => status.includes('old timestamp - dead?')).map(({ type }) => type);
  expect(dead).toEqual(['master', 'lrm', 'lrm']);
  const source = cluster.guests.get(cluster.replications.find(({ stoppedAt }) => stoppedAt)?.vmid ?? 0)?.node;
  expect(await get(`/nodes/${source}/replication`)).toContainEqual(
    expect.objectContaining({ fail_count: 0, last_sync: NOW_S - 3 * 86_400 }),
  );
});

test('a node whose statistics hang is unknown with its guests and storages, and a lost node has forgotten its templates', async () => {
  const { cluster, get } = await labOf({});
  const [hung, lost] = [cluster.nodes.at(-1)?.name, cluster.nodes.at(-2)?.name];
  const rows: { type: string; node: string; status: string; template?: number; cpu?: number }[] =
    await get('/cluster/resources');
  const of = (node: string | undefined) =>
    rows.filter((row) => row.node === node && /node|qemu|lxc|storage/.test(row.type));
  expect(new Set(of(hung).map(({ status }) => status))).toEqual(new Set(['unknown']));
  expect(of(hung).filter(({ cpu }) => cpu !== undefined)).toEqual([]);
  expect(of(lost).find(({ type }) => type === 'node')?.status).toBe('offline');
  const templates = [...cluster.guests.values()].filter(({ template, node }) => template && node === lost);
  expect(templates.length).toBeGreaterThan(0);
  expect(of(lost).filter(({ template }) => template !== undefined)).toEqual([]);
});

test('a calm datacentre has none of them, whatever is asked for', async () => {
  const { cluster, get } = await labOf({ awkward: true, calm: true });
  const ha: { status: string }[] = await get('/cluster/ha/status/current');
  expect(ha.filter(({ status }) => status.includes('dead'))).toEqual([]);
  expect([...cluster.guests.values()].filter(({ lock, layout, agentError }) => lock ?? layout ?? agentError)).toEqual(
    [],
  );
  expect(
    cluster.nodes.filter(({ online, statisticsUntil, poolErrors }) => !online || statisticsUntil || poolErrors),
  ).toEqual([]);
});

test('a node that is lost from the beginning does not listen, and the others still answer', async () => {
  for (let seed = 1; seed < 20; seed++) {
    const lab = await startLab({ nodes: 4, guests: 20, seed, authDelayMs: 0, everything: true, awkward: true });
    onTestFinished(() => lab.stop());
    const lost = lab.clusters[0]?.nodes.find(({ online }) => !online);
    if (!lost) continue;
    expect(lab.clock() / 1000 - (lost.lostAt ?? 0)).toBeGreaterThan(500);
    const [first, ...members] = lab.instances[0]?.members ?? [];
    await expect(ask(members.find(({ node }) => node === lost.name)?.host ?? '', '/version')).rejects.toThrow();
    expect((await ask(first?.host ?? '', '/version')).status).toBe(401);
    return;
  }
  throw new Error('no seed of twenty has a lost node');
});
