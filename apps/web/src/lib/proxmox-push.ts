// The commands that make a Proxmox host push its events, and that stop it. Pure.
import type { NodeType } from '@belfry/schema/config/kinds';

/** The name of the target and of the matcher on the host. */
const NAME = 'belfry';

interface Product {
  create(thing: 'webhook' | 'matcher', options: string): string;
  remove(thing: 'webhook' | 'matcher'): string;
  /** The types of notifications that Belfry is told. */
  types: readonly string[];
}

const pveFolders = { webhook: '/cluster/notifications/endpoints/webhook', matcher: '/cluster/notifications/matchers' };
const pbsNouns = { webhook: 'endpoint webhook', matcher: 'matcher' };
const products: Partial<Record<NodeType, Product>> = {
  pve: {
    create: (thing, options) => `pvesh create ${pveFolders[thing]} --name ${NAME} ${options}`,
    remove: (thing) => `pvesh delete ${pveFolders[thing]}/${NAME}`,
    types: ['vzdump', 'fencing', 'replication'],
  },
  pbs: {
    create: (thing, options) => `proxmox-backup-manager notification ${pbsNouns[thing]} create ${NAME} ${options}`,
    remove: (thing) => `proxmox-backup-manager notification ${pbsNouns[thing]} delete ${NAME}`,
    types: ['gc', 'prune', 'sync', 'tape-backup', 'verification'],
  },
};

/** Whether hosts of this kind have webhooks: Proxmox VE since 8.3, Backup Server since 3.3. */
export const canPush = (type: NodeType): boolean => products[type] !== undefined;

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const header = (name: string, value: string): string => `--header name=${name},value=${base64(value)}`;

/** `token` undefined: the server asks for none. The host keeps it in its file of secrets. */
export function pushCommand(type: NodeType, origin: string, instance: string, token: string | undefined): string {
  const product = products[type];
  if (!product) return '';
  const webhook = [
    '--method post',
    `--url '${origin}/api/proxmox/notify/${encodeURIComponent(instance).replaceAll("'", '%27')}'`,
    header('Content-Type', 'application/json'),
    ...(token === undefined
      ? []
      : [header('Authorization', 'Bearer {{ secrets.token }}'), `--secret name=token,value=${base64(token)}`]),
    `--body ${base64('{"type":"{{ escape fields.type }}"}')}`,
  ].join(' ');
  const matcher = `--target ${NAME} --match-field 'regex:type=^(${product.types.join('|')})$'`;
  return `${product.create('webhook', webhook)} && ${product.create('matcher', matcher)}`;
}

export const pushEndCommand = (type: NodeType): string => {
  const product = products[type];
  return product ? `${product.remove('matcher')}; ${product.remove('webhook')}` : '';
};
