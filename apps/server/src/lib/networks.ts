// Lists of addresses and networks, such as the trusted proxies.
import { BlockList, isIP } from 'node:net';
import { fail, ok, type Result } from '@belfry/domain/result';

export interface Networks {
  includes(ip: string): boolean;
}

/** Addresses and CIDR networks, separated by commas or spaces. The error is the entry that is neither. */
export function parseNetworks(list: string): Result<Networks, string> {
  const block = new BlockList();
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    const [ip = '', bits, rest] = entry.split('/');
    const family = isIP(ip);
    const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
    const valid = family !== 0 && rest === undefined && (bits === undefined || /^\d{1,3}$/.test(bits));
    if (!valid || length > (family === 6 ? 128 : 32)) return fail(entry);
    block.addSubnet(ip, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return ok({ includes: (ip) => isIP(ip) !== 0 && block.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4') });
}

const privateList = '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 127.0.0.0/8 169.254.0.0/16 ::1 fc00::/7 fe80::/10';
const privates = parseNetworks(privateList);
/** Whether the address is not a public one. */
export const isPrivate = (ip: string): boolean => privates.ok && privates.value.includes(ip);
