// How much may be reported: whoever invents hosts must not fill the memory, nor make the state longer than a text can be.

/** Lengths are of the host as JSON, in UTF-16 code units: the longest text of V8 has 536,870,888 of them. */
export interface Quota {
  hosts: number;
  hostsPerToken: number;
  length: number;
  lengthPerToken: number;
}

const MIB = 1024 * 1024;

/**
 * A container takes 900 in the mean and 5,000 with many labels, so one token is good for 5,000 to 28,000 containers. At
 * the limit the hosts are a tenth of the longest text, and take 50 to 400 MB of memory.
 */
export const standardQuota: Quota = {
  hosts: 5000,
  hostsPerToken: 1000,
  length: 48 * MIB,
  lengthPerToken: 24 * MIB,
};

/** What a host takes. `owner` is the id of its token. */
export interface Share {
  owner: string | undefined;
  length: number;
}

/** Which limit `next` would pass beside the others. */
export interface Excess {
  of: 'hosts' | 'length';
  text: string;
}

export function excess(others: Iterable<Share>, next: Share, quota: Quota): Excess | undefined {
  const all = { hosts: 1, length: next.length };
  const own = { ...all };
  for (const { owner, length } of others) {
    all.hosts++;
    all.length += length;
    if (owner === undefined || owner !== next.owner) continue;
    own.hosts++;
    own.length += length;
  }
  const advice = 'Remove some in the settings first.';
  const { hosts, hostsPerToken, length, lengthPerToken } = quota;
  if (all.hosts > hosts) return { of: 'hosts', text: `The limit of ${hosts} Docker hosts is reached. ${advice}` };
  if (next.owner !== undefined && own.hosts > hostsPerToken)
    return { of: 'hosts', text: `The limit of ${hostsPerToken} Docker hosts for one token is reached. ${advice}` };
  if (all.length > length)
    return {
      of: 'length',
      text: `The limit of ${mib(length)} for the reports of all Docker hosts is reached. ${advice}`,
    };
  if (next.owner !== undefined && own.length > lengthPerToken) {
    const limit = `The limit of ${mib(lengthPerToken)} for the reports of one token is reached.`;
    return { of: 'length', text: `${limit} ${advice}` };
  }
  return undefined;
}

const mib = (length: number) => `${Math.round((length / MIB) * 100) / 100} MiB`;
