// The addresses at which other machines reach this server, best first.
import { isOnlyHere } from '@belfry/domain/address';
import { type Interfaces, isVirtual } from './subnets.ts';

/** `host` and `port` are where the server listens. */
export interface Listening {
  host: string;
  port: number;
  isHttps: boolean;
  /** In a container: its own addresses are not those of the machine. */
  isDocker: boolean;
}

const every = new Set(['0.0.0.0', '::']);
export const urlOf = (host: string, port: number, isHttps: boolean): string =>
  `${isHttps ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Whether a server that listens at `host` accepts no call of another machine. */
export const listensOnlyHere = (host: string): boolean => !every.has(host) && isOnlyHere(urlOf(host, 80, false));

/** Empty: only this machine reaches it, or its addresses cannot be known from here. */
export function ownAddresses({ host, port, isHttps, isDocker }: Listening, interfaces: Interfaces): string[] {
  if (!every.has(host)) return [urlOf(host, port, isHttps)].filter((url) => !isOnlyHere(url));
  if (isDocker) return [];
  const known = Object.entries(interfaces).flatMap(([name, entries = []]) =>
    entries.filter(({ internal, address }) => !internal && !isVirtual(name, address)),
  );
  const families = host === '::' ? ['IPv4', 'IPv6'] : ['IPv4'];
  return families
    .flatMap((family) => known.filter((entry) => entry.family === family))
    .map(({ address }) => urlOf(address, port, isHttps))
    .filter((url) => !isOnlyHere(url));
}

/** The same addresses; the first one that other machines can reach comes first. */
export function reachableFirst(addresses: readonly [string, ...string[]]): [string, ...string[]] {
  const best = addresses.find((address) => !isOnlyHere(address)) ?? addresses[0];
  return [best, ...addresses.filter((address) => address !== best)];
}
