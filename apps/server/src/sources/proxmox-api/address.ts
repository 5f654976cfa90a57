// The addresses of the other members of a cluster, derived from the address of one of them.
import { isIPv6 } from 'node:net';
import { originOf } from '@belfry/domain/address';

/**
 * The same port on another host of the cluster. If the configured host is behind a reverse proxy on 443, the members
 * still use the port of the product.
 */
export function siblingOf(origin: string, address: string, productPort: number): string | undefined {
  const port = new URL(origin).port || String(productPort);
  const sibling = originOf(isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`, productPort);
  return sibling.ok ? sibling.value : undefined;
}
