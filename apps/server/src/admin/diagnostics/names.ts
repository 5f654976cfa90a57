// The names in a document: the real ones, or pseudonyms that stay the same throughout the document.

type Kind =
  | 'instance'
  | 'node'
  | 'storage'
  | 'pool'
  | 'device'
  | 'datastore'
  | 'namespace'
  | 'guest'
  | 'backup'
  | 'snapshot'
  | 'docker-host'
  | 'alert'
  | 'resource';

export interface Names {
  /** For an id, because different things may have the same name. */
  of(kind: Kind, id: string): string;
  /** For a thing that has a name and an id. */
  called(kind: Kind, id: string, name: string): string;
  /** A vmid counts as a name too: it is a part of the names of volumes, and people mention it. */
  vmid(instance: string, vmid: number): number;
  /** For a host: its scheme, its port and the kind of its name may stay. */
  address(address: string): string;
  /** Free text: unchanged, or left out. */
  words(text: string | undefined): string | undefined;
  /** A missing privilege and where it is missing, as in `Sys.Audit on /nodes/pve1`: the place may name things. */
  privilege(needs: string | undefined): string | undefined;
}

export const realNames: Names = {
  of: (_, id) => id,
  called: (_, __, name) => name,
  vmid: (_, vmid) => vmid,
  address: (address) => address,
  words: (text) => text,
  privilege: (needs) => needs,
};

/** Endings that describe how a network is built, but not whose it is. */
const KEPT = /\.(lan|local|home|internal)$/i;

/** A privilege of Proxmox, without the place. */
const PRIVILEGE =
  /^(?:Sys|VM|Datastore|Mapping|SDN|Pool|Realm|Group|User|Permissions|Remote)(?:\.[A-Z][A-Za-z]+)+(?= on |$)/;

export function createPseudonyms(): Names {
  const known = new Map<string, number>();
  const counts = new Map<string, number>();
  const number = (kind: string, name: string): number => {
    const key = `${kind} ${name}`;
    const n = known.get(key) ?? (counts.get(kind) ?? 0) + 1;
    if (!known.has(key)) counts.set(kind, n);
    known.set(key, n);
    return n;
  };
  return {
    of: (kind, id) => `${kind}-${number(kind, id)}`,
    called: (kind, id, name) => `${kind}-${number(kind, id)}${KEPT.exec(name)?.[0] ?? ''}`,
    vmid: (instance, vmid) => number('vmid', `${instance} ${vmid}`),
    address(address) {
      const url = URL.parse(address);
      const host = url?.hostname || address;
      const alias = `host-${number('host', host)}${KEPT.exec(host)?.[0] ?? ''}`;
      return url?.hostname ? `${url.protocol}//${alias}${url.port ? `:${url.port}` : ''}` : alias;
    },
    words: () => undefined,
    privilege: (needs) => PRIVILEGE.exec(needs ?? '')?.[0],
  };
}
