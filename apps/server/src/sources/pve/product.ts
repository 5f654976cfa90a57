// Proxmox VE among the products.
import type { Product } from '../proxmox-api/product.ts';

export const pve: Product = {
  port: 8006,
  realm: 'pam',
  cookie: 'PVEAuthCookie',
  token: { scheme: 'PVEAPIToken', separator: '=' },
  rights: 'Give it the role PVEAuditor on / (Sys.Audit, VM.Audit, Datastore.Audit).',
};
