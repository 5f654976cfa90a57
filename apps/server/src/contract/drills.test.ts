// Restore tests in the lab: an administrator restores, boots and removes copies as asked, or only seems to. Belfry restarts, the hosts' clock is
// wrong, and a host does not answer for a while.
import { type LabOptions, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { fileSystemsOf } from '@belfry/lab/world/file-system';
import { diskUsed, type Guest } from '@belfry/lab/world/guest';
import { configSchema } from '@belfry/schema/config/node';
import type { Drill, DrillReason } from '@belfry/schema/drill/drill';
import { expect, onTestFinished, test } from 'vitest';
import { openTestStore, START, tempDir } from '../db/testing/temp-store.ts';
import { createConnections } from '../drills/connections.ts';
import { createWatch } from '../drills/watch.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { filesystems } from '../sources/pve/filesystems.ts';
import { connectBy } from '../sources/registry.ts';

const S = 1000;
const TOLERANCE_MS = 10 * S;
const PATIENCE_MS = 90 * S;

/** How far the clock of the hosts is ahead. */
const SKEW_MS = 77 * S;

async function begin(options: LabOptions) {
  const clock = fakeClock(START);
  const lab = await startLab({
    ...{ seed: 11, authDelayMs: 0, plain: true, calm: true, skewMs: SKEW_MS, ...options },
    clock: clock.now,
  });
  onTestFinished(() => lab.stop());
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const token = lab.tokenWith('VM.GuestAgent.FileRead');
  const given = { ...nodeConfig(instance), tokenName: token.name, tokenValue: token.value };
  const config = configSchema('pve').parse(given);
  const log = createLogger('silent', () => {});
  const store = await openTestStore({ dataDir: tempDir(), clock, log });
  onTestFinished(store.close);
  const defects: unknown[] = [];
  const { guardedTask } = createParts({ onDefect: (error) => void defects.push(error), clock });

  /** A Belfry that begins to watch. */
  function open() {
    const connections = createConnections({
      instanceOf: () => ({ id: 'lab', instance: 'lab', config, createdAt: 0, changedAt: 0 }),
      connect: connectBy(clock),
      clock,
    });
    const deps = { store, nodeOf: () => undefined, idle: () => {}, guardedTask, clock };
    return { connections, watch: createWatch({ ...deps, look: connections.look }) };
  }
  let belfry = open();
  onTestFinished(() => belfry.connections.close());

  let second = 0;
  const plan = new Map<number, (() => unknown)[]>();
  return {
    ...{ lab, clock, store, defects, name: instance.name, hosts: instance.members.map(({ node }) => node) },
    /** Something happens after so many seconds from now. */
    at: (s: number, run: () => unknown) => void plan.set(second + s, [...(plan.get(second + s) ?? []), run]),
    async handOut(drill: Drill) {
      belfry.watch.add(drill);
      await store.drills.put(drill);
    },
    abort: (id: string) => belfry.watch.abort(id),
    async restart() {
      await belfry.connections.close();
      belfry = open();
    },
    async run(seconds: number) {
      for (const end = second + seconds; second < end; second++) {
        await clock.advance(S);
        for (const happen of plan.get(second + 1) ?? []) await happen();
        await belfry.watch.tick();
      }
    },
  };
}

/** How full its disks were, as the history of Belfry has it. */
function useOf(guest: Guest, time: number): Drill['use'] {
  const { disks } =
    guest.kind === 'lxc'
      ? { disks: [{ used: diskUsed(guest, time, guest.maxdisk), total: guest.maxdisk }] }
      : filesystems({ result: fileSystemsOf(guest, time) });
  const sum = (of: 'used' | 'total') => disks.reduce((all, disk) => all + disk[of], 0);
  const use = Math.round((1000 * sum('used')) / sum('total')) / 10;
  return { from: use, to: use };
}

/** What is done: as asked, or one of the ways in which it only seems so. */
type Deed = 'true' | 'live' | 'failing' | DrillReason;
const deeds: Deed[] = [
  ...Array<Deed>(19).fill('true'),
  ...Array<Deed>(6).fill('live'),
  ...Array<Deed>(6).fill('clone'),
  ...Array<Deed>(6).fill('otherBackup'),
  ...Array<Deed>(6).fill('agentSilent'),
  ...Array<Deed>(5).fill('removedEarly'),
  ...(['created', 'filesDiffer'] as const),
];

test.each([
  ['9.2', { version: 9.2 }],
  ['7.4', { version: 7.4 }],
] as const)(
  `${deeds.length} restore tests on release %s: each true one passes with its time, each other one is refused with its reason`,
  async (_what, options) => {
    const { lab, clock, store, defects, name, hosts, at, handOut, restart, run } = await begin({
      ...{ nodes: 3, guests: 120 },
      ...options,
    });
    const suited = lab
      .guests(name)
      .filter((guest) => !guest.template && lab.backupTimes(name, guest.vmid).length >= 3)
      .filter(({ kind, agent, agentBehaviour }) => kind === 'lxc' || (agent && !agentBehaviour));
    const containers = suited.filter(({ kind }) => kind === 'lxc');
    const machines = suited.filter(({ kind }) => kind === 'qemu');
    const truths = new Map<string, { deed: Deed; ms: number | undefined }>();
    let last = 0;
    for (const [n, deed] of deeds.entries()) {
      // Every fourth true one is a container. The agent and the running machine are those of virtual machines.
      const isContainer = n % 4 === 3 && !['live', 'agentSilent'].includes(deed);
      const guest = (isContainer ? containers : machines).shift();
      if (!guest) throw new Error('the lab has too few guests');
      const times = lab.backupTimes(name, guest.vmid);
      const time = times[n % 2] ?? 0;
      const [vmid, node] = [9000 + n, hosts[n % hosts.length] ?? ''];
      const hasPorts =
        !isContainer &&
        n % 5 === 0 &&
        guest.system !== 'windows' &&
        guest.system !== 'alma' &&
        guest.system !== 'freebsd';
      const start = n * 5;
      const [wait, seconds, gap, boot] = [
        7 + (n % 9),
        20 + ((n * 7) % 37),
        3 + (n % 6),
        isContainer ? 0 : 5 + ((n * 11) % 40),
      ];
      const id = `drill ${n} ${deed}`;
      at(start + 1, () =>
        handOut({
          ...{ id, guest: `lab-${guest.vmid}`, name: guest.name, instance: 'lab', vmid: guest.vmid, tags: [] },
          type: guest.kind,
          backup: {
            volid: `pbs-main:backup/${guest.kind === 'qemu' ? 'vm' : 'ct'}/${guest.vmid}/${new Date(time * S).toISOString().replace('.000', '')}`,
            time: new Date(time * S).toISOString(),
            storage: 'pbs-main',
          },
          target: { node, vmid, storage: 'local-zfs' },
          ports: hasPorts ? [22] : [],
          ...(n % 7 !== 6 && { use: useOf(guest, time) }),
          by: 'ann',
          createdAt: new Date(clock.now()).toISOString(),
          until: new Date(clock.now() + 8 * 3600 * S).toISOString(),
          patienceMs: PATIENCE_MS,
          state: 'waiting',
          seen: [{ step: 'handedOut', at: new Date(clock.now()).toISOString() }],
        }),
      );
      const begun = start + wait;
      const copy = { of: guest.vmid, vmid, node, seconds, bootSeconds: boot };
      const started = deed === 'live' ? begun + 2 : begun + seconds + gap;
      const ready = Math.max(begun + seconds, started + boot);
      const removed = deed === 'removedEarly' ? started + Math.max(1, Math.min(3, boot - 2)) : ready + 25;
      truths.set(id, { deed, ms: deed === 'true' || deed === 'live' ? (ready - begun) * S : undefined });
      at(begun, () => {
        if (deed === 'clone') return lab.cloneGuest(name, copy);
        if (deed === 'created') return lab.addGuest(name, { vmid, node, power: 'stopped' });
        const other = deed === 'otherBackup' ? times[(n % 2) + 1] : time;
        const made = lab.restoreGuest(name, {
          ...copy,
          ...(other !== undefined && { time: other }),
          isLive: deed === 'live',
        });
        if (deed === 'filesDiffer') made.load = { ...made.load, disk: made.load.disk > 0.5 ? 0.2 : 0.9 };
        if (deed === 'agentSilent') made.agentLost = true;
        return undefined;
      });
      // A copy that is removed before it has started is one more way.
      if (!(deed === 'removedEarly' && isContainer)) at(started, () => lab.startGuest(name, vmid));
      at(deed === 'agentSilent' || deed === 'filesDiffer' ? started + 130 : removed, () => lab.removeGuest(name, vmid));
      last = Math.max(last, removed, started + 140);
    }
    at(101, restart);
    await run(last + 90);

    expect(defects).toEqual([]);
    const drills = store.drills.list();
    const isTrue = (deed: Deed) => deed === 'true' || deed === 'live';
    const judged = drills.map(({ id, state, reason }) => [id, reason ?? state]);
    const expected = drills.map(({ id }) => {
      const deed = truths.get(id)?.deed ?? 'true';
      return [id, isTrue(deed) ? 'done' : deed];
    });
    expect(judged).toEqual(expected);
    expect(drills).toHaveLength(deeds.length);
    const off = drills.flatMap(({ id, restoreMs, isAtMost }) => {
      const ms = truths.get(id)?.ms;
      if (ms === undefined) return [];
      return [{ id, isAtMost, ms: (restoreMs ?? Number.NaN) - ms }];
    });
    expect(off.filter(({ ms, isAtMost }) => !isAtMost && !(Math.abs(ms) <= TOLERANCE_MS))).toEqual([]);
    expect(store.protection.restoreTests().filter(({ result }) => result === 'ok')).toHaveLength(
      deeds.filter(isTrue).length,
    );
  },
);

test('a host that does not answer for longer than the patience ends nothing, and what happened meanwhile is an upper bound', async () => {
  const { lab, clock, store, name, hosts, at, handOut, run } = await begin({ nodes: 1, guests: 30, version: 9.2 });
  const guest = lab
    .guests(name)
    .find((one) => one.kind === 'qemu' && one.agent && lab.backupTimes(name, one.vmid).length > 0);
  if (!guest) throw new Error('the lab has too few guests');
  const [node = ''] = hosts;
  const time = new Date((lab.backupTimes(name, guest.vmid)[0] ?? 0) * S).toISOString();
  await handOut({
    ...{
      id: 'd',
      guest: `lab-${guest.vmid}`,
      name: guest.name,
      instance: 'lab',
      type: 'qemu',
      vmid: guest.vmid,
      tags: [],
    },
    backup: { volid: `pbs-main:backup/vm/${guest.vmid}/${time.replace('.000', '')}`, time, storage: 'pbs-main' },
    target: { node, vmid: 9001, storage: 'local-zfs' },
    ...{
      ports: [],
      by: 'ann',
      createdAt: new Date(clock.now()).toISOString(),
      patienceMs: PATIENCE_MS,
      state: 'waiting',
    },
    until: new Date(clock.now() + 3600 * S).toISOString(),
    seen: [],
  });
  at(5, () => lab.restoreGuest(name, { of: guest.vmid, vmid: 9001, node, seconds: 20, bootSeconds: 30 }));
  at(30, () => lab.startGuest(name, 9001));
  at(40, () => lab.fault(node, { status: 595 }));
  at(240, () => lab.heal(node));
  await run(239);
  expect(store.drills.get('d')).toMatchObject({ state: 'running' });
  await run(10);
  expect(store.drills.get('d')).toMatchObject({ state: 'passed', isAtMost: true });
  expect(store.drills.get('d')?.restoreMs).toBeGreaterThan(200 * S);
});
