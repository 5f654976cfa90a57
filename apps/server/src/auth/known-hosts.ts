// The host names under which this instance may be addressed if nobody signs in. Any page can let its own name point
// here (DNS rebinding) and would then count as our page. Addresses and configured names are safe, because a page cannot
// take them.

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Refused, refuse } from '../lib/refusal.ts';

export interface KnownHosts {
  /** Address of this instance as browsers see it, or empty. */
  publicUrl: string;
  allowedOrigins(): readonly string[];
  /** Default: the names of this machine. */
  machine?: string;
}

/** Undefined: `host`, with or without a port, may be used. */
export function createHostCheck({ publicUrl, allowedOrigins, machine = hostname() }: KnownHosts) {
  const [short = ''] = machine.toLowerCase().split('.');
  const own = new Set(['localhost', machine.toLowerCase(), short, `${short}.local`, nameOf(publicUrl)]);
  return (host: string): Refused | undefined => {
    // Only programs leave it out, not browsers.
    if (host === '') return undefined;
    const name = nameOf(`http://${host}`);
    if (name === undefined) return refuse('host_refused', textFor(host));
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
    if (isAddress || own.has(name) || name.endsWith('.localhost')) return undefined;
    if (allowedOrigins().some((origin) => nameOf(origin) === name)) return undefined;
    return refuse('host_refused', textFor(name));
  };
}

/** In lower case, without the dot at the end of a fully qualified name. */
const nameOf = (address: string): string | undefined => URL.parse(address)?.hostname.replace(/\.$/, '') || undefined;

const textFor = (name: string): Sentence => ({ id: 'origin.name', values: { name: name.slice(0, 50) } });
