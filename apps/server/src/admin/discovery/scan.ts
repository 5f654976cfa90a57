// One scan: asks every address of the subnets, a limited number at a time, which product it is.
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import type { Clock } from '../../lib/clock.ts';
import { createLimit } from '../../lib/limit.ts';
import { addresses, type Range } from '../../lib/subnets.ts';
import { hostnameOf, identify, type Signs, versionOf } from './identify.ts';
import type { Fetch } from './probe.ts';

export const AT_ONCE = 50;
export const SCAN_MS = 2 * 60_000;
const MAX_ERRORS = 20;

export interface ScanDeps {
  fetch: Fetch;
  /** The names of an address in reverse DNS; rejects if there are none. */
  reverse(ip: string): Promise<string[]>;
  clock: Clock;
  ports: readonly number[];
  signs: Signs;
}

export interface ScanResult {
  servers: DiscoveredServer[];
  errors: string[];
}

/** Calls `found` for each host at once. If `signal` aborts, the result has the hosts that were found before. */
export async function scan(
  ranges: readonly Range[],
  deps: ScanDeps,
  signal: AbortSignal,
  found: (server: DiscoveredServer) => void,
): Promise<ScanResult> {
  const servers: DiscoveredServer[] = [];
  const errors = new Set<string>();
  const limit = createLimit(AT_ONCE);
  const late = new AbortController();
  const cancel = deps.clock.after(SCAN_MS, () => late.abort());
  const either = AbortSignal.any([signal, late.signal]);
  let untried = 0;

  async function look(ip: string, port: number): Promise<void> {
    if (either.aborted) {
      untried++;
      return;
    }
    const seen = await deps.fetch(ip, port, '/', either);
    if (!seen.ok) errors.add(seen.error);
    const type = seen.ok && seen.value ? identify(seen.value, deps.signs) : undefined;
    if (!seen.ok || !seen.value || !type) return;
    const version = await deps.fetch(ip, port, '/api2/json/version', either);
    const { status = 0, page = '' } = (version.ok && version.value) || {};
    const hostname = (await nameOf(ip, deps)) ?? hostnameOf(seen.value);
    const server = { ip, port, type, ...versionOf(status, page), ...(hostname && { hostname }) };
    servers.push(server);
    found(server);
  }

  const places = [...addresses(ranges)].flatMap((ip) => deps.ports.map((port) => [ip, port] as const));
  await Promise.all(places.map(([ip, port]) => limit(() => look(ip, port))));
  cancel();
  if (late.signal.aborted)
    errors.add(`The scan was ended after two minutes; ${untried} of ${places.length} places were not tried`);
  return { servers: servers.sort(byAddress), errors: [...errors].sort().slice(0, MAX_ERRORS) };
}

const byAddress = (a: DiscoveredServer, b: DiscoveredServer): number =>
  a.ip.localeCompare(b.ip, 'en', { numeric: true }) || a.port - b.port;

async function nameOf(ip: string, { reverse, clock }: ScanDeps): Promise<string | undefined> {
  let cancel = () => {};
  const late = new Promise<string[]>((give) => {
    cancel = clock.after(1000, () => give([]));
  });
  const names = await Promise.race([reverse(ip).catch(() => []), late]);
  cancel();
  return names.find((name) => /^[a-z0-9_.-]+$/i.test(name));
}
