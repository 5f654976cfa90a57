// Finds out which product answers, from its page and its certificate. An open port is not enough.
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';

/** The answer of one address. `organizations`: of the subject and the issuer of its certificate. */
export interface Sighting {
  page: string;
  organizations: readonly string[];
  commonName?: string;
}

/** The text by which each product is recognised. */
export type Signs = readonly (readonly [DiscoveredServer['type'], RegExp])[];

export function identify({ page, organizations }: Sighting, signs: Signs): DiscoveredServer['type'] | undefined {
  const title = titleOf(page);
  const of = (text: string) => signs.find(([, sign]) => sign.test(text))?.[0];
  // The page comes first: a certificate may be copied from another host, but the product itself serves the page.
  return of(title) ?? (title === '' ? of(organizations.join('\n')) : undefined);
}

const titleOf = (page: string): string => /<title>([^<]{0,200})<\/title>/i.exec(page)?.[1]?.trim() ?? '';

/** `pve1 - Proxmox Virtual Environment` → `pve1`; else the name in the certificate. */
export function hostnameOf({ page, commonName }: Sighting): string | undefined {
  const titled = /^([a-z0-9.-]+) - Proxmox /i.exec(titleOf(page))?.[1];
  const certified =
    commonName && /^[a-z0-9.-]+$/i.test(commonName) && /[a-z]/i.test(commonName) ? commonName : undefined;
  return certified ?? titled;
}

/** The answer to `GET /version`, which some installations give without a sign-in. */
export function versionOf(status: number, body: string): { version: string; release?: string } {
  const unknown = { version: 'Unknown' };
  if (status !== 200) return unknown;
  try {
    const { version, release } = JSON.parse(body).data;
    if (!isShort(version)) return unknown;
    return isShort(release) ? { version, release } : { version };
  } catch {
    return unknown;
  }
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 64;
