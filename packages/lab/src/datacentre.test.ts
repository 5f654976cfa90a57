// The lab as a datacentre: it starts fast, changes slowly, has faults on demand, and logs every request.
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, fetchData, fetchRow, fetchRows, instanceOf, token } from './client.ts';
import { type Lab, nodeConfig, startLab } from './datacentre.ts';

const noon = Date.UTC(2026, 0, 15, 12);
let lab: Lab;
let now = noon;
beforeAll(async () => {
  lab = await startLab({ nodes: 3, guests: 40, seed: 7, authDelayMs: 0, version: 9.2, clock: () => now });
});
afterAll(() => lab.stop());

const memberOf = (nth: number) => {
  const member = instanceOf(lab).members[nth];
  if (!member) throw new Error(`no member ${nth}`);
  return member;
};

describe('a cluster', () => {
  test('every member answers at its own address and the common port', async () => {
    const { port } = new URL(instanceOf(lab).host);
    const nodes = (await fetchRows(instanceOf(lab), '/cluster/status')).filter((r) => r.type === 'node');
    expect(nodes).toHaveLength(3);
    for (const { ip, name } of nodes) {
      const host =
        process.platform === 'linux'
          ? `https://${ip}:${port}`
          : (instanceOf(lab).members.find((m) => m.node === name)?.host ?? '');
      const got = await ask(host, '/cluster/status', { headers: token(instanceOf(lab)) });
      const rows: { name: string; local: number }[] = JSON.parse(got.text).data;
      expect(rows.find((r) => r.local === 1)?.name).toBe(name);
    }
  });

  test('the join information has the real fingerprint of each member', async () => {
    const { nodelist } = (await fetchRow(instanceOf(lab), '/cluster/config/join')) as {
      nodelist: { pve_addr: string; pve_fp: string; name: string }[];
    };
    for (const { name, pve_fp } of nodelist) {
      const member = instanceOf(lab).members.find((m) => m.node === name);
      expect(await fingerprintOf(member?.host ?? '')).toBe(pve_fp);
      expect(member?.fingerprint).toBe(pve_fp);
    }
  });

  test('a node forwards a call to another node', async () => {
    const path = `/nodes/${memberOf(1).node}/qemu`;
    const direct = await ask(memberOf(1).host, path, { headers: token(instanceOf(lab)) });
    const forwarded = await ask(memberOf(0).host, path, { headers: token(instanceOf(lab)) });
    expect(forwarded.text).toBe(direct.text);
  });

  test('a single host has no cluster row and nothing to join', async () => {
    const single = await startLab({ nodes: 1, guests: 1, authDelayMs: 0 });
    try {
      expect((await fetchRows(instanceOf(single), '/cluster/status')).map((r) => r.type)).toEqual(['node']);
      const join = await ask(instanceOf(single).host, '/cluster/config/join', { headers: token(instanceOf(single)) });
      expect(join.status).toBe(500);
    } finally {
      await single.stop();
    }
  });

  test('the configuration of an instance has only fields that the product knows', () => {
    const known = ['fingerprint', 'host', 'name', 'password', 'tokenName', 'tokenValue', 'type', 'user', 'verifySSL'];
    expect(Object.keys(nodeConfig(instanceOf(lab))).sort()).toEqual(known);
  });
});

describe('faults', () => {
  test('a dead node refuses connections; the others show it offline and answer 595 for it, and forget its guests after five minutes', async () => {
    const { node, host } = memberOf(2);
    await lab.fault(node, 'die');
    await expect(ask(host, '/version')).rejects.toThrow(/ECONNREFUSED/);
    const rows = await fetchRows(instanceOf(lab), '/cluster/resources');
    const row = rows.find((r) => r.type === 'node' && r.node === node);
    expect(row).toMatchObject({ status: 'offline' });
    expect(row).not.toHaveProperty('cpu');
    const guestsThere = async () =>
      (await fetchRows(instanceOf(lab), '/cluster/resources')).filter((r) => r.vmid !== undefined && r.node === node);
    const before = await guestsThere();
    expect(before.some((guest) => guest.status === 'running')).toBe(true);
    now += 299_000;
    expect(await guestsThere()).toEqual(before);
    now += 1000;
    const guests = await guestsThere();
    expect(guests).toHaveLength(before.length);
    for (const guest of guests) expect(guest).toMatchObject({ status: 'unknown' });
    for (const guest of guests) expect(guest).not.toHaveProperty('name');
    const forwarded = await ask(memberOf(0).host, `/nodes/${node}/status`, { headers: token(instanceOf(lab)) });
    expect(forwarded).toMatchObject({ status: 595, text: '' });

    await lab.heal(node);
    expect((await ask(host, '/version', { headers: token(instanceOf(lab)) })).status).toBe(200);
    const healed = await fetchRows(instanceOf(lab), '/cluster/resources?type=node');
    expect(healed.find((r) => r.node === node)).toMatchObject({ status: 'online' });
  });

  test('a hanging node accepts and never answers, nor does a node that forwards to it', async () => {
    const { node, host } = memberOf(1);
    await lab.fault(node, 'hang');
    await expect(ask(host, '/version', { timeoutMs: 150, headers: token(instanceOf(lab)) })).rejects.toThrow('timeout');
    await expect(
      ask(memberOf(0).host, `/nodes/${node}/status`, { timeoutMs: 150, headers: token(instanceOf(lab)) }),
    ).rejects.toThrow('timeout');
    await lab.heal(node);
    expect((await ask(host, '/version', { headers: token(instanceOf(lab)) })).status).toBe(200);
  });

  test('a slow node is slow', async () => {
    await lab.fault(memberOf(1).node, { slow: 120 });
    const begun = performance.now();
    expect((await ask(memberOf(1).host, '/version', { headers: token(instanceOf(lab)) })).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(115);
    await lab.heal(memberOf(1).node);
  });

  test.for([401, 403, 500, 595] as const)('a node can answer everything with %i', async (status) => {
    await lab.fault(memberOf(1).node, { status });
    expect(await ask(memberOf(1).host, '/version', { headers: token(instanceOf(lab)) })).toMatchObject({
      status,
      text: '',
    });
    await lab.heal(memberOf(1).node);
  });

  test('a truncated answer is not valid JSON, garbage is a web page with 200', async () => {
    const { node, host } = memberOf(1);
    await lab.fault(node, 'truncated');
    const half = await ask(host, '/cluster/resources', { headers: token(instanceOf(lab)) });
    expect(() => JSON.parse(half.text)).toThrow(SyntaxError);
    await lab.fault(node, 'garbage');
    expect((await ask(host, '/version', { headers: token(instanceOf(lab)) })).text).toMatch(/^<html>/);
    await lab.heal(node);
  });

  test('a lying node answers valid JSON with some wrong values, the same ones to the same question', async () => {
    const { node, host } = memberOf(1);
    const rows = async () => JSON.parse((await ask(host, '/nodes', { headers: token(instanceOf(lab)) })).text).data;
    const names = (list: { node: unknown }[]) => list.map((row) => row?.node);
    const truth = await rows();
    const lies = [];
    for (const lie of [1, 2, 3, 4]) {
      await lab.fault(node, { lie });
      lies.push(await rows());
      expect(names(await rows())).toEqual(names(lies.at(-1)));
    }
    expect(lies.some((answer) => JSON.stringify(answer) !== JSON.stringify(truth))).toBe(true);
    expect(lies.every((answer) => Array.isArray(answer) && answer.length === truth.length)).toBe(true);
    await lab.heal(node);
  });

  test('an unknown node is named in the error', async () => {
    await expect(lab.fault('nobody', 'hang')).rejects.toThrow('no node nobody');
  });
});

describe('changes over time', () => {
  test('the same seed and clock give the same datacentre, another seed gives another one', async () => {
    const [twin, other] = await Promise.all(
      [7, 8].map((seed) =>
        startLab({ nodes: 3, guests: 40, seed, authDelayMs: 0, version: 9.2, clock: () => noon + 900_000 }),
      ),
    );
    const first = await startLab({
      nodes: 3,
      guests: 40,
      seed: 7,
      authDelayMs: 0,
      version: 9.2,
      clock: () => noon + 900_000,
    });
    try {
      if (!twin || !other) throw new Error('no lab');
      const seen = await fetchData(instanceOf(first), '/cluster/resources');
      expect(await fetchData(instanceOf(twin), '/cluster/resources')).toEqual(seen);
      expect(await fetchData(instanceOf(other), '/cluster/resources')).not.toEqual(seen);
    } finally {
      await Promise.all([first, twin, other].map((l) => l?.stop()));
    }
  });

  test('events do not depend on when the lab is asked', async () => {
    let early = noon;
    const [asked, silent] = await Promise.all(
      [1, 2].map(() => startLab({ nodes: 3, guests: 40, seed: 5, authDelayMs: 0, version: 9.2, clock: () => early })),
    );
    try {
      if (!asked || !silent) throw new Error('no lab');
      for (let i = 0; i < 40; i++) {
        early += 90_000;
        asked.guests(instanceOf(asked).name);
      }
      expect(asked.guests(instanceOf(asked).name)).toEqual(silent.guests(instanceOf(silent).name));
      expect(asked.clusters[0]?.tasks).toEqual(silent.clusters[0]?.tasks);
      expect(asked.clusters[0]?.tasks.length).toBeGreaterThan(5);
    } finally {
      await Promise.all([asked, silent].map((l) => l?.stop()));
    }
  });

  test('figures do not change within ten seconds, and counters never fall while a guest runs', async () => {
    const busy = lab.guests(instanceOf(lab).name).find((g) => g.power === 'running' && g.load.traffic > 0);
    if (!busy) throw new Error('no busy guest');
    const truth = () => lab.truth(instanceOf(lab).name, busy.vmid);
    const home = lab.clusters[0]?.nodes.find((n) => n.name === busy.node);
    now = (Math.floor(now / 10_000) * 10 + 10 + (home?.phase ?? 0)) * 1000;
    const before = truth().figures;
    now += 9_000;
    expect(truth().figures).toEqual(before);
    now += 1_000;
    const after = truth().figures;
    expect(after.uptime - before.uptime).toBe(10);
    for (const key of ['netin', 'netout', 'diskread', 'diskwrite'] as const)
      expect(after[key]).toBeGreaterThan(before[key]);
  });

  test('the next answer shows what an operator did', async () => {
    const instance = instanceOf(lab);
    const guest = lab.addGuest(instance.name, { kind: 'qemu', name: 'fresh <b>guest</b>' });
    const shown = async () =>
      (await fetchRows(instance, '/cluster/resources?type=vm')).find((r) => r.vmid === guest.vmid);
    expect(await shown()).toMatchObject({ name: 'fresh <b>guest</b>', status: 'running', type: 'qemu' });
    lab.stopGuest(instance.name, guest.vmid);
    expect(await shown()).toMatchObject({ status: 'stopped', cpu: 0, mem: 0, netin: 0 });
    lab.startGuest(instance.name, guest.vmid);
    lab.migrateGuest(instance.name, guest.vmid, memberOf(2).node);
    lab.renameGuest(instance.name, guest.vmid, 'renamed');
    expect(await shown()).toMatchObject({ status: 'running', node: memberOf(2).node, name: 'renamed' });
    lab.removeGuest(instance.name, guest.vmid);
    expect(await shown()).toBeUndefined();
  });
});

describe('size and memory', () => {
  test('10,000 guests on 50 nodes of 10 clusters start within seconds of processor time', async () => {
    const before = process.cpuUsage();
    const big = await startLab({ nodes: 50, guests: 10_000, clusters: 10, authDelayMs: 0 });
    try {
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(10);
      expect(big.instances.map((i) => i.release).slice(0, 3)).toEqual([9.2, 8.4, 7.4]);
      expect(await fetchRows(instanceOf(big, 9), '/cluster/resources?type=vm')).toHaveLength(1000);
    } finally {
      await big.stop();
    }
  });

  test('requests are counted by path template, and the last ones are kept with their time', async () => {
    lab.requests.clear();
    const instance = instanceOf(lab);
    const before = now;
    for (const { node } of instance.members) await fetchData(instance, `/nodes/${node}/status`);
    now += 60_000;
    await fetchData(instance, '/cluster/resources');
    expect(lab.requests.count({ path: '/nodes/{node}/status' })).toBe(3);
    expect(lab.requests.count({ cluster: instance.name, since: before + 1 })).toBe(1);
    expect(lab.requests.recent({ path: '/cluster/resources' })).toEqual([
      { at: now, cluster: instance.name, node: memberOf(0).node, path: '/cluster/resources', status: 200 },
    ]);
    expect(lab.requests.connections(memberOf(0).node)).toBe(4);
  });

  test('two labs on one fixed port take different addresses', async () => {
    const first = await startLab({ nodes: 2, guests: 0 });
    const port = Number(new URL(instanceOf(first).host).port);
    const [a, b] = await Promise.all([1, 2].map(() => startLab({ nodes: 2, guests: 0, port })));
    const hosts = [a, b].flatMap((l) => l?.instances[0]?.members.map((m) => m.host) ?? []);
    expect(new Set(hosts).size).toBe(4);
    await Promise.all([first, a, b].map((l) => l?.stop()));
  });
});

function fingerprintOf(host: string): Promise<string> {
  const { hostname, port } = new URL(host);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
