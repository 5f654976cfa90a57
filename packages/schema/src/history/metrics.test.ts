import { describe, expect, it } from 'vitest';
import { metricsOf, resourceKinds } from './metrics.ts';

describe('the catalogue of metrics', () => {
  it('has each metric of a kind once', () => {
    for (const kind of resourceKinds) {
      const ids = metricsOf(kind).map(({ id }) => id);
      expect(new Set(ids).size, kind).toBe(ids.length);
    }
  });

  it('gives a metric the same unit in every kind', () => {
    const units = new Map<string, string>();
    for (const { id, unit } of resourceKinds.flatMap(metricsOf)) {
      expect(units.get(id) ?? unit, id).toBe(unit);
      units.set(id, unit);
    }
  });

  it('keeps the order of the columns, which stored blocks rely on', () => {
    const columns = resourceKinds.map((kind) => `${kind}: ${metricsOf(kind).map(({ id }) => id)}`);
    expect(columns).toMatchInlineSnapshot(`
      [
        "guest: cpu,memory,disk,diskread,diskwrite,netin,netout,pressure.cpu,pressure.io,pressure.memory,swap,memory.estimate",
        "filesystem: usage,used,total",
        "node: cpu,memory,swap,disk,load,temperature,netin,netout,iowait,pressure.cpu,pressure.io,pressure.memory",
        "storage: usage,used,total",
        "datastore: usage,used,total,deduplication",
        "zfs: errors.read,errors.write,errors.checksum",
        "ceph: usage,used,total,osds.up,osds",
        "cephpool: usage,used",
        "disk: temperature,wearout",
        "pbs: cpu,memory,swap,disk,load,iowait,netin,netout",
        "pmg: queue,queue.deferred,queue.oldest,mails.in,mails.out,spam.in,virus.in,quarantine,queue.hold,quarantine.spam,quarantine.virus",
        "pmgnode: cpu,memory,swap,disk,load,iowait,queue,queue.deferred,queue.hold,queue.oldest",
        "docker: cpu,memory,containers.running",
        "container: cpu,memory,memory.used",
        "instance: calls,calls.failed",
        "belfry: cpu,memory.used,written,sent,browsers",
        "thinpool: metadata",
      ]
    `);
  });
});
