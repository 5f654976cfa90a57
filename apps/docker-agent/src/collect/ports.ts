// Published ports without duplicates: engines list a port once for IPv4 and once for IPv6.
import { reportLimits } from '@belfry/schema/agent/limits';
import { Port } from '../engine/payloads.ts';

export interface ReportedPort {
  privatePort: number;
  publicPort?: number;
  protocol: string;
  ip?: string;
}

/** The IPv4 form of "all addresses" and "loopback", so that both families compare equal. */
const family: Record<string, string> = { '::': '0.0.0.0', '[::]': '0.0.0.0', '::1': '127.0.0.1' };

export function portsOf(rows: readonly unknown[]): ReportedPort[] {
  const ports = new Map<string, ReportedPort>();
  for (const row of rows) {
    const { success, data } = Port.safeParse(row);
    if (!success) continue;
    const ip = family[data.IP ?? ''] ?? data.IP;
    const protocol = (data.Type ?? 'tcp').slice(0, 16);
    const key = [data.PrivatePort, data.PublicPort, protocol, ip].join();
    ports.set(key, {
      privatePort: data.PrivatePort,
      ...(data.PublicPort && { publicPort: data.PublicPort }),
      protocol,
      ...(ip && { ip: ip.slice(0, 64) }),
    });
  }
  return [...ports.values()]
    .sort((a, b) => a.privatePort - b.privatePort || (a.publicPort ?? 0) - (b.publicPort ?? 0))
    .slice(0, reportLimits.ports);
}
