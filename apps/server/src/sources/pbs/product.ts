// Proxmox Backup Server among the products.
import type { Product } from '../proxmox-api/product.ts';

export const pbs: Product = {
  port: 8007,
  realm: 'pbs',
  cookie: 'PBSAuthCookie',
  token: { scheme: 'PBSAPIToken', separator: ':' },
  rights: 'Give it the role Audit on / (Sys.Audit, Datastore.Audit).',
};
