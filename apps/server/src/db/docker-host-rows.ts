// Docker hosts as rows of a database.
import * as z from 'zod';
import type { Statements } from './backend.ts';
import type { DockerHostsTable } from './docker-hosts-store.ts';

const HostId = z.object({ id: z.string() });
const Host = z.object({
  host: z.instanceof(Uint8Array),
  owner: z.string().nullable(),
  lastSeen: z.number().nullable(),
});

export const dockerHostRows = ({ all, run, dialect }: Statements): DockerHostsTable => ({
  async ids() {
    const rows = await all(`SELECT id FROM docker_hosts ORDER BY ${dialect.rowNumber}`);
    return rows.map((row) => HostId.parse(row).id);
  },
  async get(id) {
    const [row] = await all(
      `SELECT host, owner, last_seen AS "lastSeen" FROM docker_hosts LEFT JOIN docker_hosts_seen USING (id) WHERE id = ?`,
      id,
    );
    return row && Host.parse(row);
  },
  put: async (id, host, owner) =>
    void (await run(
      `INSERT INTO docker_hosts (id, host, owner) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET host = excluded.host, owner = excluded.owner`,
      ...[id, host, owner],
    )),
  seen: async (id, at) =>
    void (await run(
      `INSERT INTO docker_hosts_seen (id, last_seen) SELECT id, CAST(? AS BIGINT) FROM docker_hosts WHERE id = ?
        ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen`,
      ...[at, id],
    )),
  remove: async (id) => void (await run('DELETE FROM docker_hosts WHERE id = ?', id)),
});
