// The members of a Proxmox VE cluster with the fingerprint of each: `GET /cluster/status` and `/cluster/config/join`.
import { hostOf, originOf } from '@belfry/domain/address';
import { ok, type Result } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import * as z from 'zod';
import type { Api } from './connection.ts';
import { kinds } from './kinds.ts';

/** `origin` is where the member's own interface answers. `seenAt` ISO. What is not known is blank or absent. */
const Member = z.object({
  nodeId: z.string(),
  node: z.string(),
  ip: z.string(),
  origin: z.string(),
  online: z.boolean(),
  seenAt: z.string(),
  fingerprint: z.string().optional(),
});
export type Member = z.infer<typeof Member>;
export const Cluster = z.object({ name: z.string(), members: z.array(Member) });
export type Cluster = z.infer<typeof Cluster>;

/**
 * Two sites may use the same names and addresses, and one certificate for all their hosts. One cluster, asked at two of
 * its members, has a node in common whose name, number, address and certificate are the same, as far as both know them.
 */
export const isSameCluster = (a: Cluster, b: Cluster): boolean =>
  a.name === b.name && a.members.some((one) => b.members.some((other) => isSameNode(one, other)));

const isSameNode = (a: Member, b: Member): boolean =>
  a.node === b.node && agree(a.nodeId, b.nodeId) && agree(a.ip, b.ip) && agree(a.fingerprint, b.fingerprint);
const agree = (a: string | undefined, b: string | undefined): boolean => !a || !b || a === b;

const StatusRow = z.object({
  type: z.string(),
  name: z.string().optional(),
  nodeid: z.coerce.string().optional(),
  ip: z.string().optional(),
  online: z.coerce.number().optional(),
});
const JoinRow = z.object({ name: z.string(), pve_fp: z.string().regex(/^([0-9a-f]{2}:){31}[0-9a-f]{2}$/i) });

/** One malformed row costs that row. */
const rows = <S extends z.ZodType>(schema: S, data: unknown): z.output<S>[] =>
  (Array.isArray(data) ? data : []).flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });

/** Undefined for a standalone host. More than one node makes a cluster, also where its name is missing. */
export async function readCluster(
  api: Api,
  mainOrigin: string,
  at: string,
): Promise<Result<Cluster | undefined, SourceError>> {
  const status = await api.get('/cluster/status');
  if (!status.ok) return status;
  const found = rows(StatusRow, status.value);
  const nodes = found.filter((row) => row.type === 'node' && row.name);
  if (nodes.length < 2) return ok(undefined);
  const join = await api.get('/cluster/config/join');
  const list =
    join.ok && typeof join.value === 'object' && join.value && 'nodelist' in join.value ? join.value.nodelist : [];
  const fingerprints = new Map(rows(JoinRow, list).map((row) => [row.name, row.pve_fp.toUpperCase()]));
  const name = found.find((row) => row.type === 'cluster')?.name || 'Unknown Cluster';
  const members = nodes.map(({ name: node = '', nodeid = '', ip = '', online }): Member => {
    const fingerprint = fingerprints.get(node);
    return {
      nodeId: nodeid,
      node,
      ip,
      origin: memberOrigin(ip || node, mainOrigin),
      online: online === 1,
      seenAt: at,
      ...(fingerprint ? { fingerprint } : {}),
    };
  });
  return ok({ name, members });
}

/** Members listen where the main host does; behind a proxy on 443 they still listen on their own port. */
function memberOrigin(address: string, mainOrigin: string): string {
  const port = Number(new URL(mainOrigin).port) || kinds.pve.port;
  const origin = originOf(address, port);
  return origin.ok ? origin.value : `https://${hostOf(mainOrigin)}:${port}`;
}
