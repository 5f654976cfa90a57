// Proxmox VE: a hypervisor, or a cluster of them.
import { plural } from '@belfry/domain/format';
import { ok } from '@belfry/domain/result';
import { productOf } from '../proxmox-api/product.ts';
import { proxmoxKind } from '../proxmox-api/proxmox-kind.ts';
import { onlyNode } from '../proxmox-api/read.ts';
import { readCluster } from './cluster.ts';
import { lookAtCopy } from './drill-look.ts';
import { setup } from './setup.ts';
import { createPveSource } from './source.ts';

export const pve = proxmoxKind<'pve'>({
  product: productOf('pve', {
    cookie: 'PVEAuthCookie',
    rights: 'Give it the role PVEAuditor on / (Sys.Audit, VM.Audit, Datastore.Audit).',
  }),
  sign: /Proxmox Virtual Environment|PVE Cluster Manager CA/,
  async test(api, host, at) {
    const nodes = await api.get('/nodes');
    if (!nodes.ok) return nodes;
    const cluster = await readCluster(api, host, at);
    if (!cluster.ok) return cluster;
    const nodeCount = Array.isArray(nodes.value) ? nodes.value.length : 0;
    const members = cluster.value?.members.length;
    const name = cluster.value?.name ?? onlyNode(nodes.value);
    const message = `Connected to Proxmox VE: ${plural(nodeCount, 'node')} visible`;
    return ok({
      test: {
        message,
        ...(name && { name }),
        isCluster: members !== undefined,
        nodeCount,
        ...(members && { clusterNodeCount: members }),
      },
      cluster: cluster.value,
    });
  },
  readCluster,
  drill: lookAtCopy,
  setup,
  source: createPveSource,
});
