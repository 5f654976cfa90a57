// Troubles of nodes and guests as a monitor sees them, and the scripts that list them.
import { describe, expect, test } from 'vitest';
import { ask, fetchData, fetchRows, instanceOf } from '../client.ts';
import { at, close, cluster, guestRow, lab, machines, open, rows, running, troubles } from '../testing/troubled.ts';
import { parseScript, type Script } from './script.ts';
import { scriptNamed, scriptNames } from './scripts.ts';

describe('a node dies', () => {
  const ha = async () => {
    const all = await rows('/cluster/ha/status/current');
    return all.filter((row) => row.type === 'service');
  };

  test('it is offline at once; HA fences it and starts its guests on other nodes; the rest are unknown until it is back', async () => {
    await open([]);
    const lost = cluster().nodes[1];
    if (!lost) throw new Error('no second node');
    // Some of the guests under HA are on that node.
    const managed = lab.guests(cluster().name).filter((g) => g.ha === 'started');
    for (const guest of managed.slice(0, 3)) guest.node = lost.name;
    const there = lab.guests(cluster().name).filter((g) => g.node === lost.name && g.power === 'running');
    const own = there.filter((g) => g.ha === undefined).map((g) => g.vmid);
    const saved = there.filter((g) => g.ha === 'started').map((g) => g.vmid);
    expect([own.length > 2, saved.length > 2]).toEqual([true, true]);
    const status = async (vmids: readonly number[]) =>
      (await rows('/cluster/resources?type=vm')).filter((row) => vmids.includes(Number(row.vmid)));

    troubles.play([{ trouble: 'node-dies', node: lost.name, forS: 900 }]);
    await at(10);
    const node = async () => (await rows('/cluster/resources?type=node')).find((row) => row.node === lost.name);
    expect(await node()).toMatchObject({ status: 'offline', hastate: 'unknown' });
    await expect(ask(`https://${lost.address}:${lost.port}`, '/version')).rejects.toThrow('ECONNREFUSED');
    const votes = await rows('/cluster/status');
    expect(votes[0]).toMatchObject({ quorate: 1, nodes: 3 });
    expect(votes.filter((row) => row.online === 1)).toHaveLength(2);
    // The cluster still has the last report of the node.
    expect(new Set((await status([...own, ...saved])).map((row) => row.status))).toEqual(new Set(['running']));
    const lrm = async () =>
      (await rows('/cluster/ha/status/current')).find((row) => row.id === `lrm:${lost.name}`)?.status;
    expect(await lrm()).not.toContain('dead');

    await at(61);
    expect(
      (await ha()).filter((row) => saved.includes(Number(String(row.sid).slice(3)))).map((row) => row.state),
    ).toEqual(saved.map(() => 'fence'));
    expect(await node()).toMatchObject({ hastate: 'fence' });
    expect(await lrm()).toContain('old timestamp - dead?');

    await at(121);
    for (const row of await status(saved)) expect(row).toMatchObject({ status: 'stopped', hastate: 'starting' });
    await at(150);
    for (const row of await status(saved)) {
      expect(row).toMatchObject({ status: 'running', hastate: 'started' });
      expect(row.node).not.toBe(lost.name);
      expect(row.uptime).toBeLessThan(60);
    }

    await at(301);
    for (const row of await status(own))
      expect(row).toEqual({
        id: row.id,
        vmid: row.vmid,
        node: lost.name,
        type: row.type,
        status: 'unknown',
        ...kept(row),
      });
    expect(await node()).not.toHaveProperty('maxcpu');

    await at(901);
    expect(await node()).toMatchObject({ status: 'online' });
    expect(new Set((await status(own)).map((row) => row.status))).toEqual(new Set(['stopped']));
    await at(960);
    expect(new Set((await status(own)).map((row) => row.status))).toEqual(new Set(['running']));
    for (const row of await status(saved)) expect(row.node).not.toBe(lost.name);
  });

  /** What the configuration says of a guest, also without its node. */
  const kept = ({ pool, tags, lock }: Record<string, unknown>) => ({
    ...(pool !== undefined && { pool }),
    ...(tags !== undefined && { tags }),
    ...(lock !== undefined && { lock }),
  });

  test('a cluster without quorum fences nothing', async () => {
    const deaths = [1, 2].map((i) => ({ trouble: 'node-dies' as const, node: `pve-east-0${i}`, forS: 600 }));
    await open(deaths);
    await at(300);
    const left = { ...instanceOf(lab), host: instanceOf(lab).members[2]?.host ?? '' };
    const all = await fetchRows(left, '/cluster/ha/status/current');
    expect(all[0]).toMatchObject({ quorate: 0, status: "No quorum on node 'pve-east-03'!" });
    expect(all.filter((row) => row.type === 'service' && row.state === 'fence')).toEqual([]);
    expect(lab.guests(cluster().name).some((g) => g.node === 'pve-east-01' && g.ha === 'started')).toBe(true);
  });

  test('before a planned reboot all guests stop; HA freezes its own; all of them run again afterwards', async () => {
    await open([{ trouble: 'node-reboots', node: 'pve-east-02', shutdownS: 40, forS: 120 }]);
    const on = () => lab.guests(cluster().name).filter((g) => g.node === 'pve-east-02' && !g.template);
    const before = on()
      .filter((g) => g.power === 'running')
      .map((g) => g.vmid);
    await at(39);
    const listed = (await rows('/cluster/resources')).filter((row) => row.node === 'pve-east-02');
    expect(listed.find((row) => row.type === 'node')).toMatchObject({ status: 'online' });
    expect(listed.filter((row) => row.vmid !== undefined && row.status !== 'stopped')).toEqual([]);
    expect(on().filter((g) => g.ha === 'started')).toEqual([]);
    await at(60);
    expect((await rows('/cluster/resources?type=node')).find((row) => row.node === 'pve-east-02')).toMatchObject({
      status: 'offline',
    });
    await at(200);
    expect(
      on()
        .filter((g) => g.power === 'running')
        .map((g) => g.vmid),
    ).toEqual(expect.arrayContaining(before));
    expect(on().filter((g) => g.ha === 'freeze')).toEqual([]);
  });
});

describe('guests', () => {
  test('a metric rises over a threshold and comes back', async () => {
    await open([]);
    const { vmid, name } = running();
    troubles.play([
      { trouble: 'guest-metric', guest: vmid, metric: 'cpu', to: 96, riseS: 60, holdS: 120, fallS: 60 },
      { trouble: 'guest-metric', guest: vmid, metric: 'memory', to: 97, riseS: 60, holdS: 120, fallS: 60 },
      { trouble: 'guest-metric', guest: vmid, metric: 'network', to: 500, riseS: 0, holdS: 200, fallS: 0 },
    ]);
    const before = await guestRow(vmid);
    await at(90);
    const high = await guestRow(vmid);
    expect(high).toMatchObject({ name, cpu: 0.96 });
    expect(Number(high?.mem) / Number(high?.maxmem)).toBeGreaterThan(0.96);
    expect((Number(high?.netin) - Number(before?.netin)) / 80).toBeGreaterThan(400e6);
    await at(260);
    expect(Number((await guestRow(vmid))?.cpu)).toBeLessThan(0.9);
  });

  test('a backup in stop mode locks the guest; a container is off until it ends, a virtual machine only at first', async () => {
    await open([]);
    const [vm, container] = [running('qemu'), running('lxc')];
    troubles.play([vm, container].map(({ vmid }) => ({ trouble: 'stop-backup', guest: vmid, forS: 300 })));
    const states = async () =>
      Promise.all(
        [vm, container].map(async ({ vmid }) => [(await guestRow(vmid))?.status, (await guestRow(vmid))?.lock]),
      );
    await at(1);
    expect(await states()).toEqual([
      ['stopped', 'backup'],
      ['stopped', 'backup'],
    ]);
    await at(60);
    expect(await states()).toEqual([
      ['running', 'backup'],
      ['stopped', 'backup'],
    ]);
    await at(301);
    expect(await states()).toEqual([
      ['running', undefined],
      ['running', undefined],
    ]);
  });

  test('a migration locks the guest and ends on another node', async () => {
    await open([]);
    const guest = running();
    const from = guest.node;
    troubles.play([{ trouble: 'migration', guest: guest.vmid, forS: 30 }]);
    await at(5);
    expect(await guestRow(guest.vmid)).toMatchObject({ node: from, lock: 'migrate', status: 'running' });
    await at(31);
    const row = await guestRow(guest.vmid);
    expect(row).toMatchObject({ status: 'running' });
    expect(row).not.toHaveProperty('lock');
    expect(row?.node).not.toBe(from);
  });

  test('a guest that flaps is off and on again as often as the script says', async () => {
    await open([]);
    const { vmid } = running();
    troubles.play([{ trouble: 'guest-off', guest: vmid, forS: 30, repeat: { times: 3, everyS: 60 } }]);
    const seen: unknown[] = [];
    for (let second = 5; second < 240; second += 30) {
      await at(second);
      seen.push((await guestRow(vmid))?.status);
    }
    expect(seen).toEqual(['stopped', 'running', 'stopped', 'running', 'stopped', 'running', 'running', 'running']);
  });

  test('HA error, a silent agent and a failing replication begin and end', async () => {
    await open(['ha-error', 'agent-silent', 'replication-fails'].map((trouble) => ({ trouble, forS: 1000 }) as never));
    const counts = async () => {
      const failing = (await Promise.all(cluster().nodes.map((n) => rows(`/nodes/${n.name}/replication`)))).flat();
      return {
        ha: lab.guests(cluster().name).filter((g) => g.ha === 'error').length,
        silent: lab.guests(cluster().name).filter((g) => g.agentLost).length,
        failing: failing.filter((job) => Number(job.fail_count) > 0).length,
      };
    };
    const before = await counts();
    await at(1001);
    const after = await counts();
    expect(before.ha - after.ha).toBe(1);
    expect(before.failing - after.failing).toBeLessThanOrEqual(1);
    expect(before.silent).toBeGreaterThanOrEqual(1);
  });
});

describe('scripts', () => {
  test('the same seed chooses the same targets, another one chooses others', async () => {
    const script: Script = [{ trouble: 'guest-off' }, { trouble: 'disk-fails' }, { trouble: 'storage-fills', to: 90 }];
    const outcomes: string[] = [];
    for (const seed of [3, 3, 4]) {
      await open(script, seed);
      const off = lab
        .guests(cluster().name)
        .filter((g) => g.power === 'stopped')
        .map((g) => g.vmid);
      const disks = cluster().nodes.map((n) => n.failedDisks);
      outcomes.push(JSON.stringify([off, disks, await fetchData(instanceOf(lab), '/cluster/resources?type=storage')]));
      await close();
    }
    expect(outcomes[0]).toBe(outcomes[1]);
    expect(outcomes[2]).not.toBe(outcomes[0]);
  });

  test.for([
    [{}, 'a script is a list'],
    [[{ trouble: 'sulk' }], 'entry 0: trouble must be one of'],
    [[{ trouble: 'guest-off' }, { trouble: 'node-metric', metric: 'cpu' }], 'entry 1 (node-metric): to:'],
    [[{ trouble: 'guest-off', forever: true }], 'entry 0 (guest-off)'],
    [[{ trouble: 'node-fault', fault: 'sulk' }], 'entry 0 (node-fault): fault: must be one of die'],
  ] as const)('%j is refused: %s', ([script, words]) => {
    expect(() => parseScript(script)).toThrow(words);
  });

  test('a target that does not exist is named with those that do', async () => {
    await open([]);
    expect(() => troubles.play([{ trouble: 'node-dies', node: 'nobody' }])).toThrow(
      'no node nobody; there are pve-east-01',
    );
    expect(() => troubles.play([{ trouble: 'guest-off', guest: 5 }])).toThrow('the datacentre has no guest 5');
    expect(troubles.planned()).toEqual([]);
  });

  test('where a target is missing, the rest of a script is played', async () => {
    await open([]);
    machines.length = 0;
    const reasons = troubles.playPossible([{ trouble: 'docker-host-silent', forS: 60 }, { trouble: 'guest-off' }]);
    expect(reasons).toEqual(['the datacentre has no Docker host']);
    expect(troubles.planned().map(({ trouble }) => trouble.trouble)).toEqual(['guest-off']);
  });

  test.for(scriptNames)('the script %s fits any datacentre', async (name) => {
    await open(scriptNamed(name));
    expect(troubles.planned().length).toBeGreaterThan(0);
  });
});
