// What things are called in a document: by their names, or by pseudonyms that stay the same throughout it.

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
  /** For an id: it tells apart what has the same name elsewhere. */
  of(kind: Kind, id: string): string;
  /** For what has a name beside its id. */
  called(kind: Kind, id: string, name: string): string;
  /** A vmid is a name too: it stands in the names of volumes and in what people tell. */
  vmid(instance: string, vmid: number): number;
  /** Of a host: its scheme, its port and what kind of a name it has may stay. */
  address(address: string): string;
  /** Words that may hold anything: as they are, or not at all. */
  words(text: string | undefined): string | undefined;
}

export const realNames: Names = {
  of: (_, id) => id,
  called: (_, __, name) => name,
  vmid: (_, vmid) => vmid,
  address: (address) => address,
  words: (text) => text,
};

/** Endings that tell how a network is built, and nothing of whose it is. */
const KEPT = /\.(lan|local|home|internal)$/i;

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
  };
}
