// `GET /cluster/status` and `/cluster/config/join`: the cluster's name, and where its members are to be found.

import { originOf } from '@belfry/domain/address';
import { parseFingerprint } from '@belfry/domain/fingerprint';
import type { Trust } from '../../lib/http-client.ts';
import { siblingOf } from '../proxmox-api/address.ts';
import type { Endpoint, Unprovable } from '../proxmox-api/endpoints.ts';
import { flag, part, rows, text } from '../proxmox-api/read.ts';
import { pve } from './product.ts';

/** `name` is absent on a standalone host, which has a quorum by itself. `local` is the member that answered. */
export interface Cluster {
  name: string | undefined;
  quorate: boolean;
  members: readonly { node: string; ip: string | undefined; online: boolean; local: boolean }[];
}

/** Undefined when the answer names nothing: every host lists itself. */
export function parseCluster(data: unknown): Cluster | undefined {
  const given = rows(data);
  const cluster = given.find((row) => row.type === 'cluster');
  const members = given
    .filter((row) => row.type === 'node')
    .flatMap((row) => {
      const node = text(row.name);
      return node ? [{ node, ip: text(row.ip, 64), online: flag(row.online), local: flag(row.local) }] : [];
    });
  const quorate = cluster?.quorate === undefined || flag(cluster.quorate);
  if (!cluster && members.length === 0) return undefined;
  return { name: cluster && (text(cluster.name) ?? 'Unknown Cluster'), quorate, members };
}

/** SHA-256 fingerprints by node name. */
export function parseFingerprints(data: unknown): ReadonlyMap<string, string> {
  const list = part(data).nodelist;
  const found = new Map<string, string>();
  for (const entry of rows(list)) {
    const name = text(entry.name);
    const fingerprint = text(entry.pve_fp, 128);
    if (name && fingerprint && parseFingerprint(fingerprint)) found.set(name, fingerprint);
  }
  return found;
}

/**
 * The members besides the one at `origin`. A member proves itself by the certificate that the cluster names for it;
 * without one, by a certificate authority if the instance relies on these; else not at all, for the `reason` given.
 */
export function membersOf(
  cluster: { members: readonly { node: string; ip?: string | undefined }[] },
  main: { origin: string; node: string | undefined; trust: Trust },
  fingerprints: Readonly<Record<string, string>>,
  reason: string,
): (Endpoint | Unprovable)[] {
  return cluster.members.flatMap(({ node, ip }): (Endpoint | Unprovable)[] => {
    const origin = ip && siblingOf(main.origin, ip, pve.port);
    if (!origin || origin === main.origin || node === main.node) return [];
    const fingerprint = Object.hasOwn(fingerprints, node) ? fingerprints[node] : undefined;
    if (fingerprint) return [{ origin, trust: { mode: 'pinned', fingerprint, by: 'cluster' } }];
    return [main.trust.mode === 'verify' ? { origin, trust: main.trust } : { origin, reason }];
  });
}

/** The web interface of each member by node name, told from the configured host's address. */
export function memberAddresses(cluster: Cluster | undefined, host: string): ReadonlyMap<string, string> {
  const main = originOf(host, pve.port);
  if (!main.ok || cluster?.name === undefined) return new Map();
  return new Map(
    cluster.members.flatMap(({ node, ip }): [string, string][] => {
      const origin = ip && siblingOf(main.value, ip, pve.port);
      return origin ? [[node, origin]] : [];
    }),
  );
}
