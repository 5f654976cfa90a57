// Docker hosts on disk, so that a restart blanks nobody's screen. Reports are kept compressed.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DockerHost } from '@belfry/schema/entities/docker';
import * as z from 'zod';
import { type Database, transaction } from '../../db/open.ts';
import { query } from '../../db/query.ts';
import { sizeOf } from './quota.ts';

const Row = z.object({
  id: z.string(),
  host: z.instanceof(Uint8Array),
  owner: z.string().nullable(),
  lastSeen: z.number().nullable(),
});

/** `owner`: the id of the token it belongs to, if any. `size`: see `sizeOf`. */
export interface SavedHost {
  host: DockerHost;
  owner: string | undefined;
  size: number;
}

export interface DockerHostsStore {
  /**
   * Every host as saved, `lastSeen` (epoch ms) as seen, in the order in which they came first; or the id of a row that is
   * no host. One at a time: all of them may be more than fits into memory.
   */
  load(): Iterable<SavedHost | { unreadable: string }>;
  save(host: DockerHost, owner: string | undefined): void;
  /** `lastSeen` epoch ms by host id; one commit. A host that was never saved is left out. */
  seen(lastSeen: ReadonlyMap<string, number>): void;
  remove(id: string): void;
}

export function createDockerHostsStore(db: Database): DockerHostsStore {
  const all = query(
    db,
    Row,
    `SELECT id, host, owner, last_seen AS lastSeen FROM docker_hosts LEFT JOIN docker_hosts_seen USING (id)
      ORDER BY docker_hosts.rowid`,
  );
  const save = db.prepare(`INSERT INTO docker_hosts (id, host, owner) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET host = excluded.host, owner = excluded.owner`);
  const seen = db.prepare(`INSERT INTO docker_hosts_seen (id, last_seen) SELECT id, ? FROM docker_hosts WHERE id = ?
    ON CONFLICT DO UPDATE SET last_seen = excluded.last_seen`);
  const remove = db.prepare('DELETE FROM docker_hosts WHERE id = ?');
  return {
    *load() {
      for (const { id, host: packed, owner, lastSeen } of all.each()) {
        const found = unpacked(packed);
        if (!found) yield { unreadable: id };
        else {
          const host = { ...found.host, lastSeen: lastSeen ?? found.host.lastSeen };
          yield { host, owner: owner ?? undefined, size: found.size };
        }
      }
    },
    save: (host, owner) => void save.run(host.id, deflateRawSync(JSON.stringify(host)), owner ?? null),
    seen(lastSeen) {
      transaction(db, () => {
        for (const [id, at] of lastSeen) seen.run(at, id);
      });
    },
    remove: (id) => void remove.run(id),
  };
}

/** A report is 2 MiB at most, and a host is little longer. */
const LONGEST_BYTES = 16 * 1024 * 1024;

/** Undefined for what another version wrote, or nobody. */
function unpacked(packed: Uint8Array): { host: DockerHost; size: number } | undefined {
  try {
    const text = inflateRawSync(packed, { maxOutputLength: LONGEST_BYTES }).toString();
    const host = DockerHost.parse(JSON.parse(text));
    return { host, size: sizeOf(host, text) };
  } catch {
    return undefined;
  }
}
