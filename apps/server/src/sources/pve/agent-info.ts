// The interfaces and the operating system of a guest, as its agent reports them.
import type { NetworkInterface } from '@belfry/schema/entities/guest';
import { part, text, valuesOf, whole } from '../proxmox-api/read.ts';

/** Loopback and link-local addresses. The guest cannot be reached at them. */
const isOwn = (address: string): boolean => /^(127\.|fe80|::1$)/i.test(address);

const bare = (address: string): string => address.split(/[/%]/)[0] as string;

/**
 * The interfaces, sorted by name. Interfaces with neither address nor traffic are left out. Counters are bytes since
 * boot.
 */
export function agentInterfaces(data: unknown): NetworkInterface[] {
  const interfaces = valuesOf(part(data).result).map((value) => {
    const entry = part(value);
    const statistics = part(entry.statistics);
    const addresses = valuesOf(entry['ip-addresses']).map((a) => text(part(a)['ip-address'], 64));
    return normalInterface(entry, addresses, statistics['rx-bytes'], statistics['tx-bytes']);
  });
  return sorted(interfaces);
}

/**
 * From `data` of lxc/{vmid}/interfaces, in the older format (`inet`, `inet6`) and in the newer one (`ip-addresses`).
 */
export function containerInterfaces(data: unknown): NetworkInterface[] {
  const interfaces = valuesOf(data).map((value) => {
    const entry = part(value);
    const listed = valuesOf(entry['ip-addresses']).map((a) => text(part(a)['ip-address'], 64));
    return normalInterface(entry, listed.length > 0 ? listed : [text(entry.inet, 64), text(entry.inet6, 64)]);
  });
  return sorted(interfaces);
}

function normalInterface(
  entry: ReturnType<typeof part>,
  addresses: (string | undefined)[],
  rx?: unknown,
  tx?: unknown,
): NetworkInterface {
  const mac = text(entry['hardware-address'] ?? entry.hwaddr, 64);
  const rxBytes = whole(rx);
  const txBytes = whole(tx);
  const known = addresses.filter((a) => a !== undefined).map(bare);
  return {
    name: text(entry.name, 64) ?? '',
    ...(mac && { mac: mac.toLowerCase() }),
    addresses: [...new Set(known)].filter((a) => !isOwn(a)),
    ...(rxBytes !== undefined && { rxBytes }),
    ...(txBytes !== undefined && { txBytes }),
  };
}

const sorted = (interfaces: NetworkInterface[]): NetworkInterface[] =>
  interfaces
    .filter((i) => i.name !== '' && (i.addresses.length > 0 || (i.rxBytes ?? 0) > 0 || (i.txBytes ?? 0) > 0))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** All addresses of a guest without duplicates, sorted. */
export const addressesOf = (interfaces: readonly NetworkInterface[]): string[] =>
  [...new Set(interfaces.flatMap((i) => i.addresses))].sort();

export interface OperatingSystem {
  osName?: string;
  osVersion?: string;
}

/** From `data` of agent/get-osinfo. BSD returns only `kernel-release`, and some systems return only `id`. */
export function operatingSystem(data: unknown): OperatingSystem {
  const os = part(part(data).result);
  const pretty = text(os['pretty-name'], 128);
  const osName = text(os.name, 128) ?? pretty ?? text(os.id, 128);
  const candidates = [text(os.version, 128), text(os['version-id'], 128), pretty, text(os['kernel-release'], 128)];
  const osVersion = candidates.find((candidate) => candidate !== undefined && candidate !== osName);
  return { ...(osName && { osName }), ...(osVersion && { osVersion }) };
}
