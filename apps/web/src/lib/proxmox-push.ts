// The commands that make a Proxmox host push its events, and that stop it. Pure.
import type { NodeType } from '@belfry/schema/config/kinds';

/** The names on the host. Targets and matchers share one name space. */
const names = { webhook: 'belfry', matcher: 'belfry-events' } as const;
type Thing = keyof typeof names;

/** A test of the host has no type, and `escape` fails without a value. */
const BODY = '{"type":"{{#if fields.type}}{{ escape fields.type }}{{/if}}"}';

interface Product {
  create(thing: Thing, options: string): string;
  remove(thing: Thing): string;
  /** The types of notifications that Belfry is told. */
  types: readonly string[];
}

const pveFolders = { webhook: '/cluster/notifications/endpoints/webhook', matcher: '/cluster/notifications/matchers' };
const pbsNouns = { webhook: 'endpoint webhook', matcher: 'matcher' };
const products: Partial<Record<NodeType, Product>> = {
  pve: {
    create: (thing, options) => `pvesh create ${pveFolders[thing]} --name ${names[thing]} ${options}`,
    remove: (thing) => `pvesh delete ${pveFolders[thing]}/${names[thing]}`,
    types: ['vzdump', 'fencing', 'replication'],
  },
  pbs: {
    create: (thing, options) =>
      `proxmox-backup-manager notification ${pbsNouns[thing]} create ${names[thing]} ${options}`,
    remove: (thing) => `proxmox-backup-manager notification ${pbsNouns[thing]} delete ${names[thing]}`,
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
    `--body ${base64(BODY)}`,
  ].join(' ');
  const matcher = `--target ${names.webhook} --match-field 'regex:type=^(${product.types.join('|')})$'`;
  // What an earlier command made is replaced, also where it was made in part.
  const again = `(${pushEndCommand(type)}) 2>/dev/null`;
  return `${again}; ${product.create('webhook', webhook)} && ${product.create('matcher', matcher)}`;
}

export const pushEndCommand = (type: NodeType): string => {
  const product = products[type];
  return product ? `${product.remove('matcher')}; ${product.remove('webhook')}` : '';
};
