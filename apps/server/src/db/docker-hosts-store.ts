// Docker hosts on disk, so that they are shown after a restart. Reports are stored compressed.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DockerHost } from '@belfry/schema/entities/docker';
import type { Scope } from './scope.ts';

/** `owner`: the id of the token it belongs to, if any. `text`: the host as JSON. */
export interface SavedHost {
  host: DockerHost;
  owner: string | undefined;
  text: string;
}

export type DockerHostsStore = ReturnType<typeof createDockerHostsStore>;

/** `host` is its JSON, compressed. `lastSeen` is null when the host was not seen since it was saved. */
interface DockerHostRow {
  host: Uint8Array;
  owner: string | null;
  lastSeen: number | null;
}

/** The table of the hosts in a database. */
export interface DockerHostsTable {
  /** In the order of their first reports. */
  ids(): Promise<string[]>;
  get(id: string): Promise<DockerHostRow | undefined>;
  put(id: string, host: Uint8Array, owner: string | null): Promise<void>;
  /** Does nothing for an unknown host. */
  seen(id: string, at: number): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createDockerHostsStore({ read, write, setAside }: Scope) {
  return {
    /**
     * Every saved host with its `lastSeen` (epoch ms), in the order of their first reports; or the id of a row that is not
     * a host. One at a time, because all of them together may not fit into memory.
     */
    async *load(): AsyncIterable<SavedHost | { unreadable: string }> {
      for (const id of await read(({ dockerHosts }) => dockerHosts.ids())) {
        const row = await read(({ dockerHosts }) => dockerHosts.get(id));
        if (!row) continue;
        const found = unpacked(row.host);
        if (!found) {
          // Its agent reports it again.
          const content = { id };
          setAside.leaveOut({ file: 'belfry.db', what: `the Docker host ${id}`, reason: 'wrong content', content });
          yield { unreadable: id };
        } else {
          const host = { ...found.host, lastSeen: row.lastSeen ?? found.host.lastSeen };
          yield { host, owner: row.owner ?? undefined, text: found.text };
        }
      }
    },
    save: (host: DockerHost, owner: string | undefined) =>
      write(({ dockerHosts }) => dockerHosts.put(host.id, deflateRawSync(JSON.stringify(host)), owner ?? null)),
    /** `lastSeen` epoch ms by host id; one commit. A host that was never saved is left out. */
    seen: (lastSeen: ReadonlyMap<string, number>) =>
      write(async ({ dockerHosts }) => {
        for (const [id, at] of lastSeen) await dockerHosts.seen(id, at);
      }),
    remove: (id: string) => write(({ dockerHosts }) => dockerHosts.remove(id)),
  };
}

/** A report is 2 MiB at most, and a host is little longer. */
const LONGEST_BYTES = 16 * 1024 * 1024;

/** Undefined when the content is not readable, for instance when another version wrote it. */
function unpacked(packed: Uint8Array): { host: DockerHost; text: string } | undefined {
  try {
    const text = inflateRawSync(packed, { maxOutputLength: LONGEST_BYTES }).toString();
    return { host: DockerHost.parse(JSON.parse(text)), text };
  } catch {
    return undefined;
  }
}
