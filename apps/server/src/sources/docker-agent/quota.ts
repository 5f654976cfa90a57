// Limits for reports: invented hosts must not fill the memory, and must not make the state longer than the longest
// possible string.

import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** All sizes are in the unit of `sizeOf`. */
export interface Quota {
  hosts: number;
  hostsPerToken: number;
  size: number;
  sizePerToken: number;
}

const MIB = 1024 * 1024;

/**
 * A container has a size of 1,100 on average and of 7,000 with 36 labels, so one token can report 3,500 to 22,000
 * containers. At the limit the hosts need 50 to 120 MB of memory, and at most a tenth of the longest string in V8
 * (536,870,888 code units).
 */
export const standardQuota: Quota = {
  hosts: 5000,
  hostsPerToken: 1000,
  size: 48 * MIB,
  sizePerToken: 24 * MIB,
};

/** The memory that a label needs in addition to its text. */
const LABEL = 64;

/** The length of a host as JSON (`text`) in UTF-16 code units, plus the additional memory of its labels. */
export const sizeOf = (host: DockerHost, text = JSON.stringify(host)): number =>
  host.containers.reduce((sum, { labels }) => sum + LABEL * Object.keys(labels).length, text.length);

/** The share of the quota that a host uses. `owner` is the id of its token. */
export interface Share {
  owner: string | undefined;
  size: number;
}

/** The limit that `next` would exceed together with the other hosts. */
export interface Excess {
  of: 'hosts' | 'size';
  problem: Sentence;
}

export function excess(others: Iterable<Share>, next: Share, quota: Quota): Excess | undefined {
  const all = { hosts: 1, size: next.size };
  const own = { ...all };
  for (const { owner, size } of others) {
    all.hosts++;
    all.size += size;
    if (owner === undefined || owner !== next.owner) continue;
    own.hosts++;
    own.size += size;
  }
  const { hosts, hostsPerToken, size, sizePerToken } = quota;
  if (all.hosts > hosts) return { of: 'hosts', problem: { id: 'docker.tooMany', values: { limit: hosts } } };
  if (next.owner !== undefined && own.hosts > hostsPerToken)
    return { of: 'hosts', problem: { id: 'docker.tooManyOwn', values: { limit: hostsPerToken } } };
  if (all.size > size) return { of: 'size', problem: { id: 'docker.tooLarge', values: { limit: mib(size) } } };
  if (next.owner !== undefined && own.size > sizePerToken)
    return { of: 'size', problem: { id: 'docker.tooLargeOwn', values: { limit: mib(sizePerToken) } } };
  return undefined;
}

const mib = (size: number) => `${Math.round((size / MIB) * 100) / 100} MiB`;
