// Calls about one node.
import { ok } from '../answer.ts';
import { releases } from '../world/catalogue.ts';
import { rootFigures } from '../world/local-pool.ts';
import { nodeFigures } from '../world/node.ts';
import { editedObject } from '../world/settings.ts';
import { updatesOf } from '../world/update.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';
import { nodeRow } from './resources.ts';
import { version } from './routes-access.ts';

/** The build time of the kernel, which is before the last start of every node. */
function builtAt({ nodes }: Call['cluster']): string {
  const firstBoot = Math.min(...nodes.map((node) => node.bootedAt));
  return new Date((firstBoot - 30 * 86_400) * 1000).toISOString().replace(/:\d\d\.\d+/, '');
}

function status(call: Call) {
  const { cluster, now } = call;
  const node = nodeOf(call);
  const release = releases[cluster.release];
  const seen = nodeFigures(node, cluster.guests.values(), now);
  const build = `#1 SMP PREEMPT_DYNAMIC PMX ${release.kernel.replace('-pve', '')} (${builtAt(cluster)})`;
  return {
    uptime: seen.uptime,
    cpu: seen.cpu,
    wait: seen.wait,
    idle: 0,
    loadavg: seen.load.map((value) => value.toFixed(2)),
    kversion: `Linux ${release.kernel} ${build}`,
    pveversion: `pve-manager/${release.version}/${release.repoid}`,
    ksm: { shared: seen.ksm },
    cpuinfo: {
      model: node.model,
      sockets: node.sockets,
      cores: Math.ceil(node.cpus / 2),
      cpus: node.cpus,
      mhz: '2794.748',
      hvm: '1',
      user_hz: 100,
      flags:
        'fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse sse2 ht syscall nx lm ssse3 fma cx16 sse4_1 sse4_2 movbe popcnt aes xsave avx f16c abm svm bmi1 avx2 bmi2',
    },
    memory: {
      total: node.maxmem,
      used: seen.mem,
      // Older releases include caches in `free`, newer ones only in `available`.
      ...(cluster.release >= 9
        ? { free: Math.floor(seen.available * 0.6), available: seen.available }
        : { free: seen.available }),
    },
    swap: { total: node.swapSize, used: seen.swap, free: node.swapSize - seen.swap },
    rootfs: rootFigures(cluster, node, now),
    ...(cluster.release >= 8 && {
      'boot-info': { mode: 'efi', secureboot: 0 },
      'current-kernel': { sysname: 'Linux', release: release.kernel, version: build, machine: 'x86_64' },
    }),
  };
}

const daemons: readonly (readonly [name: string, description: string])[] = [
  ['pveproxy', 'PVE API Proxy Server'],
  ['pvedaemon', 'PVE API Daemon'],
  ['pvestatd', 'PVE Status Daemon'],
  ['pvescheduler', 'Proxmox VE scheduler'],
  ['pve-cluster', 'The Proxmox VE cluster filesystem'],
  ['corosync', 'Corosync Cluster Engine'],
  ['cron', 'Regular background program processing daemon'],
  ['ssh', 'OpenBSD Secure Shell server'],
];

/** A host without a cluster has corosync, which does not start there although it is enabled. Time is kept by chrony. */
function services({ cluster }: Call) {
  const row = (name: string, desc: string, isRunning: boolean, unit = 'enabled') => ({
    ...{ name, service: name, desc, state: isRunning ? 'running' : 'dead' },
    ...{ 'active-state': isRunning ? 'active' : 'inactive', 'unit-state': unit },
  });
  return [
    ...daemons.map(([name, description]) => row(name, description, name !== 'corosync' || cluster.nodes.length > 1)),
    row('systemd-timesyncd', 'systemd-timesyncd.service', false, 'not-found'),
  ];
}

export const nodeRoutes: PveRoute[] = [
  {
    path: '/nodes',
    answer: ({ cluster, now }) =>
      ok(cluster.nodes.map((n) => ({ ...nodeRow(cluster, n, now), ssl_fingerprint: n.fingerprint }))),
  },
  { path: '/nodes/{node}/status', needs: ['/nodes/{node}', 'Sys.Audit'], answer: (call) => ok(status(call)) },
  {
    path: '/nodes/{node}/apt/update',
    needs: ['/nodes/{node}', 'Sys.Modify'],
    answer: (call) => ok(updatesOf(nodeOf(call), call.cluster.release, call.now)),
  },
  { path: '/nodes/{node}/services', needs: ['/nodes/{node}', 'Sys.Audit'], answer: (call) => ok(services(call)) },
  {
    path: '/nodes/{node}/time',
    needs: ['/nodes/{node}', 'Sys.Audit'],
    // Its backup jobs run in this zone too.
    answer: (call) => {
      const { now, cluster, path } = call;
      return ok(
        editedObject(cluster.edits, `/nodes/${path.node}/time`, { time: now, localtime: now, timezone: 'Etc/UTC' }),
      );
    },
  },
  { path: '/nodes/{node}/version', answer: (call) => ok(version(call)) },
];
