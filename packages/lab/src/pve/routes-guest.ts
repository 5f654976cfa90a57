// Virtual machines and containers: lists, status, configuration, snapshots.
import { ok } from '../answer.ts';
import { isYes } from '../router.ts';
import { releases } from '../world/catalogue.ts';
import { guestsOf } from '../world/cluster.ts';
import { along } from '../world/course.ts';
import { figures, type Guest, isRunning, lockOf } from '../world/guest.ts';
import { snapshotsOf } from '../world/snapshot.ts';
import { between, chance } from '../world/walk.ts';
import { blockstat } from './blockstat.ts';
import { type Call, nodeOf, type PveRoute, withGuest } from './call.ts';
import { configOf } from './guest-config.ts';

/** The common fields of both lists and both status calls. Stopped guests have zeros and no process. */
function common(guest: Guest, call: Call) {
  const { swap: _swap, memhost: _memhost, ...seen } = figures(guest, call.now);
  return {
    name: guest.name,
    status: isRunning(guest) ? 'running' : 'stopped',
    ...seen,
    cpus: guest.cpus,
    maxmem: guest.maxmem,
    maxdisk: guest.maxdisk,
    ...(isRunning(guest) && { pid: between(1000, 4_000_000, guest.seed, 'pid', guest.startedAt) }),
    ...(guest.template && { template: 1 }),
    ...(guest.tags.length > 0 && { tags: guest.tags.join(';') }),
    ...(lockOf(guest, call.now) !== undefined && { lock: lockOf(guest, call.now) }),
    ...(call.cluster.release >= 9 && isRunning(guest) && pressure(guest, call.now)),
  };
}

export const pressure = ({ load, courses }: Guest, now: number) => ({
  pressurecpusome: load.cpu > 0.9 ? 12.4 : 0,
  pressurecpufull: 0,
  pressureiosome: Number((100 * along(courses.wait, load.wait, now)).toFixed(2)),
  pressureiofull: 0,
  pressurememorysome: 0,
  pressurememoryfull: 0,
});

/** The fields that need a query to each virtual machine: `full=1` and `status/current`. */
function monitor(guest: Guest, call: Call) {
  const { release } = call.cluster;
  if (!isRunning(guest)) return { qmpstatus: 'stopped' };
  if (guest.qemu === 'silent') return { qmpstatus: 'running', balloon_min: guest.maxmem, shares: 1000 };
  const { mem } = figures(guest, call.now);
  const total = Math.floor(guest.maxmem * 0.965);
  const free = Math.max(0, total - mem);
  const actual = { actual: guest.maxmem, max_mem: guest.maxmem };
  const paging = { major_page_faults: 1811, minor_page_faults: 3_803_793, mem_swapped_in: 0, mem_swapped_out: 0 };
  return {
    qmpstatus: guest.power,
    balloon: guest.maxmem,
    balloon_min: guest.maxmem,
    shares: 1000,
    ballooninfo: guest.balloon
      ? { ...actual, total_mem: total, free_mem: free, last_update: call.now, ...paging }
      : actual,
    ...(guest.balloon && { freemem: free }),
    blockstat: blockstat(guest, call.cluster, call.now),
    'running-machine': `pc-q35-${releases[release].qemu.split('.').slice(0, 2).join('.')}+pve0`,
    'running-qemu': releases[release].qemu,
    'proxmox-support': { 'query-bitmap-info': true, 'pbs-dirty-bitmap': true, 'backup-max-workers': true },
  };
}

function qemuRow(guest: Guest, call: Call, full: boolean) {
  const memhost = call.cluster.release >= 9 && isRunning(guest) && { memhost: figures(guest, call.now).memhost };
  return { vmid: guest.vmid, ...common(guest, call), ...memhost, ...(full && monitor(guest, call)) };
}

/** Releases before 8 send the vmid of a container as text in the list. */
function lxcRow(guest: Guest, call: Call, listed: boolean) {
  const text = listed && call.cluster.release < 8;
  const { swap } = figures(guest, call.now);
  return {
    ...common(guest, call),
    vmid: text ? String(guest.vmid) : guest.vmid,
    type: 'lxc',
    swap,
    maxswap: guest.maxswap,
  };
}

const listOf = (call: Call, kind: Guest['kind']) =>
  guestsOf(call.cluster, nodeOf(call)).filter((g) => g.kind === kind && call.may('VM.Audit'));
const VM = ['/vms/{vmid}', 'VM.Audit'] as const;
const snapshotParams = { current: { rule: 'boolean' }, snapshot: { rule: 'string' } } as const;

export const guestRoutes: PveRoute[] = [
  {
    path: '/nodes/{node}/qemu',
    params: { full: { rule: 'boolean' } },
    answer: (call, params) => ok(listOf(call, 'qemu').map((g) => qemuRow(g, call, isYes(params.full)))),
  },
  { path: '/nodes/{node}/lxc', answer: (call) => ok(listOf(call, 'lxc').map((g) => lxcRow(g, call, true))) },
  {
    path: '/nodes/{node}/qemu/{vmid}/status/current',
    needs: VM,
    answer: (call) =>
      withGuest(call, 'qemu', (guest) =>
        ok({
          ...qemuRow(guest, call, true),
          ha: guest.ha === undefined ? { managed: 0 } : { managed: 1, state: guest.ha },
          ...(guest.agent && { agent: 1 }),
          ...(chance(guest.seed, 'spice') < 0.1 && { spice: 1 }),
        }),
      ),
  },
  {
    path: '/nodes/{node}/lxc/{vmid}/status/current',
    needs: VM,
    answer: (call) => withGuest(call, 'lxc', (guest) => ok({ ...lxcRow(guest, call, false), ha: { managed: 0 } })),
  },
  ...(['qemu', 'lxc'] as const).flatMap((kind): PveRoute[] => [
    {
      path: `/nodes/{node}/${kind}/{vmid}/config`,
      needs: VM,
      params: snapshotParams,
      answer: (call) => withGuest(call, kind, (guest) => ok(configOf(guest, call.cluster))),
    },
    {
      path: `/nodes/{node}/${kind}/{vmid}/snapshot`,
      needs: VM,
      answer: (call) => withGuest(call, kind, (guest) => ok(snapshotsOf(guest, call.cluster))),
    },
  ]),
];
