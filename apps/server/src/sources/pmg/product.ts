// Proxmox Mail Gateway among the products. It has no API tokens.
import type { Product } from '../proxmox-api/product.ts';

export const pmg: Product = {
  port: 8006,
  realm: 'pmg',
  cookie: 'PMGAuthCookie',
  rights: 'Give it the role Auditor; the queues are not shown to a quarantine manager.',
};
