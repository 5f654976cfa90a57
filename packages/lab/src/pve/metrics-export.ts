// The rows of /cluster/metrics/export, which exists since Proxmox VE 8.3. The names, the types and the choice of rows
// are from PVE/PullMetric.pm of pve-manager.
import { type Cluster, guestsOf } from '../world/cluster.ts';
import { figures, isRunning } from '../world/guest.ts';
import { rootFigures } from '../world/local-pool.ts';
import { lastRound, type Node, nodeFigures } from '../world/node.ts';
import { storagesOf } from '../world/storage.ts';
import { storageFigures } from '../world/storage-figures.ts';

export type Metric = { id: string; metric: string; timestamp: number; type: 'gauge' | 'derive'; value: number };

/** A server keeps the last round and 180 older ones, ten seconds apart. */
const generations = 181;
const period = 10;

/** `nodes`: whose metrics are returned. `start`: only rows after that second. Sorted by time. */
export function exportMetrics(
  cluster: Cluster,
  nodes: Node[],
  now: number,
  history: boolean,
  start?: number,
): Metric[] {
  const wanted = start === undefined ? generations : Math.max(1, Math.floor((now - start) / period));
  const rounds = history ? Math.min(generations, wanted) : 1;
  return nodes
    .filter((node) => node.online)
    .flatMap((node) =>
      Array.from({ length: rounds }, (_, i) => lastRound(node, now) - i * period)
        // They are in the memory of the node, so a boot starts with none.
        .filter((timestamp) => timestamp >= node.bootedAt)
        .flatMap((timestamp) => round(cluster, node, timestamp)),
    )
    .filter((m) => start === undefined || m.timestamp > start)
    .sort((a, b) => a.timestamp - b.timestamp);
}

function round(cluster: Cluster, node: Node, timestamp: number): Metric[] {
  const rows: Metric[] = [];
  const add = (id: string, type: Metric['type'], values: Record<string, number>) => {
    for (const [metric, value] of Object.entries(values)) rows.push({ id, metric, timestamp, type, value });
  };
  const guests = guestsOf(cluster, node);
  const host = nodeFigures(node, guests, timestamp);
  const [avg1, avg5, avg15] = host.load;
  const self = `node/${node.name}`;
  add(self, 'gauge', { uptime: host.uptime });
  add(self, 'derive', { net_in: host.netin, net_out: host.netout });
  add(self, 'gauge', {
    cpu_avg1: avg1,
    cpu_avg5: avg5,
    cpu_avg15: avg15,
    cpu_max: node.cpus,
    cpu_current: host.cpu,
    cpu_iowait: host.wait,
  });
  add(self, 'gauge', { mem_total: node.maxmem, mem_used: host.mem, swap_total: node.swapSize, swap_used: host.swap });
  const root = rootFigures(cluster, node, timestamp, guests);
  add(self, 'gauge', { disk_total: root.total, disk_used: root.used });
  for (const guest of guests) {
    const id = `${guest.kind}/${guest.vmid}`;
    const seen = figures(guest, timestamp);
    if (isRunning(guest) && timestamp >= guest.startedAt) {
      add(id, 'gauge', { cpu_current: seen.cpu, mem_used: seen.mem });
      add(id, 'derive', {
        disk_read: seen.diskread,
        disk_write: seen.diskwrite,
        net_in: seen.netin,
        net_out: seen.netout,
      });
      if (guest.kind === 'lxc') add(id, 'gauge', { disk_used: seen.disk });
    }
    add(id, 'gauge', { uptime: seen.uptime, cpu_max: guest.cpus, mem_total: guest.maxmem, disk_total: guest.maxdisk });
  }
  for (const storage of storagesOf(cluster, node)) {
    const seen = storageFigures(cluster, storage, node, timestamp, guests);
    if (seen) add(`storage/${node.name}/${storage.storage}`, 'gauge', { disk_total: seen.total, disk_used: seen.used });
  }
  return rows;
}
