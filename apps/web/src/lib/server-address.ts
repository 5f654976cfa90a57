// The address of this server in commands for other machines: the best guess, and what is wrong with one. Pure.
import { isOnlyHere, pathPrefix } from '@belfry/domain/address';
import type { ServerAddresses } from '@belfry/schema/http/onboarding';

/**
 * Best first: as configured, as this browser reached the server, as the server knows its machine. An address that leads other
 * machines to themselves is used only if there is no other one. `here`: of this page.
 */
export function addressChoices(
  known: Pick<ServerAddresses, 'publicUrl' | 'addresses'> | undefined,
  here: string,
): [string, ...string[]] {
  const all = [known?.publicUrl ?? '', here, ...(known?.addresses ?? [])];
  const [best = here, ...others] = new Set(all.map((address) => plainAddress(address) ?? '').filter(isReachable));
  return [best, ...others];
}

const isReachable = (address: string): boolean => address !== '' && !isOnlyHere(address);

/** `http://belfry.lan:7655/` → `http://belfry.lan:7655`. Undefined unless it is scheme, host, port and a plain path, safe in any shell. */
export function plainAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const isBare = url.username + url.password + url.search + url.hash === '';
  const prefix = pathPrefix(url.pathname);
  return isBare && prefix !== undefined && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)
    ? url.origin + prefix
    : undefined;
}

/** Undefined: other machines may reach it. */
export function addressFlaw(text: string): 'no-address' | 'only-here' | undefined {
  const address = plainAddress(text);
  if (address === undefined) return 'no-address';
  return isOnlyHere(address) ? 'only-here' : undefined;
}
