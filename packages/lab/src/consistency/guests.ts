// Guests and their nodes.
import { type Check, first } from './check.ts';
import { guestsIn, type Resource, type Seen, sum } from './seen.ts';

const running = (seen: Seen) => guestsIn(seen).filter((guest) => guest.status !== 'stopped');
const diskOf = (seen: Seen, { vmid, type }: Resource) =>
  String(seen.configs.get(vmid)?.[type === 'qemu' ? 'scsi0' : 'rootfs'] ?? '');
const nodesIn = (seen: Seen) => seen.resources.filter((row) => row.type === 'node');
const on = (seen: Seen, node: string) => running(seen).filter((guest) => guest.node === node);
const hasPool = (seen: Seen, name: string) => seen.nodes.some((node) => node.name === name && node.pools.length > 0);
const jobsIn = (seen: Seen) =>
  seen.nodes.flatMap((node) => node.replications.map((job) => ({ ...job, on: node.name })));

export const guestChecks: Check[] = [
  {
    name: 'the disk, memory and cores of a guest match its configuration',
    wrong: (seen) =>
      guestsIn(seen)
        .filter((guest) => {
          const { memory, cores } = seen.configs.get(guest.vmid) ?? {};
          const [, gib] = diskOf(seen, guest).match(/size=(\d+)G/) ?? [];
          return (
            Number(gib) * 1024 ** 3 !== guest.maxdisk ||
            Number(memory) * 1024 ** 2 !== guest.maxmem ||
            cores !== guest.maxcpu
          );
        })
        .map((guest) => `${guest.vmid}`),
    spoil: (seen) => {
      first(guestsIn(seen)).maxdisk += 1;
    },
  },
  {
    name: 'the disk of a guest is listed once, in a storage of its node',
    wrong: (seen) =>
      guestsIn(seen).flatMap((guest) => {
        const [volid = ''] = diskOf(seen, guest).split(',');
        const node = seen.nodes.find((each) => each.name === guest.node);
        const found = [...(node?.content.values() ?? [])].flat().filter((v) => v.volid === volid);
        return found.length === 1 && found[0]?.vmid === guest.vmid && found[0].size === guest.maxdisk ? [] : [volid];
      }),
    spoil: (seen) => {
      seen.configs.set(first(guestsIn(seen)).vmid, { scsi0: 'nowhere:vm-1-disk-0', rootfs: 'nowhere:vm-1-disk-0' });
    },
  },
  {
    name: 'no guest runs longer than its node',
    wrong: (seen) =>
      nodesIn(seen).flatMap((node) =>
        on(seen, node.node)
          .filter((guest) => guest.uptime > node.uptime)
          .map((guest) => `${guest.vmid}: ${guest.uptime} s on ${node.node}: ${node.uptime} s`),
      ),
    spoil: (seen) => {
      first(running(seen)).uptime = 1e9;
    },
  },
  {
    name: 'the memory use of a node is that of its guests without shared pages',
    wrong: (seen) =>
      nodesIn(seen)
        .filter((node) => {
          const shared = seen.nodes.find((each) => each.name === node.node)?.status.ksm.shared ?? 0;
          return (
            sum(on(seen, node.node), (guest) => guest.memhost) > node.mem + shared * 1.05 || node.mem > node.maxmem
          );
        })
        .map((node) => node.node),
    spoil: (seen) => {
      first(nodesIn(seen)).mem = 0;
    },
  },
  {
    name: 'the CPU usage of a node is at least that of its guests',
    wrong: (seen) =>
      nodesIn(seen)
        .filter((node) => {
          const busy = sum(on(seen, node.node), (guest) => guest.cpu * guest.maxcpu);
          return node.cpu < Math.min(1, busy / node.maxcpu);
        })
        .map((node) => node.node),
    spoil: (seen) => {
      first(nodesIn(seen)).cpu = 0;
    },
  },
  {
    name: 'a node has two threads for each core of its processors',
    wrong: (seen) =>
      seen.nodes.flatMap(({ name, status: { cpuinfo } }) => {
        const [, cores] = cpuinfo.model.match(/(\d+)-Core/) ?? [];
        const isRight = cores === undefined || Number(cores) * 2 * cpuinfo.sockets === cpuinfo.cpus;
        return isRight ? [] : [`${name}: ${cpuinfo.cpus} threads of ${cpuinfo.sockets} ${cpuinfo.model}`];
      }),
    spoil: (seen) => {
      const { cpuinfo } = first(seen.nodes).status;
      cpuinfo.model = 'AMD EPYC 7443P 24-Core Processor';
      cpuinfo.cpus = 7;
    },
  },
  {
    name: 'a resource of HA is a guest on that node, with a disk that every node can reach',
    wrong: (seen) =>
      seen.ha
        .filter((row) => row.type === 'service')
        .filter((row) => {
          const guest = guestsIn(seen).find((each) => String(each.vmid) === row.sid?.split(':')[1]);
          const storage = guest && diskOf(seen, guest).split(':')[0];
          const isShared = first(seen.nodes).storages.some((s) => s.storage === storage && s.shared === 1);
          return guest?.node !== row.node || !isShared;
        })
        .map((row) => row.sid ?? ''),
    spoil: (seen) => {
      first(seen.ha, (row) => row.type === 'service').node = 'elsewhere';
    },
  },
  {
    name: 'replication copies a guest of this node from one ZFS pool to another',
    wrong: (seen) =>
      jobsIn(seen)
        .filter(
          ({ guest, on: node, source, target }) =>
            source !== node ||
            target === node ||
            !hasPool(seen, source) ||
            !hasPool(seen, target) ||
            guestsIn(seen).find((each) => each.vmid === guest)?.node !== node,
        )
        .map((job) => `${job.guest} from ${job.source} to ${job.target}`),
    spoil: (seen) => {
      const node = first(seen.nodes, (each) => each.replications.length > 0);
      first(node.replications).target = node.name;
    },
  },
  {
    name: 'the last run of a replication is in the past and the next in the future; a failing one has a count and a reason',
    wrong: (seen) =>
      jobsIn(seen)
        .filter(
          ({ last_sync, last_try, next_sync, fail_count, error }) =>
            last_sync > last_try ||
            last_try > seen.now ||
            next_sync <= seen.now ||
            fail_count > 0 !== (error !== undefined) ||
            fail_count > 0 !== last_sync < last_try,
        )
        .map((job) => `${job.guest}`),
    spoil: (seen) => {
      const node = first(seen.nodes, (each) => each.replications.length > 0);
      first(node.replications).next_sync = seen.now - 1;
    },
  },
];
