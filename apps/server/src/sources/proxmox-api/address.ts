// From what an administrator types as a host to the origin that is called.
import { isIPv6 } from 'node:net';
import { fail, ok, type Result } from '@belfry/domain/result';

/** `pve1.lan`, `10.0.0.1:8006`, `fd00::1`, `https://pve1.lan:8006/` → `https://pve1.lan:8006`. Only https is spoken. */
export function originOf(host: string, port: number): Result<string, string> {
  const bare = isIPv6(host) ? `[${host}]` : host.trim();
  const refused = fail(
    `"${host}" is not an address of a host. Expected a name or IP, such as https://pve1.lan:${port}.`,
  );
  if (/^[a-z]+:\/\//i.test(bare) && !/^https:/i.test(bare)) return refused;
  const address = bare.replace(/^https:\/\//i, '').replace(/[/?#].*$/, '');
  if (address === '' || address.includes('@')) return refused;
  // The URL parser drops :443 as the default port, so whether one was given is read from the text.
  const url = `https://${/:\d+$/.test(address) ? address : `${address}:${port}`}`;
  return URL.canParse(url) ? ok(new URL(url).origin) : refused;
}

/** The same port on another host of the cluster; behind a reverse proxy on 443 the members still listen on their own. */
export function siblingOf(origin: string, address: string, productPort: number): string | undefined {
  const port = new URL(origin).port || String(productPort);
  const sibling = originOf(isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`, productPort);
  return sibling.ok ? sibling.value : undefined;
}
