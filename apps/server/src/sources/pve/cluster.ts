// `GET /cluster/status` and `/cluster/config/join`: the name of the cluster, and the addresses of its members.

import { originOf } from '@belfry/domain/address';
import { parseFingerprint } from '@belfry/domain/fingerprint';
import { ok, type Result } from '@belfry/domain/result';
import { kinds } from '@belfry/schema/config/kinds';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Cluster } from '../../config/host.ts';
import type { Trust } from '../../lib/http-client.ts';
import { siblingOf } from '../proxmox-api/address.ts';
import type { HostEndpoint, Unprovable } from '../proxmox-api/endpoints.ts';
import type { Api } from '../proxmox-api/proxmox-kind.ts';
import { flag, part, rows, text } from '../proxmox-api/read.ts';

const UNNAMED = 'Unknown Cluster';
/** Returns the certificates of the members. */
export const JOIN = '/cluster/config/join';

/** `name` is absent on a standalone host, which always has a quorum. `local` is the member that answered. */
export interface ClusterStatus {
  name: string | undefined;
  quorate: boolean;
  members: readonly { node: string; nodeId?: string; ip: string | undefined; online: boolean; local: boolean }[];
}

/** Undefined when the answer contains neither a cluster nor a node. Every host lists at least itself. */
export function parseCluster(data: unknown): ClusterStatus | undefined {
  const entries = rows(data);
  const cluster = entries.find((row) => row.type === 'cluster');
  const members = entries
    .filter((row) => row.type === 'node')
    .flatMap((row) => {
      const node = text(row.name);
      const [nodeId = '', ip] = [text(row.nodeid), text(row.ip, 64)];
      return node ? [{ node, nodeId, ip, online: flag(row.online), local: flag(row.local) }] : [];
    });
  const quorate = cluster?.quorate === undefined || flag(cluster.quorate);
  if (!cluster && members.length === 0) return undefined;
  return { name: cluster && (text(cluster.name) ?? UNNAMED), quorate, members };
}

/** SHA-256 fingerprints by node name. */
export function parseFingerprints(data: unknown): ReadonlyMap<string, string> {
  const list = part(data).nodelist;
  const found = new Map<string, string>();
  for (const entry of rows(list)) {
    const name = text(entry.name);
    const fingerprint = parseFingerprint(text(entry.pve_fp, 128) ?? '');
    if (name && fingerprint) found.set(name, fingerprint);
  }
  return found;
}

/**
 * `fingerprints` by node name, `host` the configured address, `main` the node at that address. Undefined for a
 * standalone host.
 */
export function clusterOf(
  { name = UNNAMED, members }: Pick<ClusterStatus, 'name' | 'members'>,
  fingerprints: ReadonlyMap<string, string>,
  { host, main, at }: { host: string; main: string | undefined; at: string },
): Cluster | undefined {
  if (members.length < 2) return undefined;
  return {
    name,
    ...(main !== undefined && { main }),
    members: members.map(({ node, nodeId = '', ip = '', online }) => {
      const fingerprint = fingerprints.get(node);
      const origin = siblingOf(host, ip || node, kinds.pve.port) ?? host;
      return { nodeId, node, ip, origin, online, seenAt: at, ...(fingerprint && { fingerprint }) };
    }),
  };
}

/** Reads the cluster of a host that is not polled. */
export async function readCluster(
  api: Api,
  host: string,
  at: string,
): Promise<Result<Cluster | undefined, SourceError>> {
  const answer = await api.get('/cluster/status');
  if (!answer.ok) return answer;
  const status = parseCluster(answer.value);
  if (!status || status.members.length < 2) return ok(undefined);
  const join = await api.get(JOIN);
  const fingerprints = join.ok ? parseFingerprints(join.value) : new Map<string, string>();
  return ok(clusterOf(status, fingerprints, { host, main: localNode(status), at }));
}

/** The node that answered. */
export const localNode = ({ members }: ClusterStatus): string | undefined => members.find(({ local }) => local)?.node;

/**
 * The members except the one at `origin`. A member is verified by the certificate that the cluster reports for it.
 * Without one, it is verified by a certificate authority if the instance uses one. Otherwise it cannot be verified, and
 * `reason` says why.
 */
export const membersOf = (
  cluster: Cluster,
  main: { origin: string; trust: Trust },
  reason: Sentence,
): (HostEndpoint | Unprovable)[] =>
  cluster.members.flatMap(({ node, ip, origin, fingerprint }): (HostEndpoint | Unprovable)[] => {
    if (ip === '' || origin === main.origin || node === cluster.main) return [];
    if (fingerprint) return [{ origin, trust: { mode: 'pinned', fingerprint, by: 'cluster' } }];
    return [main.trust.mode === 'verify' ? { origin, trust: main.trust } : { origin, reason }];
  });

/** The web interface of each member by node name, based on the address of the configured host. */
export function memberAddresses(cluster: ClusterStatus | undefined, host: string): ReadonlyMap<string, string> {
  const main = originOf(host, kinds.pve.port);
  if (!main.ok || cluster?.name === undefined) return new Map();
  return new Map(
    cluster.members.flatMap(({ node, ip }): [string, string][] => {
      const origin = ip && siblingOf(main.value, ip, kinds.pve.port);
      return origin ? [[node, origin]] : [];
    }),
  );
}
