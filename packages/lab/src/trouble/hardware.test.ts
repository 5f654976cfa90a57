// Troubles of disks, storages and the hosts beside Proxmox VE, as a monitor sees them.
import { describe, expect, test } from 'vitest';
import { ask, fetchRow, instanceOf } from '../client.ts';
import { isSilent, reportAt } from '../docker/host.ts';
import { at, beside, cluster, lab, machines, now, open, pbs, rows, start, troubles } from '../testing/troubled.ts';

describe('hardware and storage', () => {
  test('a disk fails, and a disk of a pool degrades the pool with it', async () => {
    await open([]);
    const node = cluster().nodes.find((each) => each.zfs && each.pool === 'ONLINE') ?? cluster().nodes[0];
    if (!node) throw new Error('no node');
    node.zfs = true;
    node.pool = 'ONLINE';
    const failed = async () =>
      (await rows(`/nodes/${node.name}/disks/list`)).filter((d) => d.health === 'FAILED').map((d) => d.devpath);
    const before = await failed();
    troubles.play([{ trouble: 'disk-fails', node: node.name, disk: '/dev/nvme0n1', forS: 100 }]);
    await at(1);
    expect(await failed()).toEqual(expect.arrayContaining([...before, '/dev/nvme0n1']));
    expect(await rows(`/nodes/${node.name}/disks/zfs`)).toMatchObject([{ health: 'DEGRADED' }]);
    expect(JSON.stringify(await fetchRow(instanceOf(lab), `/nodes/${node.name}/disks/zfs/rpool`))).toContain(
      '"name":"nvme0n1p3","state":"FAULTED"',
    );
    await at(101);
    expect(await failed()).toEqual(before);
    expect(await rows(`/nodes/${node.name}/disks/zfs`)).toMatchObject([{ health: 'ONLINE' }]);
  });

  test('a storage and a datastore fill and empty again; the storage on the datastore fills with it', async () => {
    const course = { riseS: 60, holdS: 120, fallS: 60 };
    await open([
      { trouble: 'storage-fills', storage: 'nas-vm', to: 97, ...course },
      { trouble: 'datastore-fills', datastore: 'main', to: 96, ...course },
    ]);
    const use = async () => {
      const all = await rows('/cluster/resources?type=storage');
      const share = (name: string) => {
        const row = all.find((each) => each.storage === name);
        return Math.round((Number(row?.disk) / Number(row?.maxdisk)) * 100);
      };
      const main = (await pbs('/status/datastore-usage')).find((store) => store.store === 'main');
      return [share('nas-vm'), share('pbs-main'), Math.round((Number(main?.used) / Number(main?.total)) * 100)];
    };
    const before = await use();
    await at(150);
    const [nas, listed, main] = await use();
    expect([nas, main]).toEqual([97, 96]);
    // The total of the storage is the sum of used and available, as on a real one.
    expect(listed).toBeGreaterThan(95);
    await at(600);
    const after = await use();
    for (const [i, share] of before.entries()) expect(Math.abs(share - (after[i] ?? 0))).toBeLessThan(3);
  });

  test('a backup job fails and later succeeds', async () => {
    await open([{ trouble: 'backup-fails', node: 'pve-east-01', forS: 600 }]);
    const last = async () =>
      (await rows('/nodes/pve-east-01/tasks?typefilter=vzdump&source=archive&limit=50'))
        .filter((task) => task.id !== '')
        .map((task) => task.status)[0];
    await at(60);
    expect(await last()).toBe('job errors');
    await at(660);
    expect(await last()).toBe('OK');
  });

  test('an OSD goes down and comes back', async () => {
    await open([{ trouble: 'osd-down', forS: 60 }]);
    const up = async () =>
      ((await fetchRow(instanceOf(lab), '/cluster/ceph/status')).osdmap as { num_up_osds: number }).num_up_osds;
    const during = await up();
    await at(61);
    expect(await up()).toBe(during + 1);
  });
});

describe('other hosts', () => {
  test('a job of a backup server fails and later succeeds; a datastore is read-only for a time', async () => {
    await open([
      { trouble: 'server-job-fails', job: 'verify', id: 'v-daily', forS: 60 },
      { trouble: 'datastore-state', datastore: 'main', state: 'read-only', forS: 60 },
    ]);
    const seen = async () => [
      (await pbs('/admin/verify')).find((job) => job.id === 'v-daily')?.['last-run-state'],
      (await pbs('/admin/datastore')).find((store) => store.store === 'main')?.maintenance,
    ];
    expect(await seen()).toEqual([
      'verification failed - please check the log for details',
      'read-only,message=disk swap',
    ]);
    await at(61);
    expect(await seen()).toEqual([expect.not.stringMatching(/nothing/), undefined]);
  });

  test('a queue grows by the minute, and its oldest message with it', async () => {
    await open([{ trouble: 'queue-grows', to: 800, riseS: 600, holdS: 600, fallS: 60 }]);
    const { host, user, password } = beside.mailGateways[0]?.config() ?? {};
    const login = await ask(host ?? '', '/access/ticket', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: user ?? '', password: password ?? '' }).toString(),
    });
    const cookie = `PMGAuthCookie=${encodeURIComponent(JSON.parse(login.text).data.ticket)}`;
    const waiting = async () => {
      const got = await ask(host ?? '', '/nodes/mail-main/postfix/queue/deferred?limit=9999', { headers: { cookie } });
      return JSON.parse(got.text).total as number;
    };
    const usual = await waiting();
    await at(300);
    expect(await waiting()).toBeGreaterThan(350);
    await at(900);
    expect(await waiting()).toBe(800);
    await at(1300);
    expect(await waiting()).toBe(usual);
  });

  test('a container restarts in a loop, another one is killed for its memory, a third host is silent', async () => {
    await open([]);
    const [host, other] = machines;
    const [looping, killed] = host?.containers.filter((c) => c.behaviour === 'calm') ?? [];
    if (!host || !other || !looping || !killed) throw new Error('too few containers');
    troubles.play([
      { trouble: 'container-state', host: host.hostname, container: looping.name, state: 'looping', forS: 400 },
      { trouble: 'container-state', host: host.hostname, container: killed.name, state: 'killed', forS: 100 },
      { trouble: 'docker-host-silent', host: other.hostname, forS: 100 },
    ]);
    const said = (name: string, second: number) => {
      const { containers } = reportAt(host, start / 1000 + second, { version: '1', intervalSeconds: 10 });
      return containers?.find((c) => c.name === name);
    };
    const restarts = (second: number) => Number(said(looping.name, second)?.restartCount);
    expect(restarts(399) - restarts(-1)).toBe(10);
    expect(restarts(2000)).toBe(restarts(399) + 1);
    expect([said(killed.name, -1)?.state, said(killed.name, 120)?.state]).toEqual(['running', 'running']);
    expect(said(killed.name, 50)).toMatchObject({ state: 'exited', exitCode: 137, oomKilled: true });
    await at(1);
    expect([50, 101].map((second) => isSilent(other, start / 1000 + second, start / 1000))).toEqual([true, false]);
  });

  test('a clock is off for a time, and a certificate is about to expire', async () => {
    await open([
      { trouble: 'clock-off', host: 'pve-east', seconds: 95, forS: 60 },
      { trouble: 'certificate-expires', node: 'pve-east-01', days: 9 },
    ]);
    const off = async () =>
      (Date.parse(String((await ask(instanceOf(lab).host, '/version')).headers.date)) - now) / 1000;
    expect(await off()).toBe(95);
    await at(60);
    expect(await off()).toBe(0);
    expect(lab.clusters[0]?.nodes[0]?.fingerprint).not.toBe(instanceOf(lab).fingerprint);
  });
});
