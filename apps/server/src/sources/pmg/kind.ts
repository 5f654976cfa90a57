// Proxmox Mail Gateway. It has no API tokens.
import { ok } from '@belfry/domain/result';
import { productOf } from '../proxmox-api/product.ts';
import { proxmoxKind } from '../proxmox-api/proxmox-kind.ts';
import { onlyNode } from '../proxmox-api/read.ts';
import { createPmgSource } from './source.ts';

export const pmg = proxmoxKind<'pmg'>({
  product: productOf('pmg', {
    cookie: 'PMGAuthCookie',
    rights: 'Give it the role Auditor; the queues are not shown to a quarantine manager.',
  }),
  sign: /Proxmox Mail Gateway/,
  async test(api) {
    const version = await api.get('/version');
    if (!version.ok) return version;
    const nodes = await api.get('/nodes');
    const name = nodes.ok ? onlyNode(nodes.value) : undefined;
    return ok({ test: { message: 'Connected to Proxmox Mail Gateway', ...(name && { name }) } });
  },
  source: createPmgSource,
});
