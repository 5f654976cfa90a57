// Docker hosts on disk, so that a restart blanks nobody's screen. Reports are kept compressed.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DockerHost } from '@belfry/schema/entities/docker';
import * as z from 'zod';
import { type Database, transaction } from '../../db/open.ts';
import { query } from '../../db/query.ts';

const Row = z.object({ id: z.string(), host: z.instanceof(Uint8Array), lastSeen: z.number().nullable() });

export interface DockerHostsStore {
  /** Every host as saved, `lastSeen` (epoch ms) as seen; `unreadable` are the ids of rows that are no host. */
  load(): { hosts: DockerHost[]; unreadable: string[] };
  save(host: DockerHost): void;
  /** `lastSeen` epoch ms by host id; one commit. A host that was never saved is left out. */
  seen(lastSeen: ReadonlyMap<string, number>): void;
  remove(id: string): void;
}

export function createDockerHostsStore(db: Database): DockerHostsStore {
  const all = query(
    db,
    Row,
    'SELECT id, host, last_seen AS lastSeen FROM docker_hosts LEFT JOIN docker_hosts_seen USING (id) ORDER BY id',
  );
  const save = db.prepare(`INSERT INTO docker_hosts (id, host) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET host = excluded.host`);
  const seen = db.prepare(`INSERT INTO docker_hosts_seen (id, last_seen) SELECT id, ? FROM docker_hosts WHERE id = ?
    ON CONFLICT DO UPDATE SET last_seen = excluded.last_seen`);
  const remove = db.prepare('DELETE FROM docker_hosts WHERE id = ?');
  return {
    load() {
      const read = all.all().map(({ id, host, lastSeen }) => ({ id, host: unpacked(host), lastSeen }));
      return {
        hosts: read.flatMap(({ host, lastSeen }) => (host ? [{ ...host, lastSeen: lastSeen ?? host.lastSeen }] : [])),
        unreadable: read.filter(({ host }) => !host).map(({ id }) => id),
      };
    },
    save: (host) => void save.run(host.id, deflateRawSync(JSON.stringify(host))),
    seen(lastSeen) {
      transaction(db, () => {
        for (const [id, at] of lastSeen) seen.run(at, id);
      });
    },
    remove: (id) => void remove.run(id),
  };
}

/** Undefined for what another version wrote, or nobody. */
function unpacked(host: Uint8Array): DockerHost | undefined {
  try {
    return DockerHost.safeParse(JSON.parse(inflateRawSync(host).toString())).data;
  } catch {
    return undefined;
  }
}
